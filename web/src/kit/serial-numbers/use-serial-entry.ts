import { useState } from 'react'
import { codeText } from '@kufang/kernel/code-text.ts'
import type { CellEditorProps } from '../grid/grid-column.ts'
import { serialNumbersOf, withOldest } from '../text/serial-list.ts'
import type { OfferedPiece, SerialContext } from '../text/serial-list.ts'
import { added, cellValue, moved, toggled } from './serial-state.ts'
import type { SerialCommand, SerialState } from './serial-state.ts'
import { usePieces } from './use-pieces.ts'
import type { Offer, Pieces } from './use-pieces.ts'

export interface SerialEditorOptions<Line> {
  /** How many numbers the line needs; null if its quantity is no whole number yet. */
  neededOf: (line: Line) => number | null
  /** Numbers of other lines of the same material, with the position of the line. */
  elsewhereOf: (line: Line) => ReadonlyMap<string, number>
  offerOf: (line: Line) => Offer
}

/** What is entered, what it is compared with, and what may be chosen. */
export interface SerialEntry {
  state: SerialState
  context: SerialContext
  condition: Pieces['condition']
  isOfStock: boolean
  /** The pieces that may be chosen besides, narrowed by what is typed. */
  choices: readonly OfferedPiece[]
  type: (text: string) => void
  act: (command: SerialCommand | { do: 'clear' }, text?: string) => void
}

/** The entry of the serial numbers of one cell; each change is told to the grid, which reads it when the edit ends. */
export function useSerialEntry<Line extends object>(
  props: CellEditorProps<Line>,
  { neededOf, elsewhereOf, offerOf }: SerialEditorOptions<Line>,
): SerialEntry {
  const { row, field, typed } = props
  const [state, setState] = useState<SerialState>(() => ({
    numbers: serialNumbersOf((row as Readonly<Record<string, unknown>>)[field]),
    typed,
    active: null,
    message: '',
  }))
  const { numbers } = state
  const { offered, condition, isOfStock } = usePieces(offerOf(row))
  const context: SerialContext = {
    needed: neededOf(row),
    elsewhere: elsewhereOf(row),
    offered,
    // Behind the first ones there may be more that can be scanned.
    isWhole: condition === 'known',
  }
  const wanted = codeText(state.typed)
  const choices = (offered ?? []).filter(
    ({ serialNumber }) =>
      !numbers.includes(serialNumber) &&
      !context.elsewhere.has(serialNumber) &&
      serialNumber.includes(wanted),
  )
  const reached = [...numbers, ...choices.map(({ serialNumber }) => serialNumber)]
  const change = (next: SerialState): void => {
    setState(next)
    props.onChange(cellValue(next))
  }
  const act: SerialEntry['act'] = (command, text = '') => {
    switch (command.do) {
      case 'add':
        return change(added(state, text, context))
      case 'toggle':
        return change(toggled(state, command.number, reached))
      case 'takeOldest':
        return change({ ...state, numbers: withOldest(numbers, context), message: '' })
      case 'clear':
        return change({ numbers: [], typed: '', active: null, message: '' })
      case 'clearBox':
        return change({ ...state, typed: '' })
      case 'move':
        return setState({ ...state, active: moved(state.active, command.step, reached) })
      case 'finish':
        return props.onDone()
    }
  }
  const type = (text: string): void => change({ ...state, typed: text })
  return { state, context, condition, isOfStock, choices, type, act }
}
