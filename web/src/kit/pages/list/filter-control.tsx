import { Select, Space } from 'antd'
import Input from 'antd/es/input/Input'
import type { SelectProps } from 'antd'
import type { ReactNode } from 'react'
import type { Field } from '@kufang/contract/document/declare/field.ts'
import type { Label } from '@kufang/contract/document/declare/label.ts'
import type { ColumnState } from '../../grid/grid-column.ts'
import { choicesOf } from '../../fields/field-column.ts'
import { filterShape, isRange } from '../../fields/list-filters.ts'
import { ReferencePicker } from '../../fields/reference-picker.tsx'
import { DateFilter } from './date-filter.tsx'
import { clearable } from '../../text/clearable.ts'
import { useLanguage } from '../../text/language.ts'
import { boxStyle, upperEndWidth } from './filter-room.ts'

export interface FilterControlProps {
  field: Field
  states: readonly ColumnState[] | undefined
  /** At which its name is shown in full, pixels. */
  width: number
  value: unknown
  onChange: (value: unknown) => void
  onSearch: () => void
}

/** The filter control of a column; its label is the accessible name. */
// oxlint-disable-next-line max-lines-per-function -- one branch per kind of field
export function FilterControl({
  field,
  states,
  width,
  value,
  onChange,
  onSearch,
}: FilterControlProps): ReactNode {
  const { label } = useLanguage()
  const name = label(field.label)
  const style = boxStyle(width)
  switch (filterShape(field, states !== undefined)) {
    case 'choices':
      return (
        <Select<string[]>
          mode="multiple"
          showSearch={{ optionFilterProp: 'label' }}
          aria-label={name}
          allowClear={clearable()}
          {...tagsOf(value, name, label)}
          placeholder={name}
          style={style}
          value={Array.isArray(value) ? value : []}
          onChange={onChange}
          options={(states ?? choicesOf(field)).map((choice) => ({
            value: choice.value,
            label: label(choice.label),
          }))}
        />
      )
    case 'reference':
      return field.master === undefined ? null : (
        <span style={style}>
          <ReferencePicker
            master={field.master}
            ariaLabel={name}
            placeholder={name}
            value={typeof value === 'string' && value !== '' ? value : null}
            onChange={(next) => onChange(next)}
          />
        </span>
      )
    case 'dates':
      return <DateFilter name={name} width={width} value={value} onChange={onChange} />
    case 'numbers': {
      const range = isRange(value) ? value : { from: null, to: null }
      const part = (end: 'from' | 'to', words: string): ReactNode => (
        <Input
          aria-label={`${name} ${words}`}
          placeholder={end === 'from' ? name : words}
          inputMode="decimal"
          style={end === 'from' ? { flex: '1 1 0' } : { flex: `0 0 ${upperEndWidth}px` }}
          value={range[end] ?? ''}
          onChange={(event) =>
            onChange({ ...range, [end]: event.target.value === '' ? null : event.target.value })
          }
          onPressEnter={onSearch}
        />
      )
      return (
        <Space.Compact style={style}>
          {part('from', label({ zh: '从', en: 'from' }))}
          {part('to', label({ zh: '到', en: 'to' }))}
        </Space.Compact>
      )
    }
    case 'flag':
      return (
        <Select<string | null>
          aria-label={name}
          allowClear={clearable()}
          placeholder={name}
          style={style}
          value={typeof value === 'boolean' ? String(value) : null}
          onChange={(next) => onChange(next == null ? null : next === 'true')}
          options={[
            { value: 'true', label: label({ zh: '是', en: 'Yes' }) },
            { value: 'false', label: label({ zh: '否', en: 'No' }) },
          ]}
        />
      )
    case 'text':
      return (
        <Input
          aria-label={name}
          allowClear
          placeholder={name}
          style={style}
          value={typeof value === 'string' ? value : ''}
          onChange={(event) => onChange(event.target.value)}
          onPressEnter={onSearch}
        />
      )
  }
}

/** A single selection is shown as text, several as their count, because the row has no more space. */
function tagsOf(
  value: unknown,
  name: string,
  label: (text: Label) => string,
): Pick<SelectProps<string[]>, 'maxTagCount' | 'maxTagPlaceholder' | 'maxTagTextLength'> {
  const count = Array.isArray(value) ? value.length : 0
  if (count <= 1) return { maxTagTextLength: 5 }
  const text = label({ zh: `${count} 项`, en: `${count} set` })
  return { maxTagCount: 0, maxTagPlaceholder: <span title={name}>{text}</span> }
}
