import { theme as antdTheme } from 'antd'
import type { CSSProperties, ReactNode } from 'react'
import type { PreviewPlace } from '@kufang/contract/document/api.ts'
import { inBothUnits, numberText, withSecond } from '../../grid/cell-format.ts'
import { withUnit } from '../../text/unit-text.ts'
import { useLanguage } from '../../text/language.ts'
import { defineMessages, useMessages } from '../../text/messages.ts'
import { placeParts } from '../place-text.ts'
import type { CheckRow } from './check-rows.ts'
import styles from './act.module.css'

const messages = defineMessages({
  number: { zh: '单号', en: 'Number' },
  line: { zh: '行', en: 'Line' },
  goods: { zh: '物料', en: 'Goods' },
  quantity: { zh: '数量', en: 'Quantity' },
  from: { zh: '从', en: 'From' },
  to: { zh: '到', en: 'To' },
  at: { zh: '位置', en: 'Where' },
  movementType: { zh: '移动类型', en: 'Movement type' },
  details: { zh: '明细', en: 'Details' },
})

/** How much, in the units people speak of: "5 盒 = 500 个", or with the second unit "12 根 / 1,284.5 千克". */
function quantityText({ quantity, unit, entryUnit, second }: CheckRow): string {
  if (quantity === '') return ''
  const base = withUnit(numberText(quantity), unit)
  return withSecond(inBothUnits(entryUnit, quantity, base), second)
}

/**
 * The table a user checks before an action. A plain table whose cells grow with their content, so that nothing is
 * truncated.
 */
export function CheckTable(props: { title: string; rows: readonly CheckRow[] }): ReactNode {
  const { rows } = props
  const t = useMessages(messages)
  const { token } = antdTheme.useToken()
  const hasNumbers = rows.some(({ docNo }) => docNo !== '')
  // Documents without goods, such as papers handed over, have details only.
  const hasGoods = rows.some(
    ({ materialNo, description }) => materialNo !== '' || description !== '',
  )
  const hasQuantity = rows.some(({ quantity }) => quantity !== '')
  const hasFrom = rows.some(({ from }) => from !== null)
  const hasTo = rows.some(({ to }) => to !== null)
  const hasType = rows.some(({ movementType }) => movementType !== '')
  const hasDetails = rows.some(({ details }) => details.length > 0)
  const colours = { '--line': token.colorBorder, '--head': token.colorFillAlter }
  return (
    <table className={styles.check} style={colours as CSSProperties}>
      <caption>{props.title}</caption>
      <thead>
        <tr>
          {hasNumbers && <th scope="col">{t('number')}</th>}
          <th scope="col">{t('line')}</th>
          {hasGoods && <th scope="col">{t('goods')}</th>}
          {hasQuantity && (
            <th scope="col" className={styles.number}>
              {t('quantity')}
            </th>
          )}
          {hasFrom && <th scope="col">{t('from')}</th>}
          {hasTo && <th scope="col">{hasFrom ? t('to') : t('at')}</th>}
          {hasType && <th scope="col">{t('movementType')}</th>}
          {hasDetails && <th scope="col">{t('details')}</th>}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.key}>
            {hasNumbers && <td>{row.docNo}</td>}
            <td>{row.lineNo}</td>
            {hasGoods && (
              <td className={styles.goods}>
                <strong>{row.materialNo}</strong>
                <div>{row.description}</div>
                {!row.description.includes(row.specification) && (
                  <div className={styles.quiet}>{row.specification}</div>
                )}
              </td>
            )}
            {hasQuantity && <td className={styles.number}>{quantityText(row)}</td>}
            {hasFrom && (
              <td className={styles.place}>
                <Place place={row.from} />
              </td>
            )}
            {hasTo && (
              <td className={styles.place}>
                <Place place={row.to} />
              </td>
            )}
            {hasType && <td>{row.movementType}</td>}
            {hasDetails && (
              <td>
                <Details row={row} />
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Place({ place }: { place: PreviewPlace | null }): ReactNode {
  const { label } = useLanguage()
  return placeParts(place).map((part) => (
    <span key={label(part)} className={styles.part}>
      {label(part)}
    </span>
  ))
}

function Details({ row }: { row: CheckRow }): ReactNode {
  const { label } = useLanguage()
  return row.details.map(({ name, label: words, text }) => (
    <span key={name} className={styles.part}>
      <span className={styles.quiet}>{label(words)}</span> {text}
    </span>
  ))
}
