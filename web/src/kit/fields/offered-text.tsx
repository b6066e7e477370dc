import { Input } from 'antd'
import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { textOf } from '@kufang/kernel/text-of.ts'
import type { Field } from '@kufang/contract/document/declare/field.ts'
import { useMasterSearch, type Narrow } from './master-search.ts'

/** Delay after typing before the server is queried, in milliseconds. */
const pauseMs = 200

/** A text for which the values of a master are offered by the browser's own list; anything else may be typed. */
export function OfferedText(props: {
  id: string
  offers: NonNullable<Field['offers']>
  value: string
  isInvalid: boolean
  narrow: Narrow
  onChange: (value: string) => void
}): ReactNode {
  const { id, offers, value } = props
  const [isUsed, setUsed] = useState(false)
  const [asked, setAsked] = useState('')
  const [typed, setTyped] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setAsked(typed), pauseMs)
    return () => clearTimeout(timer)
  }, [typed])
  const { options } = useMasterSearch(offers.master, asked, props.narrow, isUsed)
  const offered = new Map(options.map(({ row, text }) => [textOf(row[offers.field]), text]))
  offered.delete('')
  const list = `${id}-offered`
  return (
    <>
      <Input
        id={id}
        {...(props.isInvalid && { status: 'error' as const })}
        list={list}
        autoComplete="off"
        value={value}
        onFocus={() => setUsed(true)}
        onChange={({ target }) => {
          setTyped(target.value)
          props.onChange(target.value)
        }}
      />
      <datalist id={list}>
        {[...offered].map(([one, text]) => (
          <option key={one} value={one}>
            {text}
          </option>
        ))}
      </datalist>
    </>
  )
}
