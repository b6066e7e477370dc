import { theme as antdTheme } from 'antd'
import { useId } from 'react'
import type { CSSProperties, ReactNode } from 'react'
import type { Fields } from '@kufang/contract/document/declare/field.ts'
import { useLanguage } from '../text/language.ts'
import { FieldDisplay } from './field-display.tsx'
import { FieldInput } from './field-input.tsx'
import type { Row } from './field-column.ts'
import styles from './fields.module.css'
import type { Narrow } from './master-search.ts'
import { isTyped } from './validate-fields.ts'
import type { FieldProblems } from './validate-fields.ts'

export interface FieldFormProps {
  fields: Fields
  values: Row
  problems?: FieldProblems
  /** Fields that stay as text although a person may type them elsewhere. */
  readOnly?: ReadonlySet<string> | 'all'
  narrow?: (name: string) => Narrow
  onChange?: (name: string, value: unknown, row: Row | null) => void
  /** Own content in place of a field's editor. */
  editors?: Readonly<Record<string, (value: unknown, give: (value: unknown) => void) => ReactNode>>
}

/** A form in four columns: labels above, required ones marked, what cannot be typed as plain text. */
export function FieldForm(props: FieldFormProps): ReactNode {
  const { token } = antdTheme.useToken()
  const prefix = useId()
  const { label } = useLanguage()
  const isFixed = (name: string): boolean =>
    props.readOnly === 'all' || props.readOnly?.has(name) === true || props.onChange === undefined
  return (
    <div className={styles.form} style={{ '--field-error': token.colorError } as CSSProperties}>
      {Object.entries(props.fields).map(([name, field]) => {
        const id = `${prefix}-${name}`
        const isText = isFixed(name) || !isTyped(field)
        const problem = props.problems?.[name]
        const give = (value: unknown, row: Row | null): void => props.onChange?.(name, value, row)
        const editor = props.editors?.[name]
        return (
          <div
            key={name}
            className={field.multiline === true ? `${styles.field} ${styles.wide}` : styles.field}
          >
            <label className={styles.label} htmlFor={isText ? undefined : id}>
              {label(field.label)}
              {field.required && !isText && (
                <span className={styles.mark} aria-hidden="true">
                  *
                </span>
              )}
            </label>
            {isText ? (
              <div className={styles.text} data-field={name}>
                <FieldDisplay name={name} field={field} values={props.values} />
              </div>
            ) : editor === undefined ? (
              <FieldInput
                id={id}
                field={field}
                value={props.values[name]}
                isInvalid={problem !== undefined}
                {...(props.narrow !== undefined && { narrow: props.narrow(name) })}
                onChange={give}
              />
            ) : (
              editor(props.values[name], (value) => give(value, null))
            )}
            {problem !== undefined && (
              <div className={styles.problem} role="alert">
                {label(problem)}
              </div>
            )}
          </div>
        )
      })}
    </div>
  )
}
