import type { MessageType } from './message-event.ts'

/*
 * What travels over the live channel (product.md section 4). The client says who it is on opening
 * and repeats it as heartbeat; the server answers each and pushes lines that begin with a marker.
 */

/** A notification, as it is pushed. */
export interface LiveMessage {
  msgTitle: string
  /** HTML, cleaned by the server. */
  msgContent: string
  handleUrl: string
  msgSendId: string
  msgType: MessageType
}

/** Who sits at the other end; the language is that of the texts to be pushed. */
export interface LiveIdentity {
  userId: string
  userName: string
  language: 'zh' | 'en'
}

/** What the server pushed, as the client understands it. */
export type LivePush =
  | { kind: 'message'; message: LiveMessage }
  /** The number of unread messages may have changed. */
  | { kind: 'unread' }
  /** Another person wrote documents of this kind. */
  | { kind: 'entity'; entity: string }
  /** The answer to a heartbeat, and whatever a later version may say. */
  | { kind: 'other' }

const messageMarker = 'sendMessage'
const unreadMarker = 'unreadChanged'
const entityMarker = 'entityChanged'

/** The answer to a heartbeat. */
export const heartbeatAnswer = 'heartbeat'

/**
 * A browser cannot send a header with the handshake, and its cookies belong to all windows: a window names
 * the token it works with among the subprotocols, after the one that is spoken.
 */
const liveProtocol = 'kufang'
const tokenProtocol = 'bearer.'
export const liveProtocols = (token: string | null): string[] =>
  token === null ? [liveProtocol] : [liveProtocol, `${tokenProtocol}${token}`]

/** The token among the subprotocols of a handshake, or undefined. */
export function tokenOfProtocols(header: string): string | undefined {
  const named = header.split(',').map((part) => part.trim())
  return named.find((part) => part.startsWith(tokenProtocol))?.slice(tokenProtocol.length)
}

/** Heartbeat, and how long its answer may take, ms (product.md section 9). */
export const heartbeatMs = 5000

/** Why the server closes: codes of our own, the others are those of RFC 6455. */
export const closeCodes = {
  /** The token does not count any more: sign in again. */
  sessionEnded: 4401,
  /** Newer windows of the same person took the places. */
  tooManyWindows: 4429,
} as const

export const messageText = (message: LiveMessage): string =>
  `${messageMarker}${JSON.stringify(message)}`
export const unreadText: string = unreadMarker
export const entityText = (entity: string): string => `${entityMarker}${entity}`

/** Reads what the server pushed; what it does not know, or is broken, is `other`. */
export function readLivePush(text: string): LivePush {
  if (text === unreadMarker) return { kind: 'unread' }
  if (text.startsWith(entityMarker))
    return { kind: 'entity', entity: text.slice(entityMarker.length) }
  if (!text.startsWith(messageMarker)) return { kind: 'other' }
  try {
    const message: unknown = JSON.parse(text.slice(messageMarker.length))
    return isLiveMessage(message) ? { kind: 'message', message } : { kind: 'other' }
  } catch {
    // Not ours; a broken line must not end the channel.
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
