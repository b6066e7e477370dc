import { ClearOutlined, DownOutlined, SearchOutlined, UpOutlined } from '@ant-design/icons'
import { Button, Tag } from 'antd'
import Input from 'antd/es/input/Input'
import { useEffect, useRef, useState } from 'react'
import type { InputRef } from 'antd'
import type { ReactNode } from 'react'
import type { Field, Fields } from '@kufang/contract/document/declare/field.ts'
import type { ColumnState } from '../../grid/grid-column.ts'
import { choicesOf } from '../../fields/field-column.ts'
import { isActiveFilter, isRange } from '../../fields/list-filters.ts'
import type { FilterValues } from '../../fields/list-filters.ts'
import { isTyping } from '../../text/is-typing.ts'
import { useLanguage } from '../../text/language.ts'
import { defineMessages, useMessages } from '../../text/messages.ts'
import type { Translate } from '../../text/messages.ts'
import { FilterControl } from './filter-control.tsx'
import { boxTextWidth, filterWidth, fittingFilters, rowWidth, searchMin } from './filter-room.ts'
import { usePageWidth } from './use-page-width.ts'
import styles from '../frame/pages.module.css'

const messages = defineMessages({
  search: { zh: '单号、物料、描述（/）', en: 'Number, material, description (/)' },
  searched: { zh: '{names}（/）', en: '{names} (/)' },
  // For a row in which the filters leave no room for the names of the searched columns.
  searchShort: { zh: '搜索（/）', en: 'Search (/)' },
  query: { zh: '查询', en: 'Search' },
  reset: { zh: '重置', en: 'Reset' },
  more: { zh: '更多', en: 'More' },
  less: { zh: '收起', en: 'Less' },
  condition: { zh: '{name}：{text}', en: '{name}: {text}' },
  listComma: { zh: '、', en: ', ' },
  yes: { zh: '是', en: 'Yes' },
  no: { zh: '否', en: 'No' },
})

export interface Conditions {
  search: string
  values: FilterValues
}

export interface FilterBarProps {
  fields: Fields
  /** Shown initially; the others open with "more". */
  quick: readonly string[]
  statesOf: (name: string) => readonly ColumnState[] | undefined
  conditions: Conditions
  /** The conditions restored by "reset". */
  initial: Conditions
  onApply: (conditions: Conditions) => void
  hasSearch?: boolean
  /** Fields searched by free text; by default number, material and description. */
  searchFields?: readonly string[]
}

/** Icon, padding and border beside the hint in the search box, pixels. */
const besideHint = 48
/** The part of the room left over that the search box takes, if that of another box is 1. */
const searchShare = 4
/** Widest search box, pixels. */
const searchMax = 320

/**
 * The filters of a list in one row, as many as fit with their names in full; "more" opens the others below. Enter
 * searches, chips show the active filters and remove them.
 */
// oxlint-disable-next-line max-lines-per-function -- markup: the filters of a list share what was typed and what is asked
export function FilterBar(props: FilterBarProps): ReactNode {
  const t = useMessages(messages)
  const { label } = useLanguage()
  const [draft, setDraft] = useState(props.conditions)
  const [isOpen, setOpen] = useState(false)
  const searchBox = useRef<InputRef>(null)
  // Not an effect: effects run again when a tab is shown again, which would discard typed text.
  const [taken, setTaken] = useState(props.conditions)
  if (taken !== props.conditions) {
    setTaken(props.conditions)
    setDraft(props.conditions)
  }
  useEffect(() => {
    if (props.hasSearch === false) return undefined
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== '/' || isTyping(event) || event.ctrlKey || event.metaKey || event.altKey)
        return
      event.preventDefault()
      searchBox.current?.focus()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [props.hasSearch])

  const hasSearch = props.hasSearch !== false
  const { ref: row, width: room } = usePageWidth<HTMLDivElement>()
  const widthOf = (name: string): number => {
    const field = props.fields[name]!
    return filterWidth(field, props.statesOf(name) !== undefined, label(field.label))
  }
  const declared = props.quick.filter((name) => name in props.fields)
  const quick = declared.slice(0, fittingFilters(declared.map(widthOf), hasSearch, room))
  const rest = [...new Set([...declared, ...Object.keys(props.fields)])].filter(
    (name) => !quick.includes(name),
  )
  const apply = (next: Conditions): void => {
    setDraft(next)
    props.onApply(next)
  }
  const set = (name: string, field: Field, value: unknown): void => {
    const next = { ...draft, values: { ...draft.values, [name]: value } }
    // A selection applies immediately; typed text applies on Enter.
    const isTyped =
      field.kind === 'text' ||
      field.kind === 'list' ||
      field.kind === 'serialNumbers' ||
      (isRange(value) && field.kind !== 'date' && field.kind !== 'instant')
    const isCleared = !isActiveFilter(value)
    const hasStates = props.statesOf(name) !== undefined
    if (isTyped && !hasStates && !isCleared) setDraft(next)
    else apply(next)
  }
  const control = (name: string): ReactNode => {
    const field = props.fields[name]
    if (field === undefined) return null
    return (
      <FilterControl
        key={name}
        field={field}
        states={props.statesOf(name)}
        width={widthOf(name)}
        value={draft.values[name]}
        onChange={(value) => set(name, field, value)}
        onSearch={() => apply(draft)}
      />
    )
  }
  const searched = (props.searchFields ?? []).flatMap((name) => props.fields[name]?.label ?? [])
  const searchHint =
    searched.length === 0
      ? t('search')
      : t('searched', { names: searched.slice(0, 3).map(label).join(t('listComma')) })
  const spare = room - rowWidth(quick.map(widthOf), hasSearch)
  const searchRoom = searchMin + (spare * searchShare) / (searchShare + quick.length)
  const hasRoomForHint = boxTextWidth(searchHint) + besideHint <= Math.min(searchRoom, searchMax)
  const active = Object.entries(props.conditions.values).filter(([, value]) =>
    isActiveFilter(value),
  )
  return (
    <>
      <div ref={row} className={styles.filterRows} role="search">
        <div className={styles.filters}>
          {hasSearch && (
            <Input
              ref={searchBox}
              allowClear
              prefix={<SearchOutlined />}
              aria-label={searchHint}
              title={searchHint}
              placeholder={hasRoomForHint ? searchHint : t('searchShort')}
              style={{ flex: `${searchShare} 1 ${searchMin}px`, minWidth: 0, maxWidth: searchMax }}
              value={draft.search}
              onChange={(event) => {
                const search = event.target.value
                if (search === '') apply({ ...draft, search })
                else setDraft({ ...draft, search })
              }}
              onPressEnter={() => apply(draft)}
            />
          )}
          {quick.map(control)}
          <Button
            type="primary"
            ghost
            icon={<SearchOutlined aria-hidden />}
            aria-label={t('query')}
            title={t('query')}
            onClick={() => apply(draft)}
          />
          <Button
            icon={<ClearOutlined aria-hidden />}
            aria-label={t('reset')}
            title={t('reset')}
            onClick={() => apply(props.initial)}
          />
          {rest.length > 0 && (
            <Button
              type="link"
              style={{ padding: '0 4px' }}
              aria-expanded={isOpen}
              icon={isOpen ? <UpOutlined /> : <DownOutlined />}
              iconPlacement="end"
              onClick={() => setOpen(!isOpen)}
            >
              {isOpen ? t('less') : t('more')}
            </Button>
          )}
        </div>
        {isOpen && rest.length > 0 && <div className={styles.moreFilters}>{rest.map(control)}</div>}
      </div>
      {active.length > 0 && (
        <div className={styles.chips}>
          {active.map(([name, value]) => {
            const field = props.fields[name]
            if (field === undefined) return null
            const text = valueText(value, field, props.statesOf(name), label, t)
            return (
              <Tag
                key={name}
                closable
                onClose={(event) => {
                  event.preventDefault()
                  apply({ ...draft, values: { ...draft.values, [name]: undefined } })
                }}
              >
                {t('condition', { name: label(field.label), text })}
              </Tag>
            )
          })}
        </div>
      )}
    </>
  )
}

function valueText(
  value: unknown,
  field: Field,
  states: readonly ColumnState[] | undefined,
  label: (text: ColumnState['label']) => string,
  t: Translate<typeof messages>,
): string {
  if (isRange(value)) return `${value.from ?? ''} ~ ${value.to ?? ''}`
  if (typeof value === 'boolean') return t(value ? 'yes' : 'no')
  const known = states ?? choicesOf(field)
  const wordsOf = (entry: unknown): string => {
    const found = known.find((choice) => choice.value === entry)
    return found === undefined ? String(entry) : label(found.label)
  }
  return Array.isArray(value) ? value.map(wordsOf).join(t('listComma')) : wordsOf(value)
}
