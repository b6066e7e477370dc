import { useEffect, useEffectEvent, useRef } from 'react'
import { keepAskedReason } from '../../document/act/asked-reason.ts'
import { usePageLocation } from '../../tab/page-location.ts'

/**
 * Handles links to a page that name a document (`?docNo=…`, from to-dos) or a search text (`?find=…`, from the
 * palette), also if its tab is already open. What the link asks for is kept for the action. The parameter is then removed from the URL, so that later changes by the
 * user persist.
 * @param onLinked receives the number or the text, once per link
 */
export function useLinkedNumber(
  isKnown: boolean,
  onLinked: (linked: { docNo: string } | { find: string }) => void,
): void {
  const { search, dropSearch } = usePageLocation()
  const take = useEffectEvent(onLinked)
  const query = new URLSearchParams(search)
  const docNo = isKnown ? query.get('docNo') : null
  const find = query.get('find')
  const wanted = docNo ?? find
  const taken = useRef('')
  useEffect(() => {
    if (wanted === null || wanted === '') {
      taken.current = ''
      return
    }
    if (taken.current === wanted) return
    taken.current = wanted
    if (docNo !== null) keepAskedReason(docNo, new URLSearchParams(search))
    take(docNo === null ? { find: wanted } : { docNo })
    dropSearch()
  }, [wanted, docNo, search, dropSearch])
}
