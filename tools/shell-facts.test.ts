import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { factProblems, readFacts } from './shell-facts.ts'

const root = resolve(import.meta.dirname, '..')

function ofRepository(path: string): string | null {
  const file = join(root, path)
  return existsSync(file) ? readFileSync(file, 'utf8') : null
}

test('every fact of the shell is held by a test that is there', () => {
  const facts = readFacts(ofRepository('e2e/shell.facts.md') ?? '')
  expect(facts.length).toBeGreaterThan(0)
  expect(factProblems(facts, ofRepository)).toEqual([])
})

const table = (...cells: string[]): string =>
  `| nr | section | what | held by |\n|---|---|---|---|\n| ${cells.join(' | ')} |\n`
const problemsOf = (...cells: string[]): string =>
  factProblems(readFacts(table(...cells)), (path) =>
    path === 'a.test.ts' ? "test('goods arrive', () => {})" : null,
  ).join('\n')

test('an empty cell, a missing file and a missing title are found', () => {
  expect(problemsOf('1', 'tabs', 'they stay', '`a.test.ts`: goods arrive')).toBe('')
  expect(problemsOf('1', '', 'they stay', '`a.test.ts`: goods arrive')).toContain('no section')
  expect(problemsOf('1', 'tabs', '', '`a.test.ts`: goods arrive')).toContain('says nothing')
  expect(problemsOf('1', 'tabs', 'they stay', '')).toContain('no test holds it')
  expect(problemsOf('', 'tabs', 'they stay', '`a.test.ts`: goods arrive')).toContain('no number')
  expect(problemsOf('1', 'tabs', 'they stay', '`b.test.ts`: goods arrive')).toContain('no file')
  expect(problemsOf('1', 'tabs', 'they stay', '`a.test.ts`: goods')).toContain('has no test')
  expect(problemsOf('1', 'tabs', 'they stay', 'goods arrive')).toContain('not a file and a title')
})

test('a number that stands twice is found', () => {
  const row = { number: 1, section: 'tabs', requirement: 'they stay', tests: ['`a`: b'] }
  expect(factProblems([row, row], () => "test('b')")).toEqual(['row 1 stands twice'])
})
