import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { LeftOutlined, RightOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { Suspense, useState } from 'react'
import type { DragEvent, KeyboardEvent, ReactNode } from 'react'
import { companyToday } from '@kufang/kernel/company-day.ts'
import { addDays, type LocalDate } from '@kufang/kernel/local-date.ts'
import { textOf } from '@kufang/kernel/text-of.ts'
import type { ListResponse } from '@kufang/contract/document/api.ts'
import { distributionOrder } from '@kufang/contract/distribution/distribution-order.ts'
import { api } from '../kit/api/client.ts'
import { SidePanel } from '../kit/dialog/side-panel.tsx'
import { ActionDialog } from '../kit/document/act/action-dialog.tsx'
import { actionRefusal } from '../kit/document/act/action-refusal.ts'
import { useDecider } from '../kit/session/decider.ts'
import { useIntentKeys } from '../kit/api/intent-key.ts'
import { tellDone } from '../kit/document/act/next-words.ts'
import { documentApi } from '../kit/document/document-api.ts'
import { documentPath, openDocument } from '../kit/document/document-path.ts'
import { listedDocument } from '../kit/document/listed-document.ts'
import { afterDocumentWrite } from '../kit/document/related.ts'
import { DocumentView } from '../kit/document/view/document-view.tsx'
import { TabState } from '../kit/document/tab-state.tsx'
import { toast } from '../kit/feedback/toast.ts'
import type { Row } from '../kit/fields/field-column.ts'
import { useEntityVersion } from '../kit/tab/entity-versions.ts'
import { dayjs } from '../kit/text/calendar.ts'
import { useLanguage } from '../kit/text/language.ts'
import { defineMessages, useMessages } from '../kit/text/messages.ts'
import { BoardCard } from './board-card.tsx'
import {
  boardVehicle,
  daysFrom,
  nextPlace,
  openTrip,
  tripsOf,
  waitingOrders,
  type BoardPlace,
  type BoardVehicle,
} from './board-model.ts'
import { TripHead } from './board-trip.tsx'
import styles from './board.module.css'
import { LoadList, type ChosenTrip } from './load-list.tsx'

const messages = defineMessages({
  waiting: { zh: '待分配（{count}）', en: 'To be allotted ({count})' },
  noneWaiting: {
    zh: '没有待分配的配送单。配送出库后会出现在这里。',
    en: 'Nothing is to be allotted. Orders appear here when goods are handed over for delivery.',
  },
  noVehicles: {
    zh: '没有可用车辆。请先在“车辆管理”中登记。',
    en: 'There is no vehicle. Enter one on the page “Vehicles” first.',
  },
  vehicle: { zh: '车辆', en: 'Vehicle' },
  capacity: { zh: '核载 {capacity} kg', en: 'Carries {capacity} kg' },
  licensed: { zh: '准运 {classes}', en: 'Licensed for {classes}' },
  earlier: { zh: '前几天', en: 'Earlier days' },
  later: { zh: '后几天', en: 'Later days' },
  today: { zh: '今天', en: 'Today' },
  help: {
    zh: '拖到车辆和日期上即分配，拖回左侧即撤销；键盘：空格拿起，方向键选位置，回车放下，Esc 取消，回车打开配送单',
    en: 'Drag an order onto a vehicle and day to allot it, back to the left to withdraw it; keyboard: space picks it up, arrows choose, Enter drops, Esc cancels; Enter opens an order',
  },
  at: { zh: '数据时间 {time}', en: 'As of {time}' },
  capped: {
    zh: '只显示前 {count} 张配送单，其余请在列表中查看',
    en: 'The first {count} {count|order|orders} shown; the list has the others',
  },
  carried: { zh: '已拿起 {no}：{place}', en: 'Carrying {no}: {place}' },
  allotted: { zh: '已分配', en: 'Allotted' },
  withdrawn: { zh: '已撤销分配', en: 'Allotment withdrawn' },
  openInTab: { zh: '在标签页打开', en: 'Open in a tab' },
})

const daysShown = 4
const ordersMax = 500
const refreshMs = 30_000
const waitingPlace: BoardPlace = { vehicle: -1, day: 0 }

/** The board: what waits on the left, vehicles and days on the right. It reads itself again every half minute. */
// oxlint-disable-next-line max-lines-per-function -- markup: one board, whose cards and cells share what is carried
export function DistributionBoard(): ReactNode {
  const t = useMessages(messages)
  const { label } = useLanguage()
  const client = useQueryClient()
  const keys = useIntentKeys()
  const decider = useDecider()
  const version = useEntityVersion(distributionOrder.name)
  const [first, setFirst] = useState<LocalDate>(companyToday())
  const [dragged, setDragged] = useState<string | null>(null)
  const [held, setHeld] = useState<{ id: string; place: BoardPlace } | null>(null)
  /** What was dropped by keyboard keeps the focus where it is then. */
  const [carried, setCarried] = useState<{ id: string; place: BoardPlace } | null>(null)
  const [toComplete, setToComplete] = useState<Row | null>(null)
  const [openedId, setOpenedId] = useState<string | null>(null)
  const [listed, setListed] = useState<ChosenTrip | null>(null)
  const days = daysFrom(first, daysShown)
  // Apart, so that a pile of old orders hides neither what waits nor the trips of these days.
  const asked = [
    { field: 'state', operator: 'eq', value: 'waiting' },
    { field: 'tripDate', operator: 'between', value: [days[0], days.at(-1)] },
  ]
  const orders = useQueries({
    queries: asked.map((filter) => ({
      queryKey: ['document', distributionOrder.name, 'board', version, filter],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        api.post<ListResponse<Row>>(
          '/api/queries/distribution-board/list',
          { size: ordersMax, filters: [filter] },
          { signal },
        ),
      refetchInterval: refreshMs,
      placeholderData: (before: ListResponse<Row> | undefined) => before,
    })),
  })
  const cars = useQuery({
    queryKey: ['master-search', 'vehicle', 'board'],
    queryFn: ({ signal }) =>
      api.post<Row[]>('/api/masters/vehicle/search', { text: '', size: 200 }, { signal }),
  })
  const reads = [...orders, cars]
  if (cars.data === undefined || orders.some(({ data }) => data === undefined))
    return (
      <TabState
        error={reads.find(({ error }) => error !== null)?.error ?? null}
        isLoading={reads.some(({ isLoading }) => isLoading)}
        onRetry={() => Promise.all(reads.map(({ refetch }) => refetch()))}
      />
    )
  const [toAllot, ofDays] = orders.map(({ data }) => data!.rows)
  const rows = [...toAllot!, ...ofDays!.filter((row) => row['state'] !== 'waiting')]
  const vehicles = cars.data.map(boardVehicle)
  const waiting = waitingOrders(rows)
  const rowOf = (id: string | null): Row | undefined => rows.find((row) => row['id'] === id)
  const refusalOf = (row: Row): string | null => {
    const refusal = actionRefusal(distributionOrder, 'allot', decider, [listedDocument(row)])
    return refusal === null ? null : label(refusal)
  }

  const act = async (row: Row, action: 'allot' | 'withdrawAllotment', input: Row) => {
    const { id, version: of } = listedDocument(row)
    const request = { version: of, input }
    try {
      const made = await documentApi.act(
        distributionOrder.name,
        id,
        action,
        request,
        keys.of([id, action, request]),
      )
      keys.done()
      const told = t(action === 'allot' ? 'allotted' : 'withdrawn')
      tellDone(told, distributionOrder.name, made, documentPath(distributionOrder.name, made.id))
    } catch (thrown) {
      toast.error(thrown)
    } finally {
      afterDocumentWrite(client, distributionOrder.name)
    }
  }
  /** Puts an order where it was dropped; what is missing for that is asked for. */
  const drop = (id: string, vehicle: BoardVehicle | null, day: LocalDate): void => {
    setDragged(null)
    setHeld(null)
    const row = rowOf(id)
    if (row === undefined || refusalOf(row) !== null) return
    if (vehicle === null) {
      if (row['state'] === 'allotted') void act(row, 'withdrawAllotment', {})
      return
    }
    if (row['vehicle'] === vehicle.vehicle && row['tripDate'] === day) return
    const driver = openTrip(tripsOf(rows, vehicle.vehicle, day))?.driver ?? vehicle.driver
    const input = { vehicle: vehicle.vehicle, tripDate: day, driver }
    if (driver === '' || textOf(row['weightKg']) === '')
      setToComplete({ ...row, ...input, tripNo: null, stopNo: null })
    else void act(row, 'allot', input)
  }
  const dropAt = (id: string, { vehicle, day }: BoardPlace): void =>
    drop(id, vehicles[vehicle] ?? null, days[day]!)
  const onKey = (row: Row, at: BoardPlace) => (event: KeyboardEvent) => {
    const id = textOf(row['id'])
    if (held === null) {
      if (event.key !== ' ') return
      event.preventDefault()
      if (refusalOf(row) === null) setHeld({ id, place: at })
      return
    }
    if (event.key.startsWith('Arrow')) {
      event.preventDefault()
      const size = { vehicles: vehicles.length, days: days.length }
      setHeld({ id: held.id, place: nextPlace(held.place, event.key, size) })
    } else if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault()
      setCarried(held)
      dropAt(held.id, held.place)
    } else if (event.key === 'Escape') {
      event.stopPropagation()
      setHeld(null)
    }
  }
  const placeWords = ({ vehicle, day }: BoardPlace): string => {
    const car = vehicles[vehicle]
    return car === undefined
      ? t('waiting', { count: waiting.length })
      : `${car.plateNo} ${days[day]!}`
  }
  const isTarget = (vehicle: number, day: number): boolean =>
    held !== null && held.place.vehicle === vehicle && (vehicle < 0 || held.place.day === day)
  const droppable = (vehicle: BoardVehicle | null, day: LocalDate) => ({
    onDragOver: (event: DragEvent) => {
      if (dragged === null) return
      event.preventDefault()
      event.dataTransfer.dropEffect = 'move'
    },
    onDrop: (event: DragEvent) => {
      event.preventDefault()
      drop(event.dataTransfer.getData('text/plain'), vehicle, day)
    },
  })
  const card = (row: Row, place: BoardPlace): ReactNode => (
    <BoardCard
      key={textOf(row['id'])}
      row={row}
      isHeld={held?.id === row['id'] || dragged === row['id']}
      refusal={refusalOf(row)}
      onOpen={() => setOpenedId(textOf(row['id']))}
      onKey={onKey(row, place)}
      onDrag={(isDragged) => setDragged(isDragged ? textOf(row['id']) : null)}
      takesFocus={
        carried !== null &&
        carried.id === row['id'] &&
        carried.place.vehicle === place.vehicle &&
        carried.place.day === place.day
      }
      onFocused={() => setCarried(null)}
    />
  )
  const heldRow = rowOf(held?.id ?? null)
  return (
    <>
      <div className={styles.tools}>
        <Button
          size="small"
          icon={<LeftOutlined aria-hidden />}
          aria-label={t('earlier')}
          onClick={() => setFirst(addDays(first, -daysShown))}
        />
        <Button size="small" onClick={() => setFirst(companyToday())}>
          {t('today')}
        </Button>
        <Button
          size="small"
          icon={<RightOutlined aria-hidden />}
          aria-label={t('later')}
          onClick={() => setFirst(addDays(first, daysShown))}
        />
        <span className={styles.hint}>{t('help')}</span>
        <span className={styles.hint}>
          {t('at', { time: dayjs(orders[0]!.dataUpdatedAt).format('HH:mm:ss') })}
        </span>
        {orders.some(({ data }) => data!.nextCursor !== null) && (
          <span role="alert">{t('capped', { count: ordersMax })}</span>
        )}
        <span role="status" className={styles.hint}>
          {held !== null &&
            t('carried', { no: textOf(heldRow?.['docNo']), place: placeWords(held.place) })}
        </span>
      </div>
      <div className={styles.board}>
        <section
          className={`${styles.waiting} ${isTarget(-1, 0) ? styles.target : ''}`}
          aria-label={t('waiting', { count: waiting.length })}
          {...droppable(null, first)}
        >
          <h2>{t('waiting', { count: waiting.length })}</h2>
          {waiting.length === 0 && <p>{t('noneWaiting')}</p>}
          {waiting.map((row) => card(row, waitingPlace))}
        </section>
        <div className={styles.days}>
          <table>
            <thead>
              <tr>
                <th scope="col" className={styles.vehicleHead}>
                  {t('vehicle')}
                </th>
                {days.map((day) => (
                  <th key={day} scope="col">
                    {dayjs(day).format('MM-DD ddd')}
                    {day === companyToday() && ` · ${t('today')}`}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {vehicles.map((car, vehicle) => (
                <tr key={car.vehicle}>
                  <th scope="row">
                    <strong>{car.plateNo}</strong>
                    <br />
                    {car.name}
                    <br />
                    {t('capacity', { capacity: Number(car.loadCapacityKg) })}
                    {car.hazardClasses.length > 0 && (
                      <>
                        <br />
                        {t('licensed', { classes: car.hazardClasses.join('、') })}
                      </>
                    )}
                  </th>
                  {days.map((day, at) => (
                    <td
                      key={day}
                      aria-label={`${car.plateNo} ${day}`}
                      className={isTarget(vehicle, at) ? styles.target : undefined}
                      {...droppable(car, day)}
                    >
                      {tripsOf(rows, car.vehicle, day).map((trip) => (
                        <div key={trip.tripNo} className={styles.trip}>
                          <TripHead
                            trip={trip}
                            vehicle={car}
                            onLoadList={() =>
                              setListed({
                                vehicle: car.vehicle,
                                tripDate: day,
                                tripNo: trip.tripNo,
                              })
                            }
                          />
                          {trip.orders.map((row) => card(row, { vehicle, day: at }))}
                        </div>
                      ))}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
          {vehicles.length === 0 && <p>{t('noVehicles')}</p>}
        </div>
      </div>
      {toComplete !== null && (
        <ActionDialog
          definition={distributionOrder}
          action="allot"
          documents={[listedDocument(toComplete)]}
          onClose={() => setToComplete(null)}
          onDone={() => setToComplete(null)}
        />
      )}
      {listed !== null && <LoadList trip={listed} onClose={() => setListed(null)} />}
      <SidePanel
        isOpen={openedId !== null}
        isWide
        title={label(distributionOrder.label)}
        onClose={() => setOpenedId(null)}
      >
        {openedId !== null && (
          <Suspense fallback={null}>
            <DocumentView
              key={openedId}
              definition={distributionOrder}
              id={openedId}
              preferred={['allot', 'withdrawAllotment', 'cancel']}
              onOpen={openDocument}
              onGone={() => setOpenedId(null)}
            />
          </Suspense>
        )}
      </SidePanel>
    </>
  )
}
