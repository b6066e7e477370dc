import { DatePicker } from 'antd'
import { dayjs } from '../text/calendar.ts'
import { useEffect, useRef, useState } from 'react'
import type {
  FocusEvent,
  FormEvent,
  KeyboardEvent,
  PointerEvent,
  ReactNode,
  RefObject,
} from 'react'
import { flushSync } from 'react-dom'
import type { Field } from '@kufang/contract/document/declare/field.ts'
import type { Label } from '@kufang/contract/document/declare/label.ts'
import { companyToday } from '@kufang/kernel/company-day.ts'
import { readTypedDate, readTypedMoment } from '@kufang/kernel/typed-date.ts'
import { useLanguage } from '../text/language.ts'
import { fill } from '../text/messages.ts'
import { calendarPlacements } from './calendar-placements.ts'
import styles from './fields.module.css'
import { valueProblem } from './validate-fields.ts'

const problems = {
  date: {
    zh: '“{text}”不是日期，请写成 20261125 或 1125',
    en: '"{text}" is no date; write 20261125 or 1125',
  },
  instant: {
    zh: '“{text}”不是时间，请写成 20261125 0900 或 1125 0900',
    en: '"{text}" is no time; write 20261125 0900 or 1125 0900',
  },
} as const

export interface DateInputProps {
  id: string
  field: Field
  /** A date, or an instant, as transmitted; empty for none. */
  value: string
  isInvalid: boolean
  onChange: (value: string | null) => void
}

/**
 * A date or instant, selected in the calendar or typed (`readTypedDate`). Typed text is read when the field is left; if
 * it is invalid an error is shown and the field keeps its value.
 */
export function DateInput({ id, field, value, isInvalid, onChange }: DateInputProps): ReactNode {
  const { label } = useLanguage()
  const typedRef = useRef<string | null>(null)
  // The Enter that ended the entry would open the calendar again.
  const hasEnteredRef = useRef(false)
  const [isOpen, setOpen] = useState(false)
  // The calendar keeps text it cannot read; it is recreated to show the field's value.
  const [refusals, setRefusals] = useState({ count: 0, isByEnter: false })
  const [problem, setProblem] = useState<Label | null>(null)
  const isInstant = field.kind === 'instant'
  const place = useOpenForText(setOpen)
  const give = (next: dayjs.Dayjs | null): void => {
    typedRef.current = null
    setProblem(null)
    if (next === null) onChange(null)
    else onChange(isInstant ? next.toISOString() : next.format('YYYY-MM-DD'))
  }
  const takeTyped = (isByEnter: boolean): void => {
    const typed = typedRef.current
    if (typed === null || typed.trim() === '') return
    typedRef.current = null
    const read = readTyped(typed, field)
    if ('date' in read) {
      give(read.date)
      return
    }
    setProblem(read.wrong)
    setRefusals({ count: refusals.count + 1, isByEnter })
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || typedRef.current === null) return
    takeTyped(true)
    setOpen(false)
    hasEnteredRef.current = true
  }
  return (
    <div
      ref={place}
      role="presentation"
      onInputCapture={(event: FormEvent<HTMLElement>) => {
        typedRef.current = event.target instanceof HTMLInputElement ? event.target.value : null
        setProblem(null)
      }}
      onPointerDownCapture={({ target }: PointerEvent) => {
        // A selection in the calendar replaces typed text.
        if (isInCalendar(target)) typedRef.current = null
      }}
      onKeyDownCapture={onKeyDown}
      onKeyUp={() => (hasEnteredRef.current = false)}
      onBlur={({ relatedTarget }: FocusEvent) => {
        if (isInCalendar(relatedTarget)) return
        setOpen(false)
        takeTyped(false)
      }}
    >
      <DatePicker
        key={refusals.count}
        autoFocus={refusals.isByEnter}
        id={id}
        {...((isInvalid || problem !== null) && { status: 'error' })}
        className={styles.full}
        builtinPlacements={calendarPlacements}
        open={isOpen}
        onOpenChange={(next) => {
          if (!next || !hasEnteredRef.current) setOpen(next)
        }}
        showTime={isInstant ? { format: 'HH:mm' } : false}
        format={isInstant ? 'YYYY-MM-DD HH:mm' : 'YYYY-MM-DD'}
        {...(field.isNotPast === true && { minDate: dayjs(companyToday()) })}
        value={value === '' ? null : dayjs(value)}
        onChange={(next) => give(Array.isArray(next) ? null : next)}
      />
      {problem !== null && (
        <div className={styles.problem} role="alert">
          {label(problem)}
        </div>
      )}
    </div>
  )
}

/**
 * Opens a calendar before the text of a paste arrives: one that opens for a text puts back what was there. Returns the ref of
 * the element around the field.
 */
function useOpenForText(setOpen: (isOpen: boolean) => void): RefObject<HTMLDivElement | null> {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = place.current
    const open = ({ inputType }: InputEvent): void => {
      if (inputType !== 'insertLineBreak') flushSync(() => setOpen(true))
    }
    element?.addEventListener('beforeinput', open, { capture: true })
    return () => element?.removeEventListener('beforeinput', open, { capture: true })
  }, [setOpen])
  return place
}

/** The calendar is inside the field's element only in React's tree. */
function isInCalendar(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('.ant-picker-dropdown') !== null
}

/** The date or instant that was typed, or what is wrong with it. */
function readTyped(typed: string, field: Field): { date: dayjs.Dayjs } | { wrong: Label } {
  const isInstant = field.kind === 'instant'
  const read = (isInstant ? readTypedMoment : readTypedDate)(typed, companyToday(), field)
  if (read === null) return { wrong: unreadable(isInstant, typed) }
  const wrong = valueProblem('', field, isInstant ? dayjs(read).toISOString() : read)
  return wrong === null ? { date: dayjs(read) } : { wrong }
}

/** The message for text that is no date or time. */
function unreadable(isInstant: boolean, text: string): Label {
  const { zh, en } = problems[isInstant ? 'instant' : 'date']
  return { zh: fill(zh, { text }), en: fill(en, { text }) }
}
