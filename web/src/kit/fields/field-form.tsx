import { Button, theme as antdTheme } from 'antd'
import { useId } from 'react'
import type { CSSProperties, ReactNode } from 'react'
import type { Field, Fields } from '@kufang/contract/document/declare/field.ts'
import { useLanguage } from '../text/language.ts'
import { FieldDisplay } from './field-display.tsx'
import { FieldInput } from './field-input.tsx'
import type { Row } from './field-column.ts'
import styles from './fields.module.css'
import { emptiedBy, narrowOf } from './narrow.ts'
import { isTyped } from './entered-value.ts'
import { mustBeFilled } from './validate-fields.ts'
import type { FieldProblems } from './validate-fields.ts'

export interface FieldFormProps {
  fields: Fields
  values: Row
  problems?: FieldProblems
  /** Where the values belong, such as the document of an act: what is offered is of there. */
  around?: Row
  /** Fields shown as read-only text. */
  readOnly?: ReadonlySet<string> | 'all'
  onChange?: (name: string, value: unknown, row: Row | null) => void
  /** Custom editors by field. */
  editors?: Readonly<Record<string, (value: unknown, give: (value: unknown) => void) => ReactNode>>
}

/** A form with four columns: labels above, required fields marked, read-only fields as text. */
export function FieldForm(props: FieldFormProps): ReactNode {
  const { token } = antdTheme.useToken()
  const prefix = useId()
  const { label } = useLanguage()
  const isFixed = (name: string): boolean =>
    props.readOnly === 'all' || props.readOnly?.has(name) === true || props.onChange === undefined
  return (
    <div
      className={styles.form}
      style={{ '--field-error': token.colorError } as CSSProperties}
      data-optional={Object.values(props.fields).every((field) => !mustBeFilled(field))}
    >
      {Object.entries(props.fields).map(([name, field]) => {
        const id = `${prefix}-${name}`
        const isText = isFixed(name) || !isTyped(field)
        const problem = props.problems?.[name]
        const give = (value: unknown, row: Row | null): void => {
          props.onChange?.(name, value, row)
          for (const bound of emptiedBy(name, props.fields, props.values)) {
            props.onChange?.(bound, null, null)
          }
        }
        const editor = props.editors?.[name]
        // Fields with long text.
        const isWide = field.multiline === true || (!isText && field.suggestions !== undefined)
        return (
          <div key={name} className={isWide ? `${styles.field} ${styles.wide}` : styles.field}>
            <label className={styles.label} htmlFor={isText ? undefined : id}>
              {label(field.label)}
              {mustBeFilled(field) && !isText && (
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
                narrow={narrowOf(field, props.values, props.around ?? null)}
                onChange={give}
              />
            ) : (
              editor(props.values[name], (value) => give(value, null))
            )}
            {!isText && field.suggestions !== undefined && (
              <Suggestions field={field} onChoose={(text) => give(text, null)} />
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

/** The usual values of a field; selecting one fills the field, which can still be changed. */
function Suggestions(props: { field: Field; onChoose: (text: string) => void }): ReactNode {
  const { label } = useLanguage()
  return (
    <div
      className={styles.suggestions}
      role="group"
      aria-label={label({
        zh: `常用${props.field.label.zh}`,
        en: `Usual answers: ${props.field.label.en}`,
      })}
    >
      {props.field.suggestions?.map((suggestion) => (
        <Button key={suggestion.zh} size="small" onClick={() => props.onChoose(label(suggestion))}>
          {label(suggestion)}
        </Button>
      ))}
    </div>
  )
}
