import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '..')
const folders = ['web/src', 'packages/*/src', 'server/src']

/** A number and the plural of what it counts. A limit is never one, the name of a document no number. */
const plural =
  /(?<!\$)\{(?!limit\b|document\b)\w+\} (?:\w+ )?(?:lines|rows|items|documents|results|relations|roles|users|people|labels|cells|fields|messages|minutes|seconds|days|hours|files|views)\b(?!\|)/

/** The texts with a number that would read "1 lines". */
const wrongIn = (code: string) =>
  code.split('\n').filter((line) => /\ben: |^\s*['"`]/.test(line) && plural.test(line))

test('an English text with a number names what it counts in the form of the number, not always in the plural', () => {
  const files = folders
    .flatMap((folder) => globSync(`${folder}/**/*.{ts,tsx}`, { cwd: root }))
    .filter((path) => !/\.test\.tsx?$|\/testing\//.test(path))
  expect(files.length).toBeGreaterThan(500)
  const found = files.flatMap((path) =>
    wrongIn(readFileSync(resolve(root, path), 'utf8')).map((line) => `${path}: ${line.trim()}`),
  )
  expect(found).toEqual([])
  expect(
    wrongIn("  chosen: { zh: '已选 {count} 行', en: '{count} lines selected' },"),
  ).toHaveLength(1)
})
