import { textOf } from '@kufang/kernel/text-of.ts'
import { useQuery } from '@tanstack/react-query'
import type { ListResponse } from '@kufang/contract/document/api.ts'
import { stockNote } from '@kufang/contract/stock/stock-note.ts'
import { stockRemarkQuery } from '@kufang/contract/stock/stock-remark-query.ts'
import { api } from '../kit/api/client.ts'
import type { Row } from '../kit/fields/field-column.ts'
import { useEntityVersion } from '../kit/tab/entity-versions.ts'

/** So many rows with notes are read; a form has fewer lines. */
const rowsMax = 200

/**
 * Rows of the stock of these materials in a storage location with a note that still matters, each with its last one
 * (domain.md 1.4, 备注). Who issues or moves the goods knows it then without having looked for it.
 */
export function useRelevantNotes(
  place: { plant: string; storageLocation: string },
  materials: readonly string[],
) {
  const version = useEntityVersion(stockNote.name)
  const wanted = [...new Set(materials)].filter((one) => one !== '').toSorted()
  const filters = [
    { field: 'plant', operator: 'eq', value: place.plant },
    { field: 'storageLocation', operator: 'eq', value: place.storageLocation },
    { field: 'materialNo', operator: 'in', value: wanted },
  ]
  return useQuery({
    queryKey: ['stock', 'relevant notes', filters, version],
    enabled: place.plant !== '' && place.storageLocation !== '' && wanted.length > 0,
    queryFn: async ({ signal }) => {
      const { rows } = await api.post<ListResponse>(
        `/api/queries/${stockRemarkQuery.name}/list`,
        { parameters: { rows: 'relevant' }, filters, size: rowsMax },
        { signal },
      )
      return rows
    },
  })
}

const ofRow = ['materialNo', 'bin', 'batch', 'specialStock', 'specialStockReference'] as const

/** Whether a row of the stock is the one that a line of a form takes from: unrestricted, in the same bin and batch. */
export const isStockOfLine = (stock: Row, line: Row): boolean =>
  stock['stockCategory'] === 'UU' &&
  ofRow.every((name) => textOf(stock[name]) === textOf(line[name]))
