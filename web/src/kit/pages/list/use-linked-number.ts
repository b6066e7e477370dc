import { useEffect, useEffectEvent, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'

/**
 * A link to a page may name a document (`?docNo=…`, as to-dos do): the list then shows that one, also when its
 * tab was open already. The number is taken out of the address, so that what the person changes then stays.
 *
 * @param onLinked gets the number, once for each link
 */
export function useLinkedNumber(isKnown: boolean, onLinked: (docNo: string) => void): void {
  const { search, pathname } = useLocation()
  const navigate = useNavigate()
  const take = useEffectEvent(onLinked)
  const wanted = isKnown ? new URLSearchParams(search).get('docNo') : null
  const taken = useRef('')
  useEffect(() => {
    if (wanted === null || wanted === '') {
      taken.current = ''
      return
    }
    if (taken.current === wanted) return
    taken.current = wanted
    take(wanted)
    void navigate(pathname, { replace: true })
  }, [wanted, pathname, navigate])
}
