import { closeCodes, heartbeatMs, readLivePush } from '@kufang/contract/messages/live-message.ts'
import type { LiveIdentity, LivePush } from '@kufang/contract/messages/live-message.ts'

/** Poll interval for the user's identity until it is known (product.md section 9). */
const identityPollMs = 2000
const firstPauseMs = 1000
const longestPauseMs = 30_000
/** Pause after newer windows took the connections; when this window becomes visible it reconnects at once. */
const crowdedPauseMs = 5 * 60_000

export interface LiveChannelOptions {
  /** The signed-in user; null while unknown. */
  identity: () => LiveIdentity | null
  onPush: (push: LivePush) => void
  /** True when the connection is open, false when it is lost; changes in between are unknown. */
  onChange: (isOpen: boolean) => void
  /** The token is no longer valid. */
  onSessionEnded: () => void
  connect: () => WebSocket
}

/**
 * Keeps the live channel open (product.md section 4): waits until the user is known, identifies itself on opening and
 * every 5 s, regards the connection as broken if a repeated heartbeat gets no response for 5 s, and reconnects with
 * growing pauses.
 */
// oxlint-disable-next-line max-lines-per-function -- one state machine: connection, silence and repetition share their timers
export function openLiveChannel(options: LiveChannelOptions): { close: () => void } {
  let socket: WebSocket | null = null
  /** Removes the listeners of an abandoned socket. */
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
    // Avoids that many windows reconnect at the same time.
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
    // Socket errors are ignored (product.md section 8); the close event that follows is handled.
    fresh.addEventListener('open', opened, { signal })
    fresh.addEventListener('message', heard, { signal })
    fresh.addEventListener('close', lost, { signal })
  }

  /** The network is back, or the window became visible. */
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

/** Relative to the page, so that a proxy may serve the product under any path. */
export function liveAddress(page: string): string {
  const address = new URL('websocket', page)
  address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:'
  address.hash = ''
  address.search = ''
  return address.href
}
