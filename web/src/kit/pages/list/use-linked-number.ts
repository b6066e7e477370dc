import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import type { Fields } from '@kufang/contract/document/declare/field.ts'
import { keepAskedReason } from '../../document/act/asked-reason.ts'
import { usePageLocation } from '../../tab/page-location.ts'
import { linkedBy } from './list-link.ts'
import type { Linked } from './list-link.ts'

/**
 * Handles links to a page that name a document (`?docNo=…`, from to-dos), a search text (`?find=…`) or filters
 * (`?by.supplierNo=…`, both from the palette), also if its tab is already open. What the link asks for is kept for the
 * action. The parameters are then removed from the URL, so that later changes by the user persist.
 *
 * @param fields of the list; filters of other names are ignored
 * @param hasStates whether a field is one of states
 * @param onLinked receives what the link asks for, once per link
 */
export function useLinkedNumber(
  fields: Fields,
  hasStates: (name: string) => boolean,
  onLinked: (linked: Linked) => void,
): void {
  const client = useQueryClient()
  const { search, dropSearch } = usePageLocation()
  const take = useEffectEvent(onLinked)
  const asked = linkedBy(fields, new URLSearchParams(search), hasStates)
  const wanted = asked === null ? '' : JSON.stringify(asked)
  const taken = useRef('')
  useEffect(() => {
    if (wanted === '') {
      taken.current = ''
      return
    }
    if (taken.current === wanted) return
    taken.current = wanted
    const linked = JSON.parse(wanted) as Linked
    if ('docNo' in linked) keepAskedReason(client, linked.docNo, new URLSearchParams(search))
    take(linked)
    dropSearch()
  }, [wanted, search, dropSearch, client])
}
