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

/** The goods of a trip as a table for each stop, with boxes to tick and a place to sign on paper. */
export function LoadSheet({ rows }: { rows: readonly Row[] }): ReactNode {
  const t = useMessages(messages)
  const [first] = rows
  if (first === undefined) return null
  const stops = [
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
  // Each order has its weight once, on every line.
  const weights = new Map(rows.map((row) => [text(row, 'docNo'), text(row, 'weightKg') || '0']))
  return (
    <div className="load-sheet">
      <p>
        {t('trip', {
          date: text(first, 'tripDate'),
          vehicle: text(first, 'vehicle'),
          trip: Number(first['tripNo']),
          driver: text(first, 'driver'),
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
                <td>{text(row, 'pickingUnit')}</td>
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
