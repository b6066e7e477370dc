import { expect, test } from 'vitest'
import { ApiError } from '../../api/api-error.ts'
import { afterHeaderChange, afterLinesChange, sharedOut } from './use-entry.ts'

const detail = (line: number | undefined, field: string) => ({
  code: 'decision-incomplete',
  params: {},
  ...(line === undefined ? {} : { line }),
  field,
  zh: '合格 30 + 不合格 4 不等于送检 30 EA',
  en: 'Accepted 30 + rejected 4 is not the inspected 30 EA',
})
const error = new ApiError({
  status: 422,
  requestId: null,
  details: [
    detail(1, 'acceptedQuantity'),
    detail(2, 'acceptedQuantity'),
    detail(undefined, 'reportNo'),
  ],
})
const lines = [
  { rowId: 'a', acceptedQuantity: '30', rejectedQuantity: '4' },
  { rowId: 'b', acceptedQuantity: '3', rejectedQuantity: '4' },
]
const refused = sharedOut(error, ['reportNo'], lines)

test('what the server said of a line is gone once any cell of that line is typed into', () => {
  const [first, second] = lines
  const after = afterLinesChange(refused, lines, [{ ...first!, rejectedQuantity: '0' }, second!])
  expect(after.cells.map(({ rowId }) => rowId)).toEqual(['b'])
  expect(after.fields).toHaveProperty('reportNo')
  expect(afterLinesChange(refused, lines, [second!]).cells.map(({ rowId }) => rowId)).toEqual(['b'])
})

test('what it said of a field is gone once that field is typed into, and the refusal with the last of it', () => {
  expect(afterHeaderChange(refused, ['remark'])).toBe(refused)
  const after = afterHeaderChange(refused, ['reportNo'])
  expect(after.fields).toEqual({})
  expect(after.error).toBe(error)
  expect(afterLinesChange(after, lines, []).error).toBeNull()
})
