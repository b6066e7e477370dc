import { expect, test } from 'vitest'
import { computingMax, findTooLong, slowestFiles, type TestFile } from './file-times.ts'

const file = (path: string, computingSeconds: number | null, isConformance = false): TestFile => ({
  path,
  seconds: 90,
  computingSeconds,
  isConformance,
})

test('a file that computes for longer than its limit is found, however long it waited', () => {
  const { file: most, conformance, journeys } = computingMax
  const files = [
    file('server/src/demonstration/prepare.test.ts', most + 1),
    file('server/src/replay/retail.test.ts', most - 1),
    file('server/src/receiving/arrival.test.ts', conformance + 1, true),
    file('server/src/issue/goods-issue.test.ts', conformance - 1, true),
    file('e2e/documents.e2e.ts', journeys + 1),
    file('e2e/desk.e2e.ts', journeys - 1),
    file('server/src/never-run.test.ts', null),
  ]
  expect(findTooLong(files)).toEqual([
    `server/src/demonstration/prepare.test.ts computes for ${most + 1}.0 s; at most ${most} s: split it, or find what takes so long`,
    `server/src/receiving/arrival.test.ts computes for ${conformance + 1}.0 s; at most ${conformance} s: split it, or find what takes so long`,
    `e2e/documents.e2e.ts computes for ${journeys + 1}.0 s; at most ${journeys} s: split it, or find what takes so long`,
  ])
})

test('the ten slowest files are shown, the slowest first', () => {
  const files = Array.from({ length: 12 }, (_none, index) => file(`${index}.test.ts`, index / 4))
  const lines = slowestFiles([...files, file('never-run.test.ts', null)])
  expect(lines.length).toBe(10)
  expect(lines[0]).toBe('    2.8 s     90.0 s  11.test.ts')
  expect(lines.at(-1)).toBe('    0.5 s     90.0 s  2.test.ts')
})
