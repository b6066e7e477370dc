import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { useState } from 'react'
import type { ReactNode } from 'react'
import type { ListResponse } from '@kufang/contract/document/api.ts'
import { distributionOrder } from '@kufang/contract/distribution/distribution-order.ts'
import { textOf } from '@kufang/kernel/text-of.ts'
import { api } from '../kit/api/client.ts'
import { Dialog } from '../kit/dialog/dialog.tsx'
import { documentApi } from '../kit/document/document-api.ts'
import { printInFrame } from '../kit/document/print/print-frame.tsx'
import { TabState } from '../kit/document/tab-state.tsx'
import { toast } from '../kit/feedback/toast.ts'
import type { Row } from '../kit/fields/field-column.ts'
import { defineMessages, useMessages } from '../kit/text/messages.ts'
import { LoadSheet } from './load-sheet.tsx'
import style from './load-sheet.css?inline'
import './load-sheet.css'

const messages = defineMessages({
  title: { zh: '装车单', en: 'Load list' },
  print: { zh: '打印', en: 'Print' },
  which: { zh: '车次', en: 'Trip' },
  choose: { zh: '请选择车次', en: 'Choose a trip' },
  option: {
    zh: '{date} {vehicle} 第 {trip} 车次（{count} 单）',
    en: '{date} {vehicle} trip {trip} ({count} {count|order|orders})',
  },
  none: {
    zh: '没有已分配的车次。请先在“配送单分配”中分配。',
    en: 'No order is on a trip. Allot them on the page “Allot distribution orders” first.',
  },
  capped: {
    zh: '只显示前 {count} 行',
    en: 'The first {count} {count|line|lines} shown',
  },
})

/** A trip by its key. */
export interface ChosenTrip {
  vehicle: string
  tripDate: string
  tripNo: number
}

const linesMax = 500
const keyOf = ({ vehicle, tripDate, tripNo }: ChosenTrip): string =>
  `${tripDate} ${vehicle} ${tripNo}`
const tripOf = (row: Row): ChosenTrip => ({
  vehicle: textOf(row['vehicle']),
  tripDate: textOf(row['tripDate']),
  tripNo: Number(row['tripNo']),
})

const onVehicle = {
  field: 'state',
  operator: 'in' as const,
  value: ['allotted', 'loaded', 'underWay'],
}

/** The trips that are to be loaded or under way, and the lines of the chosen one. */
function useTrips(chosen: ChosenTrip | undefined) {
  const board = useQuery({
    queryKey: ['document', distributionOrder.name, 'trips'],
    queryFn: ({ signal }) =>
      api.post<ListResponse<Row>>(
        '/api/queries/distribution-board/list',
        { size: linesMax, filters: [onVehicle] },
        { signal },
      ),
  })
  const lines = useQuery({
    queryKey: ['document', distributionOrder.name, 'load-list', chosen],
    queryFn: ({ signal }) =>
      documentApi.list(
        distributionOrder.name,
        {
          level: 'line',
          size: linesMax,
          filters: [
            { field: 'vehicle', operator: 'eq', value: chosen!.vehicle },
            { field: 'tripDate', operator: 'eq', value: chosen!.tripDate },
            { field: 'tripNo', operator: 'eq', value: chosen!.tripNo },
            onVehicle,
          ],
        },
        signal,
      ),
    enabled: chosen !== undefined,
  })
  return { board, lines }
}

/**
 * What is loaded for a trip, by stop, on the screen and on paper: the last stop is loaded first.
 * @param trip the trip shown first; otherwise one is chosen
 */
export function LoadList(props: { trip?: ChosenTrip; onClose: () => void }): ReactNode {
  const t = useMessages(messages)
  const [chosen, setChosen] = useState<ChosenTrip | undefined>(props.trip)
  const { board, lines } = useTrips(chosen)
  const trips = Map.groupBy(board.data?.rows ?? [], (row) => keyOf(tripOf(row)))
  const rows = lines.data?.rows ?? []
  const orders = board.data?.rows ?? []
  const print = (): void => {
    try {
      printInFrame({
        title: t('title'),
        style: `@page { size: A4 landscape; margin: 12mm; }\n${style}`,
        content: <LoadSheet rows={rows} orders={orders} />,
      })
    } catch (thrown) {
      toast.error(thrown)
    }
  }
  return (
    <Dialog
      isOpen
      size="broad"
      title={t('title')}
      onClose={props.onClose}
      actionText={t('print')}
      onAction={print}
      actionRefusal={rows.length === 0 ? t('choose') : null}
    >
      <Select
        aria-label={t('which')}
        placeholder={t('choose')}
        style={{ width: 360, marginBottom: 8 }}
        value={chosen === undefined ? undefined : keyOf(chosen)}
        notFoundContent={t('none')}
        options={[...trips].map(([key, own]) => ({
          value: key,
          label: t('option', {
            date: textOf(own[0]!['tripDate']),
            vehicle: textOf(own[0]!['plateNo']),
            trip: Number(own[0]!['tripNo']),
            count: own.length,
          }),
        }))}
        onChange={(key) => setChosen(tripOf(trips.get(key)![0]!))}
      />
      {board.data !== undefined && trips.size === 0 && <p>{t('none')}</p>}
      {chosen !== undefined &&
        (lines.data === undefined ? (
          <TabState error={lines.error} isLoading={lines.isLoading} onRetry={lines.refetch} />
        ) : (
          <>
            {lines.data.nextCursor && <p role="alert">{t('capped', { count: rows.length })}</p>}
            <LoadSheet rows={rows} orders={orders} />
          </>
        ))}
    </Dialog>
  )
}
