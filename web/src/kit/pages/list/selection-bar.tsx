import type { ReactNode } from 'react'
import type { Row } from '../../fields/field-column.ts'
import type { GridSelection } from '../../grid/data-grid.tsx'
import { defineMessages, useMessages } from '../../text/messages.ts'
import styles from '../pages.module.css'

const messages = defineMessages({
  selected: { zh: '已选 {count} 项', en: '{count} selected' },
  reading: { zh: '正在读取全部 {count} 项…', en: 'Reading all {count} rows…' },
  onlyFirst: {
    zh: '一次最多处理 {count} 项，其余请缩小筛选后再处理',
    en: 'At most {count} rows at once; narrow the filters for the rest',
  },
})

/**
 * At the bottom while rows are ticked: how many, whether all that are meant are here, and the
 * actions. Their dialogs belong beside it: what was asked about may leave the list meanwhile.
 */
export function SelectionBar(props: {
  /** What is acted on; rows may be lines of fewer documents. */
  count: number
  selection: GridSelection<Row>
  /** Not all rows that are meant are here yet. */
  isReading: boolean
  children: ReactNode
}): ReactNode {
  const { selection } = props
  const t = useMessages(messages)
  if (selection.count === 0) return null
  const selected = t('selected', { count: props.count })
  return (
    <div className={styles.actionBar} role="toolbar" aria-label={selected}>
      <strong>{selected}</strong>
      {selection.count > selection.rows.length && (
        <span role="status">
          {props.isReading
            ? t('reading', { count: selection.count })
            : t('onlyFirst', { count: selection.rows.length })}
        </span>
      )}
      <span className={styles.spring} />
      {props.children}
    </div>
  )
}
