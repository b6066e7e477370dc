import { expect, test } from 'vitest'
import { codeText, foreignSign, withoutFilledZeros, withoutZeros } from './code-text.ts'

test('a code has one form, however it is typed, pasted or scanned', () => {
  const written = [
    'qa001',
    ' QA001 ',
    'ＱＡ００１',
    'Qa\u200b001',
    '\u001dQA001\u0000',
    '\ufeffqa001',
  ]
  expect(written.map(codeText)).toEqual(written.map(() => 'QA001'))
  expect(codeText('k\u00a0 2/1')).toBe('K 2/1')
  expect(codeText('炉号-甲')).toBe('炉号-甲')
})

test('zeros that SAP fills a number with do not count, others do', () => {
  expect(
    ['000000000013010008', '0000100001', '0013', '00A0000001', '1000000000'].map(
      withoutFilledZeros,
    ),
  ).toEqual(['13010008', '100001', '0013', '00A0000001', '1000000000'])
  expect(['0013', '000', '0A1'].map(withoutZeros)).toEqual(['13', '0', '0A1'])
})

test('the first sign that no code has is found', () => {
  for (const code of ['A/1 B', 'LY26-01.03', '3#(2)', '𠮷1', 'É1', 'A+B&C:1=2%3@4~5[6]'])
    expect(foreignSign(code)).toBeNull()
  expect(['A*', 'A?1', 'B"1', 'A,B', 'A;B', 'A|B', '#N/A', 'A\\B', 'A<1'].map(foreignSign)).toEqual(
    ['*', '?', '"', ',', ';', '|', '#', '\\', '<'],
  )
})
