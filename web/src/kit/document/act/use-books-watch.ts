import { useEffect } from 'react'

/** Interval at which documents with pending postings are read again, in milliseconds. */
export const booksWatchMs = 1500

/** Whether the ERP's answer for this document is outstanding, so that its state will change by itself. */
export function waitsForBooks(header: Readonly<Record<string, unknown>>): boolean {
  return header['erpState'] === 'posting' || header['erpState'] === 'reversing'
}

/** Calls `look` periodically while a shown document has a pending posting; `onEnd` after the last one has settled. */
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
