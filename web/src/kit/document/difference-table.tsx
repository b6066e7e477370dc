import type { ReactNode } from 'react'
import { useLanguage } from '../text/language.ts'
import { changesBetween } from './difference.ts'
import styles from './document.module.css'

const shown = (value: unknown): string =>
  value === null || value === undefined || value === ''
    ? '–'
    : typeof value === 'string'
      ? value
      : JSON.stringify(value)

/** Before and after, field by field; only what differs. */
export function DifferenceTable(props: {
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
  /** Words for a field's path. */
  nameOf?: (path: string) => string
  /** Said when nothing differs. */
  empty?: string
}): ReactNode {
  const { label } = useLanguage()
  const changes = changesBetween(props.before, props.after)
  if (changes.length === 0) return props.empty ?? null
  return (
    <table className={styles.diff}>
      <thead>
        <tr>
          <th scope="col">{label({ zh: '字段', en: 'Field' })}</th>
          <th scope="col">{label({ zh: '之前', en: 'Before' })}</th>
          <th scope="col">{label({ zh: '之后', en: 'After' })}</th>
        </tr>
      </thead>
      <tbody>
        {changes.map((change) => (
          <tr key={change.field}>
            <td>{props.nameOf?.(change.field) ?? change.field}</td>
            <td className={change.after === null ? undefined : styles.before}>
              {shown(change.before)}
            </td>
            <td>{shown(change.after)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
