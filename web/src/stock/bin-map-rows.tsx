import { useMemo } from 'react'
import type { ReactNode } from 'react'
import { bin as binMaster } from '@kufang/contract/masters/bin.ts'
import {
  binMapModes,
  type BinMapMode,
  type BinMark,
  type BinOnMap,
} from '@kufang/contract/stock/bin-map.ts'
import { fieldColumn } from '../kit/fields/field-column.ts'
import { DataGrid } from '../kit/grid/data-grid.tsx'
import type { GridColumn } from '../kit/grid/grid-column.ts'
import { useLanguage } from '../kit/text/language.ts'
import { defineMessages, useMessages } from '../kit/text/messages.ts'
import { markWords, roomWords } from './bin-words.ts'

const messages = defineMessages({
  rows: { zh: '货位明细', en: 'Bins' },
  keys: { zh: '库存行', en: 'Rows of stock' },
  room: { zh: '占用', en: 'Taken' },
  held: { zh: '冻结单据', en: 'Held by' },
  counted: { zh: '盘点单', en: 'Counted by' },
})

type MapRow = BinOnMap & { [name: string]: unknown }
const places = ['area', 'aisle', 'rack', 'level', 'position', 'purpose', 'hazardClass'] as const

/** The same as the picture in rows, for keyboard, screen reader and copying. */
export function BinMapRows(props: {
  bins: readonly BinOnMap[]
  marks: ReadonlyMap<string, BinMark>
  mode: BinMapMode
  now: Date
  onOpen: (bin: string) => void
}): ReactNode {
  const { bins, marks, mode, now, onOpen } = props
  const t = useMessages(messages)
  const { label } = useLanguage()
  const columns = useMemo((): GridColumn<MapRow>[] => {
    const master = (name: keyof typeof binMaster.fields): GridColumn<MapRow> =>
      fieldColumn(name, { ...binMaster.fields[name], required: false }) as GridColumn<MapRow>
    const text = (
      field: string,
      words: GridColumn<MapRow>['label'],
      width: number,
    ): GridColumn<MapRow> => ({ field, label: words, kind: 'text', width })
    return [
      { ...master('bin'), onOpen: (row) => onOpen(row.bin) },
      text('said', binMapModes[mode], 190),
      ...places.map(master),
      { field: 'keys', label: t('keys'), kind: 'integer', width: 80 },
      text('room', t('room'), 150),
      text('held', t('held'), 130),
      text('counted', t('counted'), 130),
      master('lastCountedAt'),
    ]
  }, [mode, onOpen, t])
  const rows = useMemo(
    (): MapRow[] =>
      bins.map((bin) => {
        const mark = marks.get(bin.bin)
        return {
          ...bin,
          said: mark === undefined ? '' : markWords(bin, mode, mark, label, now),
          room: roomWords(bin).join(' '),
          held: bin.heldBy?.documentNo ?? '',
          counted: bin.countedBy?.documentNo ?? '',
        }
      }),
    [bins, marks, mode, now, label],
  )
  return (
    <DataGrid
      pageKey="bin map rows"
      ariaLabel={t('rows')}
      columns={columns}
      source={{ kind: 'rows', rows }}
      rowId={(row) => row.bin}
      onRowOpen={(row) => onOpen(row.bin)}
    />
  )
}
