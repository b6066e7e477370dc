import { describe, expect, test } from 'vitest'
import { added, cellValue, commandOf, moved, toggled } from './serial-state.ts'
import type { SerialState } from './serial-state.ts'

const state = (numbers: readonly string[], more: Partial<SerialState> = {}): SerialState => ({
  numbers,
  typed: '',
  active: null,
  message: '',
  ...more,
})
const anywhere = { elsewhere: new Map<string, number>(), offered: null, isWhole: true }
const key = (name: string, more: Partial<KeyboardEvent> = {}) => ({
  key: name,
  altKey: false,
  ctrlKey: false,
  metaKey: false,
  ...more,
})

describe('entering serial numbers', () => {
  test('a scan is added, and the box is empty for the next one', () => {
    expect(added(state(['SN001']), 'sn002', anywhere)).toEqual(
      state(['SN001', 'SN002'], { active: 'SN002' }),
    )
  })

  test('a doubled scan is told at once with its place, and is not added again', () => {
    expect(added(state(['SN001', 'SN002']), 'SN001', anywhere)).toEqual(
      state(['SN001', 'SN002'], { active: 'SN001', message: 'SN001 重复：已是第 1 个' }),
    )
  })

  test('a piece that does not lie there, or is in another line, is added and told at once', () => {
    const context = {
      elsewhere: new Map([['SN007', 2]]),
      offered: [{ serialNumber: 'SN001', note: '' }],
      isWhole: true,
    }
    const { numbers, message } = added(state([]), 'SN001 SN007 SN009', context)
    expect(numbers).toEqual(['SN001', 'SN007', 'SN009'])
    expect(message).toBe('SN007 第 2 行已有；SN009 不在可选的件中')
  })

  test('a wrong range stays in the box with its reason, the numbers beside it are added', () => {
    const { numbers, typed, message } = added(state([]), 'SN001 SN009..SN002', anywhere)
    expect([numbers, typed]).toEqual([['SN001'], 'SN009..SN002'])
    expect(message).toContain('终号小于起号')
  })

  test('what is typed and not added yet counts when the cell is left', () => {
    expect(cellValue(state(['SN001'], { typed: 'sn003..004 SN001' }))).toBe('SN001 SN003 SN004')
    expect(cellValue(state([], { typed: 'SN2..SN1' }))).toBe('SN2..SN1')
    expect(cellValue(state([]))).toBe('')
  })

  test('a chosen piece is added at the end, a removed one makes its neighbour active', () => {
    const list = ['SN001', 'SN002', 'SN003']
    expect(toggled(state(['SN001']), 'SN003', list)).toEqual(
      state(['SN001', 'SN003'], { active: 'SN003' }),
    )
    expect(toggled(state(['SN001', 'SN002']), 'SN001', list).active).toBe('SN002')
    expect(toggled(state(['SN001']), 'SN001', ['SN001'])).toEqual(state([]))
  })

  test('the arrows go through the list and back to the box', () => {
    const list = ['SN001', 'SN002']
    expect(moved(null, 1, list)).toBe('SN001')
    expect(moved('SN001', 7, list)).toBe('SN002')
    expect(moved('SN001', -1, list)).toBeNull()
    expect(moved(null, 1, [])).toBeNull()
  })

  test('Enter adds what is in the box, chooses what the arrows reached, and ends the cell when there is nothing to do', () => {
    const known = { numbers: ['SN001'], active: null }
    expect(commandOf(key('Enter'), 'SN002', known)).toEqual({ do: 'add' })
    expect(commandOf(key('Enter'), '', { ...known, active: 'SN002' })).toEqual({
      do: 'toggle',
      number: 'SN002',
    })
    expect(commandOf(key('Enter'), '', { ...known, active: 'SN001' })).toBeNull()
    expect(commandOf(key('Enter'), ' ', known)).toBeNull()
    expect(commandOf(key('Enter', { altKey: true }), '', known)).toEqual({ do: 'takeOldest' })
    // The form is sent.
    expect(commandOf(key('Enter', { ctrlKey: true }), 'SN002', known)).toBeNull()
    expect(commandOf(key('Tab'), 'SN002', known)).toBeNull()
  })

  test('Delete removes the active number, but only a letter while something is typed', () => {
    const known = { numbers: ['SN001'], active: 'SN001' }
    expect(commandOf(key('Delete'), '', known)).toEqual({ do: 'toggle', number: 'SN001' })
    expect(commandOf(key('Delete'), 'SN', known)).toBeNull()
  })

  test('Escape empties the box first, then ends the cell; what was scanned stays', () => {
    const known = { numbers: ['SN001'], active: null }
    expect(commandOf(key('Escape'), 'SN', known)).toEqual({ do: 'clearBox' })
    expect(commandOf(key('Escape'), '', known)).toEqual({ do: 'finish' })
  })
})
