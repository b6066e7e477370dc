const channelName = 'kufang-session'

let channel: BroadcastChannel | null = null

/** Says to the other windows of this browser that the session is another one now, or none. */
export function tellOtherWindows(): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a BroadcastChannel is of one origin and has no such argument
  channel?.postMessage('changed')
}

/** Calls back when another window signed in or out. Returns the end. */
export function watchOtherWindows(react: () => void): () => void {
  const opened = new BroadcastChannel(channelName)
  channel = opened
  opened.addEventListener('message', react)
  return () => {
    if (channel === opened) channel = null
    opened.close()
  }
}
