import { theme as antdTheme } from 'antd'
import type { CSSProperties, ReactNode } from 'react'
import type { ItemHistorySum } from '@kufang/contract/document/item-history.ts'
import {
  historyBooks,
  itemEvents,
  type HistoryBook,
  type ItemEvent,
} from '@kufang/contract/document/declare/history.ts'
import type { Row } from '../../fields/field-column.ts'
import { inBothUnits, numberText } from '../../grid/cell-format.ts'
import { StateTag } from '../../theme/state-tag.tsx'
import { useLanguage } from '../../text/language.ts'
import { defineMessages, useMessages } from '../../text/messages.ts'
import { withUnit } from '../../text/unit-text.ts'
import styles from '../../grid/small-table.module.css'
import own from '../document.module.css'

const messages = defineMessages({
  title: { zh: '履历合计', en: 'Sums of the item history' },
  event: { zh: '业务', en: 'Event' },
})

const namesOf = <Name extends string>(all: Readonly<Record<Name, unknown>>) =>
  Object.keys(all) as Name[]

/** How much of an item was announced, received, issued and so on, in each book; only events and books that occur. */
export function HistorySums(props: { sums: readonly ItemHistorySum[]; line: Row }): ReactNode {
  const { sums, line } = props
  const t = useMessages(messages)
  const { label } = useLanguage()
  const { token } = antdTheme.useToken()
  const events = namesOf<ItemEvent>(itemEvents).filter((name) =>
    sums.some(({ event }) => event === name),
  )
  const books = namesOf<HistoryBook>(historyBooks).filter((name) =>
    sums.some(({ book }) => book === name),
  )
  const colours = { '--line': token.colorBorder, '--head': token.colorFillAlter }
  return (
    <table
      className={`${styles.table} ${own.historySums}`}
      style={colours as CSSProperties}
      aria-label={t('title')}
    >
      <thead>
        <tr>
          <th scope="col">{t('event')}</th>
          {books.map((book) => (
            <th key={book} scope="col" className={styles.number}>
              {label(historyBooks[book].label)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {events.map((event) => (
          <tr key={event}>
            <th scope="row">
              <StateTag {...itemEvents[event]} />
            </th>
            {books.map((book) => {
              const sum = sums.find((one) => one.event === event && one.book === book)
              return (
                <td key={book} className={styles.number}>
                  {sum !== undefined &&
                    inBothUnits(
                      line,
                      sum.quantity,
                      withUnit(numberText(sum.quantity), line['unit']),
                    )}
                </td>
              )
            })}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
