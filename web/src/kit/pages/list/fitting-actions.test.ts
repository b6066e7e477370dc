import { expect, test } from 'vitest'
import { buttonWidth, fittingActions } from './fitting-actions.ts'

const more = '更多'
const action = (text: string, isPossible = true) => ({ name: text, text, isPossible })
const actions = [
  action('差异审核', false),
  action('处理差异'),
  action('部分冲回', false),
  action('过账'),
]
const widthOf = (...texts: string[]): number =>
  texts.reduce((sum, text) => sum + buttonWidth(text), 0)

test('all buttons stand in the bar while they fit in one row', () => {
  const all = actions.map(({ text }) => text)
  expect([...fittingActions(actions, widthOf(...all), more)]).toEqual(all)
})

test('where they do not fit, what is possible now stays in the bar and the rest is in the menu', () => {
  const room = widthOf('处理差异', '过账', more)
  expect([...fittingActions(actions, room, more)]).toEqual(['处理差异', '过账'])
  expect([...fittingActions(actions, room - 1, more)]).toEqual(['处理差异'])
  expect([...fittingActions(actions, 0, more)]).toEqual([])
})

test('the primary action never falls into the menu, wherever it stands', () => {
  const withPrimary = [action('处理差异'), { ...action('过账'), isPrimary: true }]
  expect([...fittingActions(withPrimary, widthOf('过账', more), more)]).toEqual(['过账'])
  expect([...fittingActions(withPrimary, 0, more)]).toEqual(['过账'])
})
