const channelName = 'kufang-session'

/** Whom the session of this browser belongs to now; null for nobody. */
export interface SessionOwner {
  account: string
  username: string
}

let channel: BroadcastChannel | null = null

/** Says to the other windows of this browser whose the session is now. */
export function tellOtherWindows(owner: SessionOwner | null): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a BroadcastChannel is of one origin and has no such argument
  channel?.postMessage(owner)
}

/** Calls back when another window signed in or out. Returns the end. */
export function watchOtherWindows(react: (owner: SessionOwner | null) => void): () => void {
  const opened = new BroadcastChannel(channelName)
  channel = opened
  opened.addEventListener('message', ({ data }: MessageEvent<SessionOwner | null>) => react(data))
  return () => {
    if (channel === opened) channel = null
    opened.close()
  }
}
