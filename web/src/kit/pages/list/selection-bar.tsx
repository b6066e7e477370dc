import type { ReactNode } from 'react'
import type { Row } from '../../fields/field-column.ts'
import type { GridSelection } from '../../grid/data-grid.tsx'
import { defineMessages, useMessages } from '../../text/messages.ts'
import styles from '../frame/pages.module.css'

const messages = defineMessages({
  selected: { zh: '已选 {count} 项', en: '{count} selected' },
  reading: { zh: '正在读取全部 {count} 项…', en: 'Reading all {count} {count|row|rows}…' },
  onlyFirst: {
    zh: '一次最多处理 {count} 项，其余请缩小筛选后再处理',
    en: 'At most {count} {count|row|rows} at once; narrow the filters for the rest',
  },
})

/**
 * Shown at the bottom while rows are selected: their number, whether all are loaded, and the actions. Render dialogs
 * beside it, because the rows may leave the list while a dialog is open.
 */
export function SelectionBar(props: {
  /** The number of selected documents; rows may be lines of fewer documents. */
  count: number
  selection: GridSelection<Row>
  /** Not all selected rows are loaded yet. */
  isReading: boolean
  children: ReactNode
}): ReactNode {
  const { selection } = props
  const t = useMessages(messages)
  if (selection.count === 0) return null
  const selected = t('selected', { count: props.count })
  return (
    <div className={styles.selectionBar} role="toolbar" aria-label={selected}>
      {/* Rows may be lines of fewer documents; the rows are counted below the table. */}
      {props.count !== selection.count && <strong>{selected}</strong>}
      {selection.count > selection.rows.length && (
        <span role="status">
          {props.isReading
            ? t('reading', { count: selection.count })
            : t('onlyFirst', { count: selection.rows.length })}
        </span>
      )}
      {props.children}
    </div>
  )
}
