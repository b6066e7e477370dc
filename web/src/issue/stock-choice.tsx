import { textOf } from '@kufang/kernel/text-of.ts'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useMemo } from 'react'
import type { ReactNode } from 'react'
import type { ListResponse } from '@kufang/contract/document/api.ts'
import { api } from '../kit/api/client.ts'
import { Dialog } from '../kit/dialog/dialog.tsx'
import { TabState } from '../kit/document/tab-state.tsx'
import type { SlotLine } from '../kit/document/slots.ts'
import { DataGrid } from '../kit/grid/data-grid.tsx'
import type { GridColumn } from '../kit/grid/grid-column.ts'
import { StateTag } from '../kit/theme/state-tag.tsx'
import { defineMessages, useMessages } from '../kit/text/messages.ts'
import { useRelevantNotes } from '../stock/relevant-notes.ts'
import { byExpiry } from './by-expiry.ts'

const messages = defineMessages({
  title: { zh: '选择 {material} 的库存', en: 'Choose stock of {material}' },
  bin: { zh: '货位', en: 'Bin' },
  batch: { zh: '批次', en: 'Batch' },
  expiry: { zh: '有效期至', en: 'Expiry date' },
  available: { zh: '可用', en: 'Available' },
  quantity: { zh: '数量', en: 'Quantity' },
  special: { zh: '特殊库存', en: 'Special stock' },
  reference: { zh: '特殊库存参考', en: 'Special stock reference' },
  note: { zh: '备注', en: 'Note' },
  take: { zh: '选用', en: 'Take' },
  first: { zh: '先出', en: 'First out' },
  empty: { zh: '此库存地点没有可用库存', en: 'Nothing is available in this storage location' },
})

export interface ChosenStock {
  keyId: number | string
  bin: string
  batch: string
  expiryDate: string | null
  available: string
  unit: string
  specialStock: string
  specialStockReference: string
}

/** The available stock of a line's material, earliest expiry first. */
// oxlint-disable-next-line max-lines-per-function -- markup: the parts with a state of their own are components already
export function StockChoice(props: {
  line: SlotLine
  plant: string
  storageLocation: string
  onTake: (stock: ChosenStock) => void
  onClose: () => void
}): ReactNode {
  const t = useMessages(messages)
  const { onTake } = props
  const materialNo = textOf(props.line['materialNo'])
  const equal = (field: string, value: string) => ({ field, operator: 'eq', value })
  const filters = [
    equal('materialNo', materialNo),
    equal('plant', props.plant),
    equal('storageLocation', props.storageLocation),
    equal('stockCategory', 'UU'),
    equal('place', 'stock'),
  ]
  const { data, error, isLoading, refetch } = useQuery({
    queryKey: ['stock', 'choice', filters],
    queryFn: ({ signal }) =>
      api.post<ListResponse<ChosenStock>>(
        '/api/queries/stock/list',
        { filters, size: 200 },
        { signal },
      ),
    staleTime: 0,
  })
  const rows = useMemo(() => byExpiry(data?.rows ?? []), [data])
  const notes = useRelevantNotes(props, [materialNo])
  const noted = useMemo(
    () => new Map(notes.data?.map((row) => [String(row['keyId']), textOf(row['noteText'])])),
    [notes.data],
  )
  const columns = useMemo((): GridColumn<ChosenStock>[] => {
    const first = rows[0]
    return [
      { field: 'bin', label: t('bin'), kind: 'text', width: 130 },
      { field: 'batch', label: t('batch'), kind: 'text', width: 110 },
      {
        field: 'expiryDate',
        label: t('expiry'),
        kind: 'date',
        width: 170,
        render: (row) => (
          <>
            {row.expiryDate ?? '–'}{' '}
            {row === first && <StateTag tone="waiting" label={t('first')} />}
          </>
        ),
      },
      {
        field: 'available',
        label: t('available'),
        kind: 'quantity',
        unitField: 'unit',
        width: 120,
      },
      { field: 'specialStock', label: t('special'), kind: 'text', width: 90 },
      { field: 'specialStockReference', label: t('reference'), kind: 'text', width: 110 },
      ...(noted.size === 0
        ? []
        : [
            {
              field: 'note',
              label: t('note'),
              kind: 'text' as const,
              width: 200,
              isSortable: false,
              render: ({ keyId }: ChosenStock) => noted.get(String(keyId)) ?? '–',
            },
          ]),
      {
        field: 'keyId',
        label: '',
        kind: 'text',
        width: 90,
        isSortable: false,
        render: (row) => (
          <Button size="small" type="link" onClick={() => onTake(row)}>
            {t('take')}
          </Button>
        ),
      },
    ]
  }, [rows, noted, t, onTake])
  return (
    <Dialog isOpen title={t('title', { material: materialNo })} onClose={props.onClose}>
      {rows.length === 0 ? (
        <TabState error={error} isLoading={isLoading} onRetry={refetch} empty={t('empty')} />
      ) : (
        <DataGrid
          pageKey={null}
          ariaLabel={t('title', { material: materialNo })}
          columns={columns}
          source={{ kind: 'rows', rows }}
          rowId={(row) => String(row.keyId)}
          onRowOpen={onTake}
          height="content"
        />
      )}
    </Dialog>
  )
}
