import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { toast } from '../feedback/toast.ts'

/** The number of the predecessor that a link, such as a to-do's, opens a create page with; null for none. */
export function useLinkedSource(): string | null {
  return new URLSearchParams(useLocation().search).get('source')
}

/** Takes the lines of the linked predecessor into the form, once: what is chosen next is chosen by the person. */
export function LinkedSource({ onFollow }: { onFollow: (docNo: string) => Promise<void> }): null {
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const linked = useLinkedSource()
  useEffect(() => {
    if (linked === null) return
    onFollow(linked)
      .catch(toast.error)
      .finally(() => void navigate(pathname, { replace: true }))
    // oxlint-disable-next-line react/exhaustive-deps -- once per link
  }, [linked])
  return null
}
