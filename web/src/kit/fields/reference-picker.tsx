import { Select } from 'antd'
import { useEffect, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import type { MasterName } from '@kufang/contract/document/declare/field.ts'
import { describeError } from '../api/api-error.ts'
import { clearable } from '../text/clearable.ts'
import { useMessages, defineMessages } from '../text/messages.ts'
import type { Row } from './field-column.ts'
import { chosenByKey } from './chosen-by-key.ts'
import { indexedMaster } from '../declarations.ts'
import { useMasterSearch } from './master-search.ts'
import type { MasterOption, Narrow } from './master-search.ts'
import { useMasterWords } from './master-words.ts'
import styles from './fields.module.css'

const messages = defineMessages({
  placeholder: { zh: '编码、拼音、名称', en: 'Code, pinyin, name' },
  nothing: { zh: '没有符合的记录', en: 'Nothing matches' },
  searching: { zh: '查找中…', en: 'Searching…' },
})

export interface ReferencePickerProps {
  id?: string
  master: MasterName
  value: string | null
  narrow?: Narrow
  onChange: (value: string | null, row: Row | null) => void
  /** Opens the list immediately and takes the focus, as a cell editor. */
  isCell?: boolean
  initialSearch?: string
  onDone?: () => void
  isInvalid?: boolean
  ariaLabel?: string
  placeholder?: string
}

/** Delay after typing before the server is queried, in milliseconds. */
const pauseMs = 200

/** Searches a master row by code, pinyin, name, specification or drawing number. */
// oxlint-disable-next-line max-lines-per-function -- markup: the parts with a state of their own are components already
export function ReferencePicker(props: ReferencePickerProps): ReactNode {
  const t = useMessages(messages)
  const [text, setText] = useState(props.initialSearch ?? '')
  const [asked, setAsked] = useState(text)
  const [isOpen, setOpen] = useState(props.isCell === true)
  useEffect(() => {
    const timer = setTimeout(() => setAsked(text), pauseMs)
    return () => clearTimeout(timer)
  }, [text])
  const found = useMasterSearch(props.master, asked, props.narrow ?? {}, isOpen)
  // Until the answer to what is typed has come, the rows are those of an earlier text: Enter must not take one of them.
  const options = asked === text && !found.isFetching ? found.options : []
  const isSearching = found.isFetching || asked !== text
  const isKnown = indexedMaster(props.master) !== undefined
  // A prefilled code is not among the options; in a cell its name is shown in other columns.
  const words = useMasterWords(
    props.isCell === true ? undefined : props.master,
    props.value,
    props.narrow,
  )
  const choose = (option: MasterOption | undefined): void => {
    props.onChange(option?.value ?? null, option?.row ?? null)
    setText('')
    props.onDone?.()
  }
  const box = useRef<HTMLSpanElement>(null)
  const active = useRef<string | null>(null)
  const isTypedIn = useRef(false)
  useEffect(() => {
    // In a cell the grid handles keys first, so Enter and Tab must have selected before that.
    const element = box.current
    if (props.isCell !== true || element === null) return undefined
    const onKeyDown = (event: KeyboardEvent): void => {
      if ((event.key !== 'Enter' && event.key !== 'Tab') || event.isComposing) return
      const chosen = chosenByKey(text, options, active.current)
      if (chosen === null) return
      props.onChange(chosen.value, chosen.row)
      // The list has its own meaning of Enter: a row of an earlier search, or nothing while it searches.
      if (event.key === 'Tab') return
      event.preventDefault()
      event.stopPropagation()
      props.onDone?.()
    }
    const onInput = (): void => {
      isTypedIn.current = true
    }
    element.addEventListener('keydown', onKeyDown, true)
    element.addEventListener('input', onInput, true)
    return () => {
      element.removeEventListener('keydown', onKeyDown, true)
      element.removeEventListener('input', onInput, true)
    }
  })
  const picker = (
    <Select<string, OptionEntry>
      {...(props.id !== undefined && { id: props.id })}
      {...(props.ariaLabel !== undefined && { 'aria-label': props.ariaLabel })}
      {...(props.isInvalid === true && { status: 'error' as const })}
      className={styles.full}
      size={props.isCell === true ? 'small' : 'middle'}
      variant={props.isCell === true ? 'borderless' : 'outlined'}
      value={props.value}
      showSearch={{
        filterOption: false,
        searchValue: text,
        onSearch: (next) => {
          // The list empties the search while it opens; the key that began the edit is not typed again.
          if (props.isCell === true && !isTypedIn.current && next === '') return
          active.current = null
          setText(next)
        },
      }}
      onActive={(value) => {
        active.current = typeof value === 'string' ? value : null
      }}
      allowClear={props.isCell === true ? false : clearable()}
      labelRender={({ value, label }) => nameOf(String(value), label, words)}
      autoFocus={props.isCell === true}
      open={isOpen}
      onOpenChange={setOpen}
      disabled={!isKnown}
      popupMatchSelectWidth={false}
      placeholder={props.placeholder ?? t('placeholder')}
      loading={isSearching}
      notFoundContent={
        found.error === null
          ? isSearching
            ? t('searching')
            : t('nothing')
          : describeError(found.error).text
      }
      options={options.map((option) => ({ value: option.value, label: option.text, option }))}
      optionRender={renderChoice}
      onChange={(_value, chosen) => choose(Array.isArray(chosen) ? undefined : chosen?.option)}
    />
  )
  return props.isCell === true ? (
    <span ref={box} className={styles.full}>
      {picker}
    </span>
  ) : (
    picker
  )
}

/** Code and name of the selection; the option contains them if it was selected here. */
function nameOf(value: string, option: ReactNode, words: string): ReactNode {
  if (option !== undefined && option !== null && option !== value) return option
  return words === '' || words === value ? value : `${value} ${words}`
}

interface OptionEntry {
  value: string
  label: string
  option: MasterOption
}

function renderChoice({ data }: { data: OptionEntry }): ReactNode {
  return <Choice option={data.option} />
}

/** Code, name, and the fields that distinguish similar materials. */
function Choice({ option }: { option: MasterOption }): ReactNode {
  const { row } = option
  const more = ['specification', 'drawingNo', 'plant', 'storageLocation']
    .map((name) => row[name])
    .filter((value) => typeof value === 'string' && value !== '' && value !== option.value)
  return (
    <span className={styles.choice}>
      <span>{option.text}</span>
      {more.length > 0 && <span className={styles.quiet}>{more.join(' · ')}</span>}
    </span>
  )
}
