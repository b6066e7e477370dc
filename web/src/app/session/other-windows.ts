import type { SessionOwner } from '../../kit/api/session-id.ts'

const channelName = 'kufang-session'

let channel: BroadcastChannel | null = null

/** Informs the other windows of this browser about the session's user. */
export function tellOtherWindows(owner: SessionOwner | null): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a BroadcastChannel is of one origin and has no such argument
  channel?.postMessage(owner)
}

/** Calls back when another window signed in or out. Returns the function that stops it. */
export function watchOtherWindows(react: (owner: SessionOwner | null) => void): () => void {
  const opened = new BroadcastChannel(channelName)
  channel = opened
  opened.addEventListener('message', ({ data }: MessageEvent<SessionOwner | null>) => react(data))
  return () => {
    if (channel === opened) channel = null
    opened.close()
  }
}
