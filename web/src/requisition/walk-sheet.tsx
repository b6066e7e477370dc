import type { ReactNode } from 'react'
import { textOf } from '@kufang/kernel/text-of.ts'
import type { Row } from '../kit/fields/field-column.ts'
import { numberText } from '../kit/grid/cell-format.ts'
import { defineMessages, useMessages } from '../kit/text/messages.ts'
import { withUnit } from '../kit/text/unit-text.ts'

const messages = defineMessages({
  place: {
    zh: '库存地点 {plant}/{storageLocation}',
    en: 'Storage location {plant}/{storageLocation}',
  },
  bin: { zh: '货位', en: 'Bin' },
  material: { zh: '物料', en: 'Material' },
  batch: { zh: '批次', en: 'Batch' },
  quantity: { zh: '拣货数量', en: 'Quantity' },
  for: { zh: '放到（出库单、领料单位、提货人）', en: 'For (goods issue, unit, picked up by)' },
  required: { zh: '需用日期', en: 'Required' },
  picked: { zh: '拣', en: 'Done' },
})

const text = (row: Row, name: string): string => textOf(row[name])

/**
 * The walk as a table for each storage location, with a box to tick on paper. A bin is named at its first line.
 * @param onOpen opens a goods issue; absent on paper
 */
export function WalkSheet({
  rows,
  onOpen,
}: {
  rows: readonly Row[]
  onOpen?: (id: string) => void
}): ReactNode {
  const t = useMessages(messages)
  const places = Map.groupBy(rows, (row) => `${text(row, 'plant')}/${text(row, 'storageLocation')}`)
  return (
    <div className="walk">
      {[...places].map(([place, own]) => (
        <table key={place}>
          <caption>
            {t('place', {
              plant: text(own[0]!, 'plant'),
              storageLocation: text(own[0]!, 'storageLocation'),
            })}
          </caption>
          <thead>
            <tr>
              <th scope="col">{t('bin')}</th>
              <th scope="col">{t('material')}</th>
              <th scope="col">{t('batch')}</th>
              <th scope="col" className="walk-number">
                {t('quantity')}
              </th>
              <th scope="col">{t('for')}</th>
              <th scope="col">{t('required')}</th>
              <th scope="col">{t('picked')}</th>
            </tr>
          </thead>
          <tbody>
            {own.map((row, at) => (
              <tr key={`${text(row, 'id')} ${text(row, 'lineNo')}`}>
                <th scope="row">
                  {at > 0 && own[at - 1]!['bin'] === row['bin'] ? '' : text(row, 'bin')}
                </th>
                <td>
                  {text(row, 'materialNo')} {text(row, 'description')}
                </td>
                <td>{text(row, 'batch')}</td>
                <td className="walk-number">
                  {withUnit(numberText(row['quantity']), row['unit'])}
                </td>
                <td>
                  {onOpen === undefined ? (
                    text(row, 'docNo')
                  ) : (
                    <button type="button" onClick={() => onOpen(text(row, 'id'))}>
                      {text(row, 'docNo')}
                    </button>
                  )}{' '}
                  {text(row, 'pickingUnitName') || text(row, 'pickingUnit')}{' '}
                  {text(row, 'recipient')}
                </td>
                <td>{text(row, 'requiredDate')}</td>
                <td className="walk-box">□</td>
              </tr>
            ))}
          </tbody>
        </table>
      ))}
    </div>
  )
}
