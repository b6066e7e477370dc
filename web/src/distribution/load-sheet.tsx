import type { ReactNode } from 'react'
import { sumDecimals } from '@kufang/kernel/decimal-text.ts'
import { textOf } from '@kufang/kernel/text-of.ts'
import type { Row } from '../kit/fields/field-column.ts'
import { numberText } from '../kit/grid/cell-format.ts'
import { defineMessages, useMessages } from '../kit/text/messages.ts'
import { withUnit } from '../kit/text/unit-text.ts'

const messages = defineMessages({
  trip: {
    zh: '{date} 车辆 {vehicle} 第 {trip} 车次，配送人 {driver}，共 {weight} kg；装车时先装最后一站',
    en: '{date} vehicle {vehicle} trip {trip}, driver {driver}, {weight} kg in all; the last stop is loaded first',
  },
  stop: { zh: '第 {stop} 站 {place}', en: 'Stop {stop} {place}' },
  order: { zh: '配送单', en: 'Order' },
  unit: { zh: '领料单位', en: 'Unit' },
  material: { zh: '物料', en: 'Material' },
  batch: { zh: '批次', en: 'Batch' },
  quantity: { zh: '数量', en: 'Quantity' },
  hazard: { zh: '危险类别', en: 'Hazard class' },
  loaded: { zh: '装', en: 'Loaded' },
  signed: { zh: '签收', en: 'Signed' },
})

const text = (row: Row, name: string): string => textOf(row[name])

/** The lines of each stop, by order. */
const stopsOf = (rows: readonly Row[]): [stop: string, lines: Row[]][] => [
  ...Map.groupBy(
    rows.toSorted(
      (one, other) =>
        Number(one['stopNo']) - Number(other['stopNo']) ||
        text(one, 'docNo').localeCompare(text(other, 'docNo')) ||
        Number(one['lineNo']) - Number(other['lineNo']),
    ),
    (row) => text(row, 'stopNo'),
  ),
]

/**
 * The goods of a trip as a table for each stop, with boxes to tick and a place to sign on paper.
 * @param rows the lines of the orders
 * @param orders the orders, as the board has them, with the names of vehicle, driver and unit
 */
export function LoadSheet({
  rows,
  orders,
}: {
  rows: readonly Row[]
  orders: readonly Row[]
}): ReactNode {
  const t = useMessages(messages)
  const [first] = rows
  if (first === undefined) return null
  const named = new Map(orders.map((row) => [text(row, 'docNo'), row]))
  /** The name of the order's row, otherwise the code of the line. */
  const nameOf = (row: Row, name: string, code: string): string => {
    const order = named.get(text(row, 'docNo'))
    return (order === undefined ? '' : text(order, name)) || text(row, code)
  }
  const stops = stopsOf(rows)
  // Each order has its weight once, on every line.
  const weights = new Map(rows.map((row) => [text(row, 'docNo'), text(row, 'weightKg') || '0']))
  return (
    <div className="load-sheet">
      <p>
        {t('trip', {
          date: text(first, 'tripDate'),
          vehicle: nameOf(first, 'plateNo', 'vehicle'),
          trip: Number(first['tripNo']),
          driver: nameOf(first, 'driverName', 'driver'),
          weight: numberText(sumDecimals(weights.values())),
        })}
      </p>
      {stops.map(([stop, own]) => (
        <table key={stop}>
          <caption>{t('stop', { stop, place: text(own[0]!, 'deliveryPlace') })}</caption>
          <thead>
            <tr>
              <th scope="col">{t('order')}</th>
              <th scope="col">{t('unit')}</th>
              <th scope="col">{t('material')}</th>
              <th scope="col">{t('batch')}</th>
              <th scope="col" className="load-number">
                {t('quantity')}
              </th>
              <th scope="col">{t('hazard')}</th>
              <th scope="col">{t('loaded')}</th>
              <th scope="col">{t('signed')}</th>
            </tr>
          </thead>
          <tbody>
            {own.map((row) => (
              <tr key={`${text(row, 'docNo')} ${text(row, 'lineNo')}`}>
                <th scope="row">{text(row, 'docNo')}</th>
                <td>
                  {nameOf(row, 'pickingUnitName', 'pickingUnit')}{' '}
                  {nameOf(row, 'requesterName', 'requester')}
                </td>
                <td>
                  {text(row, 'materialNo')} {text(row, 'description')}
                </td>
                <td>{text(row, 'batch')}</td>
                <td className="load-number">
                  {withUnit(numberText(row['quantity']), row['unit'])}
                </td>
                <td>{text(row, 'hazardClass')}</td>
                <td className="load-box">□</td>
                <td className="load-box">＿＿＿＿</td>
              </tr>
            ))}
          </tbody>
        </table>
      ))}
    </div>
  )
}
