import { useEffect, useEffectEvent, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'

/**
 * A link to a page may name a document (`?docNo=…`, as to-dos do) or a text to look for (`?find=…`, as the palette
 * does): the list then shows that, also when its tab was open already. The number is taken out of the address, so that what the person changes then stays.
 *
 * @param onLinked gets the number or the text, once for each link
 */
export function useLinkedNumber(
  isKnown: boolean,
  onLinked: (linked: { docNo: string } | { find: string }) => void,
): void {
  const { search, pathname } = useLocation()
  const navigate = useNavigate()
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
    take(docNo === null ? { find: wanted } : { docNo })
    void navigate(pathname, { replace: true })
  }, [wanted, docNo, pathname, navigate])
}
