import { textOf } from '@kufang/kernel/text-of.ts'
import type { Quantity } from '@kufang/kernel/quantity.ts'
import { compareQuantity } from '@kufang/kernel/quantity.ts'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useMemo } from 'react'
import type { ReactNode } from 'react'
import type { ListResponse } from '@kufang/contract/document/api.ts'
import { accountAssignment } from '@kufang/contract/external-documents/mirror.ts'
import { api } from '../kit/api/client.ts'
import { Dialog } from '../kit/dialog/dialog.tsx'
import { TabState } from '../kit/document/tab-state.tsx'
import type { SlotLine } from '../kit/document/slots.ts'
import { DataGrid } from '../kit/grid/data-grid.tsx'
import type { GridColumn } from '../kit/grid/grid-column.ts'
import { StateTag } from '../kit/theme/state-tag.tsx'
import { label } from '../kit/text/language.ts'
import { defineMessages, useMessages } from '../kit/text/messages.ts'
import { withUnit } from '../kit/text/unit-text.ts'
import type { OpenItem } from './best-reservations.ts'
import { bestFirst } from './best-reservations.ts'

const messages = defineMessages({
  title: {
    zh: '{material} {description}：从哪个预留补 {quantity}',
    en: '{material} {description}: take {quantity} from which reservation',
  },
  reservation: { zh: '预留', en: 'Reservation' },
  free: { zh: '可用数量', en: 'Free quantity' },
  required: { zh: '需求日期', en: 'Required on' },
  recipient: { zh: '收货方', en: 'Recipient' },
  charged: { zh: '成本对象', en: 'Charged to' },
  take: { zh: '选用', en: 'Take' },
  best: { zh: '最匹配', en: 'Best' },
  little: { zh: '数量不足', en: 'Too little' },
  without: { zh: '不用预留', en: 'Without a reservation' },
  empty: {
    zh: '工厂 {plant} 没有该物料的未清预留；请填写成本对象',
    en: 'Plant {plant} has no open reservation of this material; enter what it is charged to',
  },
})

export interface Candidate extends OpenItem {
  id: string
  docNo: string
  lineNo: number
  unit: string
  recipientName: string | null
  [field: string]: unknown
}

const accounts = Object.entries(accountAssignment)

/** The open reservation items of a line's material, best first. */
// oxlint-disable-next-line max-lines-per-function -- markup: the parts with a state of their own are components already
export function ReservationChoice(props: {
  line: SlotLine
  companyCode: string
  plant: string
  onTake: (item: Candidate | null) => void
  onClose: () => void
}): ReactNode {
  const t = useMessages(messages)
  const { onTake, line, companyCode, plant } = props
  const quantity = line['quantity'] as Quantity
  const unit = textOf(line['unit'])
  const equal = (field: string, value: string) => ({ field, operator: 'eq', value })
  const filters = [
    equal('companyCode', companyCode),
    equal('materialNo', textOf(line['materialNo'])),
    equal('plant', plant),
    equal('unit', unit),
  ]
  const { data, error, isLoading, refetch } = useQuery({
    queryKey: ['matching-reservation', filters],
    queryFn: ({ signal }) =>
      api.post<ListResponse<Candidate>>(
        '/api/queries/matching-reservation/list',
        { filters, size: 200 },
        { signal },
      ),
    staleTime: 0,
  })
  const rows = useMemo(() => bestFirst(data?.rows ?? [], quantity), [data, quantity])
  const columns = useMemo((): GridColumn<Candidate>[] => {
    const isLittle = (row: Candidate) => compareQuantity(row.freeQuantity, quantity) < 0
    return [
      {
        field: 'docNo',
        label: t('reservation'),
        kind: 'text',
        width: 190,
        render: (row) => (
          <>
            {row.docNo}/{row.lineNo}{' '}
            {isLittle(row) ? (
              <StateTag tone="late" label={t('little')} />
            ) : (
              row === rows[0] && <StateTag tone="waiting" label={t('best')} />
            )}
          </>
        ),
      },
      { field: 'freeQuantity', label: t('free'), kind: 'quantity', unitField: 'unit', width: 120 },
      { field: 'deliveryDate', label: t('required'), kind: 'date', width: 110 },
      { field: 'recipientName', label: t('recipient'), kind: 'text', width: 120 },
      {
        field: 'costCenter',
        label: t('charged'),
        kind: 'text',
        width: 260,
        isSortable: false,
        render: (row) =>
          accounts
            .filter(([name]) => textOf(row[name]) !== '')
            .map(([name, field]) => `${label(field.label)} ${textOf(row[name])}`)
            .join('，'),
      },
      {
        field: 'id',
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
  }, [rows, quantity, t, onTake])
  const title = t('title', {
    material: textOf(line['materialNo']),
    description: textOf(line['description']),
    quantity: withUnit(quantity, unit),
  })
  return (
    <Dialog
      isOpen
      size="broad"
      title={title}
      onClose={props.onClose}
      footerExtra={<Button onClick={() => onTake(null)}>{t('without')}</Button>}
    >
      {rows.length === 0 ? (
        <TabState
          error={error}
          isLoading={isLoading}
          onRetry={refetch}
          empty={t('empty', { plant })}
        />
      ) : (
        <DataGrid
          pageKey={null}
          ariaLabel={title}
          columns={columns}
          source={{ kind: 'rows', rows }}
          rowId={(row) => `${row.id}/${row.lineNo}`}
          onRowOpen={onTake}
          height="content"
        />
      )}
    </Dialog>
  )
}
