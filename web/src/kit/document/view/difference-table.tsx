import type { ReactNode } from 'react'
import type { AnyDocument } from '@kufang/contract/document/declare/define-document.ts'
import { useLanguage } from '../../text/language.ts'
import { changesBetween } from './difference.ts'
import styles from '../document.module.css'
import { isTraceIdentity, traceFieldWords, tracePathText, traceValueText } from './trace-words.ts'

const shown = (value: unknown): string =>
  value === null || value === undefined || value === ''
    ? '–'
    : typeof value === 'string'
      ? value
      : JSON.stringify(value)

/** Changed fields with values before and after. */
export function DifferenceTable(props: {
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
  /** The label of a field path. */
  nameOf?: (path: string) => string
  /** The text of a value; undefined for the default. */
  textOf?: (path: string, value: unknown) => string | undefined
  /** Fields to omit. */
  leavesOut?: (path: string) => boolean
  /** Shown if nothing differs. */
  empty?: string
}): ReactNode {
  const { label } = useLanguage()
  const changes = changesBetween(props.before, props.after).filter(
    ({ field }) => props.leavesOut?.(field) !== true,
  )
  const text = (field: string, value: unknown): string =>
    (value === null || value === '' ? undefined : props.textOf?.(field, value)) ?? shown(value)
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
              {text(change.field, change.before)}
            </td>
            <td>{text(change.field, change.after)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** The changes of an act on a document, with labels and formats as on its pages. */
export function DocumentDifference(props: {
  definition: AnyDocument
  entry: {
    action: string
    before: Record<string, unknown> | null
    after: Record<string, unknown> | null
  }
  empty?: string
}): ReactNode {
  const { definition, entry, empty } = props
  const { action } = entry
  return (
    <DifferenceTable
      before={entry.before}
      after={entry.after}
      nameOf={(path) => tracePathText(path, traceFieldWords(definition, path, action))}
      textOf={(path, value) => traceValueText(definition, path, value, action)}
      leavesOut={isTraceIdentity}
      {...(empty === undefined ? {} : { empty })}
    />
  )
}
