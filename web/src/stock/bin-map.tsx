import { useQuery } from '@tanstack/react-query'
import { Button, Input, Segmented, Select } from 'antd'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { KeyboardEvent, MouseEvent, PointerEvent, ReactNode } from 'react'
import {
  binMapMeanings,
  binMapModes,
  keepersOf,
  marksOf,
  toneOfMeaning,
  type BinMap,
  type BinMapMode,
  type BinOnMap,
  type FoundBin,
} from '@kufang/contract/stock/bin-map.ts'
import { textOf } from '@kufang/kernel/text-of.ts'
import { api } from '../kit/api/client.ts'
import { SidePanel } from '../kit/dialog/side-panel.tsx'
import { stockEntity } from '../kit/document/related.ts'
import { TabState } from '../kit/document/tab-state.tsx'
import { readPreference, writePreference } from '../kit/preferences/preferences.ts'
import { useEntityVersions } from '../kit/tab/entity-versions.ts'
import { StateTag } from '../kit/theme/state-tag.tsx'
import { useLanguage, withDetail } from '../kit/text/language.ts'
import { useMessages } from '../kit/text/messages.ts'
import { BinPanel } from './bin-panel.tsx'
import { AislePicture, type MapSize } from './bin-map-aisle.tsx'
import { MapEditorBar, UnplacedBins } from './bin-map-editor.tsx'
import {
  layoutBins,
  rowsOfMap,
  spotOf,
  stepOnMap,
  withRoom,
  type MapAisle,
} from './bin-map-layout.ts'
import { BinMapRows } from './bin-map-rows.tsx'
import { mapMessages } from './bin-map-messages.ts'
import { markWords } from './bin-words.ts'
import { useBinPlaces } from './use-bin-places.ts'
import { binOf, bringIntoView, placeOf, usePlaces } from './map-places.ts'
import styles from './bin-map.module.css'

/** Not a colour: the bins for which the person is responsible. */
const ownMeaning = 'own'
const placeKey = 'bin map place'
const modes = Object.keys(binMapModes) as BinMapMode[]
const sizes: readonly MapSize[] = ['small', 'medium', 'large']
const noAisles: readonly MapAisle[] = []
const noBins: readonly BinOnMap[] = []

/** Whether the map is that of the storage location. */
const isOf = (
  map: BinMap | undefined,
  location: Pick<BinMap, 'companyCode' | 'plant' | 'storageLocation'> | null,
): boolean =>
  map !== undefined &&
  location !== null &&
  map.companyCode === location.companyCode &&
  map.plant === location.plant &&
  map.storageLocation === location.storageLocation

/**
 * The map of bins of a storage location (货位图): coloured by what is asked, searched, and opened bin by bin; who maintains
 * bins puts those without a place where they stand.
 */
// oxlint-disable-next-line max-lines-per-function -- markup: one map, whose tools, picture and panel share its bins
export function BinMapView({ canEdit }: { canEdit: boolean }): ReactNode {
  const t = useMessages(mapMessages)
  const { label, language } = useLanguage()
  const [place, setPlace] = useState(() => textOf(readPreference(placeKey)))
  const [mode, setMode] = useState<BinMapMode>('occupancy')
  const [size, setSize] = useState<MapSize>('medium')
  const [shownAs, setShownAs] = useState<'picture' | 'rows'>('picture')
  const [search, setSearch] = useState('')
  const [meaning, setMeaning] = useState<string | null>(null)
  const [opened, setOpened] = useState<string | null>(null)
  const [current, setCurrent] = useState<string | null>(null)
  const [isEditing, setEditing] = useState(false)
  const [added, setAdded] = useState<readonly MapAisle[]>(noAisles)
  const pictures = useRef<HTMLDivElement>(null)
  const places = usePlaces()
  const known = places.data ?? []
  const chosen = known.find((row) => placeOf(row) === place) ?? known[0]
  const asked =
    chosen === undefined
      ? null
      : {
          companyCode: String(chosen['companyCode']),
          plant: String(chosen['plant']),
          storageLocation: String(chosen['storageLocation']),
        }
  const versions = useEntityVersions([stockEntity, 'bin', 'stocktaking', 'place-freeze'])
  const { data, error, isLoading, refetch } = useQuery({
    queryKey: ['bin-map', asked, versions],
    queryFn: ({ signal }) => api.post<BinMap>('/api/stocktake/bin-map', asked, { signal }),
    enabled: asked !== null,
    // Another storage location has bins of the same codes: its map must not stand under the name of this one.
    placeholderData: (before) => (isOf(before, asked) ? before : undefined),
  })
  const found = useQuery({
    queryKey: ['bin-map', 'find', asked, search, versions],
    queryFn: ({ signal }) =>
      api.post<FoundBin[]>('/api/stocktake/bin-map/find', { ...asked, text: search }, { signal }),
    enabled: asked !== null && search !== '',
  })
  const bins = data?.bins ?? noBins
  const now = useMemo(() => new Date(data?.at ?? Date.now()), [data])
  const marks = useMemo(() => marksOf(bins, mode, now), [bins, mode, now])
  const byCode = useMemo(() => new Map(bins.map((bin) => [bin.bin, bin])), [bins])
  // The rows of the editor depend on what it moved, and it on the rows.
  const [moved, setMoved] = useState<ReturnType<typeof useBinPlaces>['moved']>(new Map())
  const layout = useMemo(() => layoutBins(bins, moved), [bins, moved])
  const aisles = useMemo(() => {
    if (!isEditing) return layout.aisles
    const taken = new Set(layout.aisles.map(({ area, aisle }) => `${area} ${aisle}`))
    const fresh = added.filter(({ area, aisle }) => !taken.has(`${area} ${aisle}`))
    return [...fresh, ...layout.aisles.map(withRoom)]
  }, [layout, isEditing, added])
  const rows = useMemo(() => rowsOfMap(aisles), [aisles])
  const editor = useBinPlaces(data, rows, moved, setMoved)
  const own = useMemo(
    () =>
      data === undefined
        ? []
        : bins.filter((bin) => keepersOf(data, bin).some(({ isOwn }) => isOwn)),
    [data, bins],
  )
  const lit = useMemo((): ReadonlySet<string> | null => {
    if (search !== '') return new Set((found.data ?? []).map(({ bin }) => bin))
    if (meaning === ownMeaning) return new Set(own.map(({ bin }) => bin))
    if (meaning === null) return null
    return new Set([...marks].flatMap(([bin, mark]) => (mark.meaning === meaning ? [bin] : [])))
  }, [search, found.data, meaning, marks, own])
  const wordsOf = useCallback(
    (bin: string): string => {
      const one = byCode.get(bin)
      const mark = marks.get(bin)
      if (one === undefined || mark === undefined) return bin
      return `${bin} ${markWords(one, mode, mark, label, now)}`
    },
    // oxlint-disable-next-line react/exhaustive-deps -- the words depend on the language
    [byCode, marks, mode, now, language],
  )
  // The first bin that is lit comes into view.
  useEffect(() => {
    const [first] = lit ?? []
    if (first === undefined || search === '') return
    bringIntoView(pictures.current, aisles, first, false)
    // oxlint-disable-next-line react/exhaustive-deps -- once per search
  }, [lit, search])
  const focused = current ?? rows.flat().find((cell) => cell.bin !== undefined)?.bin?.bin ?? null
  const focus = (bin: string): void => {
    setCurrent(bin)
    bringIntoView(pictures.current, aisles, bin, true)
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const bin = binOf(event.target)
    if (bin === null) return
    if (isEditing && editor.onKey(event, rows, bin)) {
      event.preventDefault()
      return
    }
    if (event.key === 'Enter') {
      event.preventDefault()
      setOpened(bin)
      return
    }
    const from = spotOf(rows, bin)
    const spot =
      from === null ? null : stepOnMap(rows, from, event.key, (cell) => cell.bin !== undefined)
    if (spot === null) return
    event.preventDefault()
    focus(rows[spot.row]![spot.column]!.bin!.bin)
  }
  const onClick = (event: MouseEvent): void => {
    const bin = binOf(event.target)
    if (bin === null) return
    setCurrent(bin)
    if (!isEditing) setOpened(bin)
  }
  const onPointerDown = (event: PointerEvent): void => {
    const bin = binOf(event.target)
    if (isEditing && bin !== null) editor.start(bin, event)
  }
  const openedBin = opened === null ? undefined : byCode.get(opened)
  if (places.data !== undefined && known.length === 0) return <p>{t('noPlace')}</p>
  let firstRow = 0
  return (
    <div className={styles.map}>
      <div className={styles.tools}>
        <Select
          showSearch
          optionFilterProp="label"
          aria-label={t('place')}
          placeholder={t('placeHint')}
          style={{ width: 240 }}
          disabled={isEditing}
          value={chosen === undefined ? null : placeOf(chosen)}
          options={known.map((row) => ({
            value: placeOf(row),
            label: withDetail(String(row['name']), placeOf(row)),
          }))}
          onChange={(value: string | null) => {
            if (value === null) return
            setPlace(value)
            writePreference(placeKey, value)
            setOpened(null)
            setCurrent(null)
            setMeaning(null)
          }}
        />
        <Segmented
          aria-label={t('mode')}
          value={mode}
          options={modes.map((value) => ({ value, label: label(binMapModes[value]) }))}
          onChange={(value) => {
            setMode(value)
            setMeaning(null)
          }}
        />
        <Input.Search
          allowClear
          aria-label={t('find')}
          placeholder={t('find')}
          style={{ width: 230 }}
          onSearch={(text) => setSearch(text.trim())}
          onChange={(event) => {
            if (event.target.value === '') setSearch('')
          }}
        />
        <Segmented
          aria-label={t('shownAs')}
          value={shownAs}
          options={(['picture', 'rows'] as const).map((value) => ({ value, label: t(value) }))}
          onChange={setShownAs}
        />
        {shownAs === 'picture' && (
          <Segmented
            aria-label={t('size')}
            value={size}
            options={sizes.map((value) => ({ value, label: t(value) }))}
            onChange={setSize}
          />
        )}
        {canEdit && shownAs === 'picture' && !isEditing && (
          <Button onClick={() => setEditing(true)}>{t('edit')}</Button>
        )}
      </div>
      {isEditing && (
        <MapEditorBar
          editor={editor}
          areas={[...new Set(bins.map(({ area }) => area))]}
          aisles={aisles}
          onAdd={(aisle) => setAdded([aisle, ...added])}
          onClose={() => {
            editor.discard()
            setAdded(noAisles)
            setEditing(false)
          }}
        />
      )}
      <div className={styles.legend}>
        {Object.entries<{ zh: string; en: string }>(binMapMeanings[mode]).map(([name, words]) => {
          const count = [...marks.values()].filter((mark) => mark.meaning === name).length
          return (
            <button
              key={name}
              type="button"
              className={styles.meaning}
              aria-pressed={meaning === name}
              onClick={() => setMeaning(meaning === name ? null : name)}
            >
              <StateTag tone={toneOfMeaning(name)} label={`${label(words)} ${count}`} />
            </button>
          )
        })}
        {own.length > 0 && (
          <button
            type="button"
            className={styles.meaning}
            aria-pressed={meaning === ownMeaning}
            onClick={() => setMeaning(meaning === ownMeaning ? null : ownMeaning)}
          >
            <StateTag tone="waiting" label={t('own', { count: own.length })} />
          </button>
        )}
        <span role="status">
          {isEditing
            ? editor.told
            : search !== '' &&
              found.data !== undefined &&
              (found.data.length === 0
                ? t('notFound', { text: search })
                : t('found', { text: search, count: found.data.length }))}
        </span>
        <span>{data?.isCut === true && t('cut')}</span>
      </div>
      {data === undefined || bins.length === 0 ? (
        <TabState
          error={error ?? places.error}
          isLoading={isLoading || places.isLoading}
          onRetry={refetch}
          empty={t('empty')}
        />
      ) : shownAs === 'rows' ? (
        <BinMapRows
          bins={lit === null ? bins : bins.filter(({ bin }) => lit.has(bin))}
          marks={marks}
          mode={mode}
          now={now}
          onOpen={setOpened}
        />
      ) : (
        <div className={styles.body}>
          <div
            ref={pictures}
            className={[styles.pictures, editor.carried !== null && styles.carrying]
              .filter(Boolean)
              .join(' ')}
            role="toolbar"
            tabIndex={-1}
            aria-label={t(isEditing ? 'editHelp' : 'help')}
            onKeyDown={onKeyDown}
            onClick={onClick}
            onPointerDown={onPointerDown}
          >
            {aisles.map((aisle) => {
              const begins = firstRow
              firstRow += aisle.cells.length
              const has = (bin: string | null): boolean => {
                const at = bin === null ? null : spotOf(aisle.cells, bin)
                return at !== null
              }
              const target = editor.carried?.target ?? null
              const isHere =
                target !== null && target.row >= begins && target.row < begins + aisle.cells.length
              return (
                <AislePicture
                  key={`${aisle.area} ${aisle.aisle}`}
                  aisle={aisle}
                  firstRow={begins}
                  size={size}
                  marks={marks}
                  wordsOf={wordsOf}
                  lit={lit}
                  current={has(focused) ? focused : null}
                  shown={has(opened) ? opened : null}
                  isEditing={isEditing}
                  target={isHere ? target : null}
                />
              )
            })}
          </div>
          {(layout.unplaced.length > 0 || isEditing) && (
            <UnplacedBins
              bins={layout.unplaced}
              isEditing={isEditing}
              wordsOf={wordsOf}
              onStart={editor.start}
              onKey={(event, bin) => editor.onKey(event, rows, bin)}
              onOpen={setOpened}
            />
          )}
        </div>
      )}
      <SidePanel
        isOpen={openedBin !== undefined}
        isWide
        title={opened ?? ''}
        onClose={() => setOpened(null)}
      >
        {openedBin !== undefined && data !== undefined && (
          <BinPanel key={openedBin.bin} map={data} bin={openedBin} />
        )}
      </SidePanel>
    </div>
  )
}
