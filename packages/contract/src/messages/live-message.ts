import type { MessageType } from './message-event.ts'

/*
 * Messages of the live channel (product.md section 4). The client identifies itself on opening and repeats that as
 * heartbeat; the server answers each heartbeat and pushes texts that begin with a marker.
 */

/** A pushed notification. */
export interface LiveMessage {
  msgTitle: string
  /** HTML, sanitised by the server. */
  msgContent: string
  handleUrl: string
  msgSendId: string
  msgType: MessageType
}

/** The connected user; pushed texts are in this language. */
export interface LiveIdentity {
  userId: string
  userName: string
  language: 'zh' | 'en'
}

/** A parsed text from the server. */
export type LivePush =
  | { kind: 'message'; message: LiveMessage }
  /** The number of unread messages may have changed. */
  | { kind: 'unread' }
  /** Another person changed documents of this type. */
  | { kind: 'entity'; entity: string }
  /** The answer to a heartbeat, or an unknown message of a later version. */
  | { kind: 'other' }

const messageMarker = 'sendMessage'
const unreadMarker = 'unreadChanged'
const entityMarker = 'entityChanged'

/** The answer to a heartbeat. */
export const heartbeatAnswer = 'heartbeat'

/**
 * A browser cannot send headers with the WebSocket handshake, and its cookies are shared by all windows: each window
 * sends the identifier of its session (`identity/session-names.ts`) as a subprotocol after the actual one.
 */
const liveProtocol = 'kufang'
const sessionProtocol = 'session.'
export const liveProtocols = (sessionId: string | null): string[] =>
  sessionId === null ? [liveProtocol] : [liveProtocol, `${sessionProtocol}${sessionId}`]

/** The session among the subprotocols of a handshake, or undefined. */
export function sessionOfProtocols(header: string): string | undefined {
  const named = header.split(',').map((part) => part.trim())
  return named.find((part) => part.startsWith(sessionProtocol))?.slice(sessionProtocol.length)
}

/** Heartbeat interval, and time-out of its answer, ms (product.md section 9). */
export const heartbeatMs = 5000

/** Close codes: these are application codes, all others are those of RFC 6455. */
export const closeCodes = {
  /** The token is no longer valid: sign in again. */
  sessionEnded: 4401,
  /** Newer windows of the same user replaced this one. */
  tooManyWindows: 4429,
} as const

export const messageText = (message: LiveMessage): string =>
  `${messageMarker}${JSON.stringify(message)}`
export const unreadText: string = unreadMarker
export const entityText = (entity: string): string => `${entityMarker}${entity}`

/** Parses a text from the server; unknown or malformed ones are `other`. */
export function readLivePush(text: string): LivePush {
  if (text === unreadMarker) return { kind: 'unread' }
  if (text.startsWith(entityMarker))
    return { kind: 'entity', entity: text.slice(entityMarker.length) }
  if (!text.startsWith(messageMarker)) return { kind: 'other' }
  try {
    const message: unknown = JSON.parse(text.slice(messageMarker.length))
    return isLiveMessage(message) ? { kind: 'message', message } : { kind: 'other' }
  } catch {
    // Malformed messages must not close the channel.
    return { kind: 'other' }
  }
}

function isLiveMessage(value: unknown): value is LiveMessage {
  if (typeof value !== 'object' || value === null) return false
  const { msgTitle, msgContent, handleUrl, msgSendId, msgType } = value as Record<string, unknown>
  return (
    [msgTitle, msgContent, handleUrl, msgSendId].every((part) => typeof part === 'string') &&
    (msgType === 'notice' || msgType === 'agency')
  )
}
