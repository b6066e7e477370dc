import { useEffect } from 'react'

/** How often documents on their way into the ERP's books are looked at again, in milliseconds. */
export const booksWatchMs = 1500

/** Whether the ERP has not answered for this document yet: its state changes without anybody's doing. */
export function waitsForBooks(header: Readonly<Record<string, unknown>>): boolean {
  return header['erpState'] === 'posting' || header['erpState'] === 'reversing'
}

/** Looks again while something shown is on its way into the books; `onEnd` when the last one has arrived. */
export function useBooksWatch(isWaiting: boolean, look: () => void, onEnd: () => void): void {
  useEffect(() => {
    if (!isWaiting) return undefined
    const timer = setInterval(look, booksWatchMs)
    return () => clearInterval(timer)
    // oxlint-disable-next-line react/exhaustive-deps -- `look` reads the newest list through its ref
  }, [isWaiting])
  useEffect(() => {
    if (!isWaiting) return undefined
    return onEnd
    // oxlint-disable-next-line react/exhaustive-deps -- only the end of waiting counts
  }, [isWaiting])
}
