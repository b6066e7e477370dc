import { closeCodes, heartbeatMs, readLivePush } from '@kufang/contract/messages/live-message.ts'
import type { LiveIdentity, LivePush } from '@kufang/contract/messages/live-message.ts'

/** How often it is asked who is signed in, until that is known (product.md section 9). */
const identityPollMs = 2000
const firstPauseMs = 1000
const longestPauseMs = 30_000
/** After newer windows took the places; looking at this one again comes first. */
const crowdedPauseMs = 5 * 60_000

export interface LiveChannelOptions {
  /** Who is signed in; null while that is not known. */
  identity: () => LiveIdentity | null
  onPush: (push: LivePush) => void
  /** True when it stands, false when it was lost; what happened in between is not known. */
  onChange: (isOpen: boolean) => void
  /** The token does not count any more. */
  onSessionEnded: () => void
  connect: () => WebSocket
}

/**
 * Keeps the live channel open (product.md section 4): waits until the user is known, says who it is on
 * opening and every 5 s, takes a line for broken where 5 s after a repetition nothing was heard either, and comes back with
 * growing pauses.
 */
export function openLiveChannel(options: LiveChannelOptions): { close: () => void } {
  let socket: WebSocket | null = null
  /** Ends what we hear of a socket that is given up. */
  let listening = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  let heartbeat: ReturnType<typeof setInterval> | undefined
  let silence: ReturnType<typeof setTimeout> | undefined
  let failures = 0
  let isEnded = false

  const later = (work: () => void, ms: number): void => {
    clearTimeout(timer)
    timer = setTimeout(work, ms)
  }

  const drop = (): void => {
    clearInterval(heartbeat)
    clearTimeout(silence)
    silence = undefined
    if (socket === null) return
    listening.abort()
    socket.close()
    socket = null
    options.onChange(false)
  }

  const retry = (code: number): void => {
    if (isEnded) return
    failures += 1
    const pause = Math.min(longestPauseMs, firstPauseMs * 2 ** Math.min(failures - 1, 10))
    // Twenty windows must not come back in the same moment.
    later(
      begin,
      code === closeCodes.tooManyWindows ? crowdedPauseMs : pause * (0.5 + Math.random() / 2),
    )
  }

  const say = (): void => {
    const identity = options.identity()
    if (socket === null || identity === null) return
    socket.send(JSON.stringify(identity))
  }

  const sayAgain = (): void => {
    say()
    silence ??= setTimeout(() => {
      drop()
      retry(0)
    }, heartbeatMs)
  }

  const begin = (): void => {
    if (isEnded || socket !== null) return
    if (options.identity() === null) {
      later(begin, identityPollMs)
      return
    }
    clearTimeout(timer)
    const fresh = options.connect()
    listening = new AbortController()
    const { signal } = listening
    socket = fresh
    const opened = (): void => {
      say()
      heartbeat = setInterval(sayAgain, heartbeatMs)
      options.onChange(true)
    }
    const heard = ({ data }: MessageEvent<unknown>): void => {
      clearTimeout(silence)
      silence = undefined
      failures = 0
      if (typeof data === 'string') options.onPush(readLivePush(data))
    }
    const lost = ({ code }: CloseEvent): void => {
      drop()
      if (code === closeCodes.sessionEnded) options.onSessionEnded()
      else retry(code)
    }
    // Socket errors are ignored (product.md section 8); the close that follows is not.
    fresh.addEventListener('open', opened, { signal })
    fresh.addEventListener('message', heard, { signal })
    fresh.addEventListener('close', lost, { signal })
  }

  /** The network is back, or the person looks at this window again. */
  const hurry = (): void => {
    if (document.visibilityState === 'visible') begin()
  }
  window.addEventListener('online', hurry)
  document.addEventListener('visibilitychange', hurry)
  begin()
  return {
    close: () => {
      isEnded = true
      clearTimeout(timer)
      window.removeEventListener('online', hurry)
      document.removeEventListener('visibilitychange', hurry)
      drop()
    },
  }
}

/** Beside the page, whatever path a proxy serves it under. */
export function liveAddress(page: string): string {
  const address = new URL('websocket', page)
  address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:'
  address.hash = ''
  address.search = ''
  return address.href
}
