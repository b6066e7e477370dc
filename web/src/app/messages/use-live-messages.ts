import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { liveProtocols } from '@kufang/contract/messages/live-message.ts'
import type { LiveMessage } from '@kufang/contract/messages/live-message.ts'
import { checkReachable } from '../../kit/api/request-watch.ts'
import { sessionId } from '../../kit/api/session-id.ts'
import { markStale } from '../../kit/tab/entity-versions.ts'
import { languageStore } from '../../kit/text/language.ts'
import { liveAddress, openLiveChannel } from './live-channel.ts'
import { spaced } from './spaced.ts'
import { reloadMessages, useOwnIdentity } from './unread.ts'

/** Minimum interval between refetches of the counts, ms. */
const countsEveryMs = 3000
/** Minimum interval between invalidations of lists changed by others, ms. */
const listsEveryMs = 10_000

/** Data read with the page are taken for current if the channel opens within this time, ms; they are read again anyway. */
const freshMs = 5000

/** Time after which a lost channel causes a check whether the server is reachable, ms. */
const missedMs = 5000

/** Time allowed for signing out before the end of the session is handled, ms. */
const endedMs = 1000

export interface LiveMessages {
  isLive: boolean
  /** False if the browser does not support web sockets. */
  isSupported: boolean
  /** The last notification until it is closed, and the number of unseen ones before it. */
  shown: { message: LiveMessage; more: number } | null
  close: () => void
}

/** Follows the live channel while the shell is mounted. */
export function useLiveMessages(): LiveMessages {
  const client = useQueryClient()
  const identity = useOwnIdentity()
  const identityRef = useRef(identity)
  const [isLive, setLive] = useState(false)
  const [shown, setShown] = useState<LiveMessages['shown']>(null)
  const isSupported = typeof WebSocket !== 'undefined'
  const reload = useMemo(() => spaced(() => reloadMessages(client), countsEveryMs), [client])
  const staleEntities = useMemo(() => {
    const gathered = new Set<string>()
    const mark = spaced(() => {
      markStale(...gathered)
      gathered.clear()
    }, listsEveryMs)
    return { add: (entity: string) => (gathered.add(entity), mark.run()), cancel: mark.cancel }
  }, [])
  const show = useEffectEvent((message: LiveMessage) => {
    setShown((known) => ({ message, more: known === null ? 0 : known.more + 1 }))
  })

  useEffect(() => {
    identityRef.current = identity
  }, [identity])
  useEffect(() => {
    if (!isSupported) return undefined
    const beganAt = Date.now()
    let wasOpen = false
    let ended: ReturnType<typeof setTimeout> | undefined
    let missed: ReturnType<typeof setTimeout> | undefined
    const channel = openLiveChannel({
      identity: () => {
        const own = identityRef.current
        if (own === null || own.userId === '' || own.userName === '') return null
        return { userId: own.userId, userName: own.userName, language: languageStore.get() }
      },
      connect: () => new WebSocket(liveAddress(location.href), liveProtocols(sessionId())),
      onChange: (isOpen) => {
        setLive(isOpen)
        clearTimeout(missed)
        const isFirst = !wasOpen && Date.now() - beganAt < freshMs
        wasOpen ||= isOpen
        // Changes while the connection was down are unknown.
        if (isOpen && !isFirst) reload.run()
        if (!isOpen) missed = setTimeout(() => void checkReachable(), missedMs)
      },
      onPush: (push) => {
        if (push.kind === 'message') {
          show(push.message)
          reload.run()
        } else if (push.kind === 'unread') reload.run()
        else if (push.kind === 'entity') staleEntities.add(push.entity)
      },
      // The next request detects the end of the session and leads to the sign-in page. Delayed, because the user may be
      // signing out, which closes this window's pages.
      onSessionEnded: () => {
        ended = setTimeout(() => reloadMessages(client), endedMs)
      },
    })
    return () => {
      clearTimeout(ended)
      channel.close()
      clearTimeout(missed)
      reload.cancel()
      staleEntities.cancel()
      setLive(false)
    }
  }, [client, isSupported, reload, staleEntities])

  const close = useCallback(() => setShown(null), [])
  return { isLive, isSupported, shown, close }
}
