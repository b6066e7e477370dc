import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'

// SECURITY.md follows OWASP ASVS 5.0. Each point names an existing test or run as proof, or states that it does not
// apply or falls short.

const root = resolve(import.meta.dirname, '..')
const page = readFileSync(resolve(root, 'SECURITY.md'), 'utf8')
const attack = readFileSync(resolve(root, 'bench/attack/main.ts'), 'utf8')
const attackParts = [...attack.matchAll(/await part\('([\w-]+)'/g)].map(([, name]) => name!)

const chapters = page
  .split(/^## /m)
  .slice(1)
  .map((text) => ({ no: /^V(\d+) /.exec(text)?.[1], text, points: text.split(/^- /m).slice(1) }))

/** Test files and folders named in a text. */
const testsIn = (text: string) =>
  [
    ...text.matchAll(
      /`((?:server|tools|web|e2e)\/[\w./-]+(?:\.test\.ts|\.e2e\.ts|\/conformance))`/g,
    ),
  ].map(([, path]) => path!)

test('every chapter of ASVS 5.0 is there, in its order', () => {
  expect(chapters.map(({ no }) => Number(no))).toEqual(
    Array.from({ length: 17 }, (_none, index) => index + 1),
  )
})

test('a chapter that applies names a test, and a test that is named is there', () => {
  for (const { no, text, points } of chapters) {
    const named = testsIn(text)
    expect([no, named.length > 0 || (points.length === 0 && /Does not apply/.test(text))]).toEqual([
      no,
      true,
    ])
    expect([no, named.filter((path) => !existsSync(resolve(root, path)))]).toEqual([no, []])
  }
})

test('a point names its proof, does not apply, or says that it falls short', () => {
  const bare = chapters.flatMap(({ no, points }) =>
    points
      .filter((point) => !point.includes('**Short**') && !/does not apply/.test(point))
      .filter((point) => {
        const proof = point.split('Proof: ')[1] ?? ''
        return testsIn(proof).length === 0 && !/`npm run (attack|faults)`/.test(proof)
      })
      .map((point) => `V${no}: ${point.slice(0, 60)}`),
  )
  expect(bare).toEqual([])
})

test('the parts of the attack and the titles of tests that it names are there', () => {
  const parts = [...page.matchAll(/`npm run attack` \(([^)]*)\)/g)].flatMap(([, list]) =>
    list!.split(', '),
  )
  expect(parts.length).toBeGreaterThan(15)
  expect(parts.filter((part) => !attackParts.includes(part))).toEqual([])
  const titles = [...page.matchAll(/`([\w./-]+\.test\.ts)` \("([^"]+)"\)/g)]
  expect(titles.length).toBeGreaterThan(3)
  const missing = titles.filter(
    ([, path, title]) => !readFileSync(resolve(root, path!), 'utf8').includes(`'${title}'`),
  )
  expect(missing.map(([whole]) => whole)).toEqual([])
})
