import { textOf } from '@kufang/kernel/text-of.ts'
import { Checkbox, Input, Select } from 'antd'
import type { ReactNode } from 'react'
import type { Field } from '@kufang/contract/document/declare/field.ts'
import { clearable } from '../text/clearable.ts'
import { useLanguage } from '../text/language.ts'
import { DateInput } from './date-input.tsx'
import { choicesOf } from './field-column.ts'
import type { Row } from './field-column.ts'
import styles from './fields.module.css'
import type { Narrow } from './master-search.ts'
import { OfferedText } from './offered-text.tsx'
import { ReferencePicker } from './reference-picker.tsx'

export interface FieldInputProps {
  id: string
  field: Field
  value: unknown
  isInvalid: boolean
  narrow?: Narrow
  /** For a reference, `row` is the selected row. */
  onChange: (value: unknown, row: Row | null) => void
}

/** The editor of a field according to its kind. Exact numbers are edited and kept as text. */
// oxlint-disable-next-line max-lines-per-function -- one branch per kind of field
export function FieldInput(props: FieldInputProps): ReactNode {
  const { id, field, value } = props
  const { label } = useLanguage()
  const status = props.isInvalid ? ({ status: 'error' } as const) : {}
  const give = (next: unknown): void => props.onChange(next, null)
  switch (field.kind) {
    case 'reference':
      return field.master === undefined ? null : (
        <ReferencePicker
          id={id}
          master={field.master}
          value={textOf(value) === '' ? null : textOf(value)}
          isInvalid={props.isInvalid}
          {...(props.narrow !== undefined && { narrow: props.narrow })}
          onChange={props.onChange}
        />
      )
    case 'choice':
      return (
        <Select<string | null>
          id={id}
          {...status}
          className={styles.full}
          allowClear={field.required ? false : clearable()}
          value={textOf(value) === '' ? null : textOf(value)}
          onChange={(next) => give(next ?? null)}
          options={choicesOf(field).map((choice) => ({
            value: choice.value,
            label: label(choice.label),
          }))}
        />
      )
    case 'date':
    case 'instant':
      return (
        <DateInput
          id={id}
          field={field}
          value={textOf(value)}
          isInvalid={props.isInvalid}
          onChange={give}
        />
      )
    case 'flag':
      return (
        <Checkbox
          id={id}
          checked={value === true}
          onChange={(event) => give(event.target.checked)}
        />
      )
    case 'list':
    case 'serialNumbers':
      return (
        <Select<string[]>
          id={id}
          {...status}
          mode="tags"
          open={false}
          suffixIcon={null}
          className={styles.full}
          tokenSeparators={[',', ',', '、', ';', ';']}
          value={Array.isArray(value) ? value.map(textOf) : []}
          onChange={give}
        />
      )
    case 'text':
      if (field.multiline === true) {
        return (
          <Input.TextArea
            id={id}
            {...status}
            autoSize={{ minRows: 1, maxRows: 4 }}
            value={textOf(value)}
            onChange={(event) => give(event.target.value)}
          />
        )
      }
      if (field.offers !== undefined) {
        return (
          <OfferedText
            id={id}
            offers={field.offers}
            value={textOf(value)}
            isInvalid={props.isInvalid}
            narrow={props.narrow ?? {}}
            onChange={give}
          />
        )
      }
      return (
        <Input
          id={id}
          {...status}
          value={textOf(value)}
          onChange={(event) => give(event.target.value)}
        />
      )
    case 'quantity':
    case 'money':
    case 'integer':
    case 'decimal':
      return (
        <Input
          id={id}
          {...status}
          inputMode="decimal"
          autoComplete="off"
          value={textOf(value)}
          onChange={(event) => give(event.target.value)}
        />
      )
  }
}
