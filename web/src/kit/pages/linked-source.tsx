import { useEffect } from 'react'
import { toast } from '../feedback/toast.ts'
import { usePageLocation, usePageQuery } from '../tab/page-location.ts'

/** The number of the predecessor in a link to a create page, such as that of a to-do; null if none. */
export function useLinkedSource(): string | null {
  return usePageQuery().get('source')
}

/** Adds the lines of the linked predecessor to the form once; later selections are up to the user. */
export function LinkedSource({ onFollow }: { onFollow: (docNo: string) => Promise<void> }): null {
  const { dropSearch } = usePageLocation()
  const linked = useLinkedSource()
  useEffect(() => {
    if (linked === null) return
    onFollow(linked).catch(toast.error).finally(dropSearch)
    // oxlint-disable-next-line react/exhaustive-deps -- once per link
  }, [linked])
  return null
}
