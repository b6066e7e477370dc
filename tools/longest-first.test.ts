import { globSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { long, longestFirst } from './longest-first.ts'

test('a file that only lists its journeys counts as long as those, and starts before a longer file of its own', () => {
  const texts: Record<string, string> = {
    '/e2e/list.e2e.ts':
      "import { tabs } from './shell/tabs.ts'\nimport { go } from './support/go.ts'",
    '/e2e/shell/tabs.ts': 't'.repeat(500),
    '/e2e/support/go.ts': 's'.repeat(5000),
    '/e2e/own.e2e.ts': 'o'.repeat(400),
    '/e2e/short.e2e.ts': 'o'.repeat(10),
  }
  const files = ['/e2e/short.e2e.ts', '/e2e/own.e2e.ts', '/e2e/list.e2e.ts']
  expect(
    longestFirst(
      files,
      (file) => file,
      (path) => texts[path] ?? '',
    ),
  ).toEqual(['/e2e/list.e2e.ts', '/e2e/own.e2e.ts', '/e2e/short.e2e.ts'])
})

test('the files with the journeys of documents and of the shell, which take most of the time, start first', () => {
  const root = resolve(import.meta.dirname, '..')
  const files = globSync('e2e/**/*.e2e.ts', { cwd: root }).map((file) => resolve(root, file))
  const first = longestFirst(files, (file) => file).slice(0, 4)
  expect(first.toSorted()).toEqual([
    resolve(root, 'e2e/documents-stock.e2e.ts'),
    resolve(root, 'e2e/documents.e2e.ts'),
    resolve(root, 'e2e/shell-frame.e2e.ts'),
    resolve(root, 'e2e/shell-pages.e2e.ts'),
  ])
})

test('each of the long tests is there', () => {
  const root = resolve(import.meta.dirname, '..')
  const files = globSync(['server/src/**/*.test.ts', 'tools/*.test.ts'], { cwd: root })
  expect(long.filter((part) => !files.some((file) => `/${file}`.includes(part)))).toEqual([])
})
