import { Popover } from 'antd'
import { useLayoutEffect, useRef, useState } from 'react'
import type { ComponentType, ReactNode, RefObject } from 'react'
import type { CellEditorProps } from '../grid/grid-column.ts'
import { label } from '../text/language.ts'
import { useMessages } from '../text/messages.ts'
import { serialMessages } from './serial-messages.ts'
import styles from './serial-numbers.module.css'
import { optionId, SerialPanel } from './serial-panel.tsx'
import { commandOf } from './serial-state.ts'
import { useSerialEntry } from './use-serial-entry.ts'
import type { SerialEditorOptions } from './use-serial-entry.ts'

/** Distinguishes the lists of editors: tables are drawn apart from the page, so `useId` would repeat itself. */
let editorsMade = 0

/**
 * The editor of serial numbers: a box in the cell that takes scans, typed numbers, ranges and pasted columns, above a list of
 * what was entered and may be chosen. The keyboard stays in the box, so that a scanner can go on; Enter in the empty box
 * ends it as in any cell, and Escape ends it without losing what was scanned.
 */
export function serialEditor<Line extends object>(
  options: SerialEditorOptions<Line>,
): ComponentType<CellEditorProps<Line>> {
  return function SerialCell(props: CellEditorProps<Line>): ReactNode {
    const t = useMessages(serialMessages)
    const [id] = useState(() => `serial-numbers-${(editorsMade += 1)}`)
    const box = useRef<HTMLInputElement>(null)
    const entry = useSerialEntry(props, options)
    const { state, act } = entry
    useOwnKeys(box, (event, text) => {
      const command = commandOf(event, text, state)
      if (command !== null) act(command, text)
      // What could not be added is replaced by the next scan.
      if (command?.do === 'add') box.current?.select()
      return command !== null
    })
    return (
      <Popover
        open
        arrow={false}
        placement="bottomLeft"
        content={<SerialPanel id={id} label={label(props.label)} entry={entry} />}
      >
        <span className={styles.cell}>
          <input
            ref={box}
            className={styles.box}
            role="combobox"
            aria-label={label(props.label)}
            aria-expanded
            aria-controls={id}
            aria-autocomplete="list"
            {...(state.active !== null && { 'aria-activedescendant': optionId(id, state.active) })}
            autoComplete="off"
            spellCheck={false}
            placeholder={t('scan')}
            value={state.typed}
            onChange={(event) => entry.type(event.target.value)}
            onPaste={(event) => {
              const text = event.clipboardData.getData('text/plain')
              // A single number is pasted into the box, as it may be a part of what is typed.
              if (!/[\s,;、，；]/.test(text.trim()) && !text.includes('..')) return
              event.preventDefault()
              event.stopPropagation()
              act({ do: 'add' }, text)
            }}
          />
        </span>
      </Popover>
    )
  }
}

/**
 * Takes the focus, and the keys that the editor answers itself (`press` returns true for them) before the grid, which
 * listens around the cell.
 */
function useOwnKeys(
  box: RefObject<HTMLInputElement | null>,
  press: (event: KeyboardEvent, text: string) => boolean,
): void {
  const pressed = useRef(press)
  useLayoutEffect(() => {
    pressed.current = press
  })
  useLayoutEffect(() => {
    const element = box.current
    if (element === null) return undefined
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.isComposing || !pressed.current(event, element.value)) return
      event.preventDefault()
      event.stopPropagation()
    }
    element.focus()
    element.setSelectionRange(element.value.length, element.value.length)
    element.addEventListener('keydown', onKeyDown)
    return () => element.removeEventListener('keydown', onKeyDown)
  }, [box])
}
