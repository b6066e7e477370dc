import { useEffect, useState } from 'react'
import type { KeyboardEvent, PointerEvent } from 'react'
import type { BinMap } from '@kufang/contract/stock/bin-map.ts'
import type { MasterImport } from '@kufang/contract/document/master-record.ts'
import { api } from '../kit/api/client.ts'
import { useIntentKeys } from '../kit/api/intent-key.ts'
import { toast } from '../kit/feedback/toast.ts'
import { markStale } from '../kit/tab/entity-versions.ts'
import { useUnsavedWork } from '../kit/tab/tab-context.ts'
import { useLanguage } from '../kit/text/language.ts'
import { useMessages } from '../kit/text/messages.ts'
import { mapMessages } from './bin-map-messages.ts'
import { spotOf, stepOnMap, type BinPlace, type MapCell, type MapSpot } from './bin-map-layout.ts'

/** What is carried over the map, and the free place where it would be dropped. */
interface Carried {
  bin: string
  target: MapSpot | null
  isByKey: boolean
}

export interface BinPlaces {
  moved: ReadonlyMap<string, BinPlace>
  carried: Carried | null
  isBusy: boolean
  /** What was done last, for screen readers. */
  told: string
  start: (bin: string, event: PointerEvent) => void
  /** Whether the key was one of the editor's. */
  onKey: (event: KeyboardEvent, rows: readonly (readonly MapCell[])[], current: string) => boolean
  save: () => Promise<void>
  discard: () => void
}

const spotAt = (x: number, y: number): MapSpot | null => {
  const element = document.elementFromPoint(x, y)?.closest('[data-row]')
  if (element == null) return null
  const { row, column } = (element as SVGElement).dataset
  return { row: Number(row), column: Number(column) }
}

/** Pixels that the pointer moves before a press becomes a drag. */
const dragBeginsPx = 5

/**
 * Places of bins that are chosen on the map, by dragging or by keyboard, and saved as changes of the master: all of them, or
 * none if one is refused; each is in the history of its bin.
 */
// oxlint-disable-next-line max-lines-per-function -- pointer and keyboard share what is carried and what was moved
export function useBinPlaces(
  map: BinMap | undefined,
  rows: readonly (readonly MapCell[])[],
  moved: ReadonlyMap<string, BinPlace>,
  setMoved: (moved: ReadonlyMap<string, BinPlace>) => void,
): BinPlaces {
  const t = useMessages(mapMessages)
  const { language } = useLanguage()
  const keys = useIntentKeys()
  const [carried, setCarried] = useState<Carried | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [told, setTold] = useState('')
  useUnsavedWork(moved.size > 0)
  const placeWords = ({ aisle, rack, level, position }: BinPlace) =>
    t('placeWords', { aisle, rack, level, position })
  const isFree = (cell: MapCell | undefined): boolean =>
    cell !== undefined && cell.bin === undefined
  const cellAt = (spot: MapSpot | null) =>
    spot === null ? undefined : rows[spot.row]?.[spot.column]

  const drop = (bin: string, target: MapSpot | null): void => {
    const cell = cellAt(target)
    const known = map?.bins.find((one) => one.bin === bin)
    if (cell === undefined || known === undefined || !isFree(cell)) return
    const { place } = cell
    // A bin changes its area in the master only, where what is held there is seen.
    if (known.area !== '' && known.area !== place.area) {
      toast.warning(t('otherArea', { bin, area: known.area, other: place.area || t('noArea') }))
      return
    }
    setMoved(new Map([...moved, [bin, place]]))
    setTold(t('dropped', { bin, place: placeWords(place) }))
  }

  const start = (bin: string, event: PointerEvent): void => {
    if (event.button !== 0 || isBusy) return
    const from = { x: event.clientX, y: event.clientY }
    let isDragging = false
    let target: MapSpot | null = null
    const move = ({ clientX, clientY }: globalThis.PointerEvent) => {
      if (!isDragging && Math.hypot(clientX - from.x, clientY - from.y) < dragBeginsPx) return
      isDragging = true
      const spot = spotAt(clientX, clientY)
      target = isFree(cellAt(spot)) ? spot : null
      setCarried({ bin, target, isByKey: false })
    }
    const end = (ended: Event) => {
      globalThis.removeEventListener('pointermove', move)
      globalThis.removeEventListener('pointerup', end)
      globalThis.removeEventListener('pointercancel', end)
      setCarried(null)
      if (isDragging && ended.type === 'pointerup') drop(bin, target)
    }
    globalThis.addEventListener('pointermove', move)
    globalThis.addEventListener('pointerup', end)
    globalThis.addEventListener('pointercancel', end)
  }

  // Esc also ends what the pointer carries.
  useEffect(() => {
    if (carried === null) return
    const cancel = ({ key }: globalThis.KeyboardEvent) => {
      if (key === 'Escape') setCarried(null)
    }
    globalThis.addEventListener('keydown', cancel)
    return () => globalThis.removeEventListener('keydown', cancel)
  }, [carried])

  const onKey: BinPlaces['onKey'] = ({ key }, cells, current) => {
    const free = (cell: MapCell) => cell.bin === undefined
    if (carried === null) {
      if (key !== ' ') return false
      const at = spotOf(cells, current) ?? { row: 0, column: 0 }
      const right = stepOnMap(cells, at, 'ArrowRight', free)
      const isRight = free(cells[right!.row]![right!.column]!)
      const target = isRight ? right : stepOnMap(cells, at, 'ArrowDown', free)
      const cell = cells[target!.row]![target!.column]!
      setCarried({ bin: current, target, isByKey: true })
      setTold(t('carried', { bin: current, place: placeWords(cell.place) }))
      return true
    }
    if (key === 'Escape') {
      setCarried(null)
      return true
    }
    if (key === 'Enter' || key === ' ') {
      setCarried(null)
      drop(carried.bin, carried.target)
      return true
    }
    const target = stepOnMap(cells, carried.target ?? { row: 0, column: 0 }, key, free)
    if (target === null) return false
    setCarried({ ...carried, target })
    const cell = cells[target.row]![target.column]!
    setTold(t('carried', { bin: carried.bin, place: placeWords(cell.place) }))
    return true
  }

  const save = async (): Promise<void> => {
    if (map === undefined) return
    const { companyCode, plant, storageLocation } = map
    const body = {
      onRefusal: 'stop',
      rows: [...moved].map(([bin, place], index) => ({
        line: index + 1,
        values: { companyCode, plant, storageLocation, bin, ...place },
      })),
    }
    setBusy(true)
    try {
      const answer = await api.post<MasterImport>('/api/masters/bin/import', body, {
        idempotencyKey: keys.of(body),
      })
      const [refused] = answer.refusals
      if (!answer.isImported && refused !== undefined) {
        toast.warning(refused[language])
        return
      }
      keys.done()
      setMoved(new Map())
      toast.success(t('saved', { count: answer.changedCount }))
      markStale('bin')
    } catch (thrown) {
      toast.error(thrown)
    } finally {
      setBusy(false)
    }
  }
  return {
    moved,
    carried,
    isBusy,
    told,
    start,
    onKey,
    save,
    discard: () => {
      setMoved(new Map())
      setCarried(null)
    },
  }
}
