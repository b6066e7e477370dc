import type { TileList } from '@kufang/contract/supplier-portal/supplier-home.ts'
import { filteredPath } from '../kit/pages/list/list-link.ts'

/** The address of the list with exactly the rows of a tile, on this page. */
export function tileLink(list: TileList, path: string): string {
  const { of, values, grouping } = list
  if (grouping === undefined) return `#${filteredPath(path, values, of)}`
  return `#${filteredPath(path, values)}&grouping=${grouping}`
}
