import { AutoComplete } from 'antd'
import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { textOf } from '@kufang/kernel/text-of.ts'
import type { Field } from '@kufang/contract/document/declare/field.ts'
import styles from './fields.module.css'
import { useMasterSearch, type Narrow } from './master-search.ts'

/** Delay after typing before the server is queried, in milliseconds. */
const pauseMs = 200

/** A text for which the values of a master are offered; anything else may be typed. */
export function OfferedText(props: {
  id: string
  offers: NonNullable<Field['offers']>
  value: string
  isInvalid: boolean
  narrow: Narrow
  onChange: (value: string) => void
}): ReactNode {
  const { offers, value } = props
  const [isOpen, setOpen] = useState(false)
  // What stands there already is no search: all values are offered until something is typed.
  const [typed, setTyped] = useState('')
  const [asked, setAsked] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setAsked(typed), pauseMs)
    return () => clearTimeout(timer)
  }, [typed])
  const { options } = useMasterSearch(offers.master, asked, props.narrow, isOpen)
  const offered = new Map(options.map(({ row, text }) => [textOf(row[offers.field]), text]))
  offered.delete('')
  return (
    <AutoComplete
      id={props.id}
      {...(props.isInvalid && { status: 'error' as const })}
      className={styles.full}
      value={value}
      open={isOpen && offered.size > 0}
      onOpenChange={(next) => {
        setOpen(next)
        if (!next) setTyped('')
      }}
      options={[...offered].map(([one, text]) => ({
        value: one,
        label: text.includes(one) ? text : `${one} (${text})`,
      }))}
      onSearch={setTyped}
      onChange={(next: string | undefined) => props.onChange(next ?? '')}
    />
  )
}
