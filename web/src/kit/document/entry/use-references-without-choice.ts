import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { AnyDocument } from '@kufang/contract/document/declare/define-document.ts'
import type { Field, MasterName } from '@kufang/contract/document/declare/field.ts'
import { boundsOf } from '@kufang/contract/document/declare/reference-bounds.ts'
import { api } from '../../api/client.ts'
import { indexedMaster } from '../../declarations.ts'
import type { Row } from '../../fields/field-column.ts'
import { narrowOf } from '../../fields/narrow.ts'
import { lineFields } from '../document-fields.ts'
import { isEnteredField } from './entry-lines.ts'

/** An optional line reference whose choices depend on the material, such as the valuation type. */
function isOfMaterial(field: Field): field is Field & { master: MasterName } {
  const master = field.master === undefined ? undefined : indexedMaster(field.master)
  return (
    master !== undefined &&
    !field.required &&
    isEnteredField(field) &&
    boundsOf(field, master).includes('materialNo')
  )
}

/**
 * The optional line references whose choices depend on the material while no material of the header's organisation has
 * any: their columns would only take room. All of them until that is known.
 */
export function useReferencesWithoutChoice(
  definition: AnyDocument,
  header: Row,
): ReadonlySet<string> {
  const asked = Object.entries(lineFields(definition)).flatMap(([name, field]) =>
    isOfMaterial(field) ? [{ name, master: field.master, narrow: narrowOf(field, header) }] : [],
  )
  const key = JSON.stringify(asked)
  const { data } = useQuery({
    queryKey: ['references-without-choice', key],
    queryFn: async ({ signal }) => {
      const empty = asked.map(async ({ name, master, narrow }) => {
        const path = `/api/masters/${master}/search`
        const rows = await api.post<Row[]>(path, { text: '', size: 1, narrow }, { signal })
        return rows.length === 0 ? [name] : []
      })
      return (await Promise.all(empty)).flat()
    },
    enabled: asked.length > 0,
  })
  const names = JSON.stringify(data ?? asked.map(({ name }) => name))
  return useMemo(() => new Set(JSON.parse(names) as string[]), [names])
}
