import { expect, it } from 'vitest'
import { chosenByKey } from './chosen-by-key.ts'

const option = (value: string) => ({ value, text: value, row: { code: value } })
const options = [option('10010'), option('1001'), option('10012')]

it('takes the exact code before the first row of the list', () => {
  expect(chosenByKey('1001', options, '10010')?.value).toBe('1001')
})

it('takes the marked row, else the first', () => {
  expect(chosenByKey('fa', options, '10012')?.value).toBe('10012')
  expect(chosenByKey('fa', options, null)?.value).toBe('10010')
})

it('keeps what a scanner typed before the list came', () => {
  expect(chosenByKey(' 77001 ', [], null)).toEqual({ value: '77001', row: null })
})

it('changes nothing when nothing was typed or marked', () => {
  expect(chosenByKey('', options, null)).toBeNull()
})
