import { expect, test } from 'vitest'
import { neighbours } from './neighbours.ts'

interface Line {
  docNo: string
  line: number
}

const idOf = (row: Line): string => row.docNo
const line = (docNo: string, at: number): Line => ({ docNo, line: at })
/** Lines not sorted by document. */
const lines = [line('DH1', 1), line('DH2', 1), line('DH1', 2), line('DH3', 1)]

test('the panel walks from document to document, whichever of its lines was opened', () => {
  const named = (shown: Line): (string | undefined)[] => {
    const { previous, next } = neighbours(lines, shown, idOf)
    return [previous?.docNo, next?.docNo]
  }
  expect(named(line('DH1', 1))).toEqual([undefined, 'DH2'])
  expect(named(line('DH2', 1))).toEqual(['DH1', 'DH3'])
  expect(named(line('DH1', 2))).toEqual([undefined, 'DH2'])
  expect(named(line('DH3', 1))).toEqual(['DH2', undefined])
})

test('there is no way on from what the list does not hold, nor while nothing is shown', () => {
  const nowhere = { previous: null, next: null }
  expect(neighbours(lines, line('DH9', 1), idOf)).toEqual(nowhere)
  expect(neighbours(lines, null, idOf)).toEqual(nowhere)
})
