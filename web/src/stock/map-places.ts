import { useQuery } from '@tanstack/react-query'
import { textOf } from '@kufang/kernel/text-of.ts'
import { api } from '../kit/api/client.ts'
import type { Row } from '../kit/fields/field-column.ts'
import { spotOf, type MapAisle } from './bin-map-layout.ts'

// Which storage locations have a map, and where its bins are on the screen.

/** The storage locations within the scope of the person, as plant/location. */
export function usePlaces() {
  return useQuery({
    queryKey: ['master-search', 'storage-location', 'bin map'],
    queryFn: ({ signal }) =>
      api.post<Row[]>('/api/masters/storage-location/search', { text: '', size: 200 }, { signal }),
  })
}

/** The value of a storage location in the chooser. */
export const placeOf = (row: Row): string =>
  `${textOf(row['plant'])}/${textOf(row['storageLocation'])}`

/** The bin of the cell in which something happened. */
export function binOf(target: EventTarget): string | null {
  const cell = target instanceof Element ? target.closest('[data-bin]') : null
  return cell?.getAttribute('data-bin') ?? null
}

/** Frames after which an aisle that comes into view is drawn. */
const framesMax = 20

/** Scrolls to a bin, whose aisle is drawn when it comes near, and focuses it if asked. */
export function bringIntoView(
  within: HTMLElement | null,
  aisles: readonly MapAisle[],
  bin: string,
  isFocused: boolean,
): void {
  let left = framesMax
  const show = (): void => {
    const cell = cellOf(within, bin)
    if (cell === null) {
      left -= 1
      if (left > 0) requestAnimationFrame(show)
      return
    }
    if (isFocused) cell.focus({ preventScroll: true })
    cell.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }
  if (cellOf(within, bin) === null) {
    const at = aisles.findIndex(({ cells }) => spotOf(cells, bin) !== null)
    within?.querySelectorAll('section')[at]?.scrollIntoView({ block: 'nearest' })
  }
  show()
}

const cellOf = (within: HTMLElement | null, bin: string): SVGElement | null =>
  within?.querySelector<SVGElement>(`[data-bin="${CSS.escape(bin)}"]`) ?? null
