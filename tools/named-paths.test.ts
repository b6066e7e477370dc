import { existsSync, globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '..')
const scripts = (
  JSON.parse(readFileSync(resolve(root, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>
  }
).scripts

/** Documents that name tests as proof. */
const pages = ['SECURITY.md', 'docs/operations.md']

for (const page of pages) {
  test(`what ${page} names is there`, () => {
    const text = readFileSync(resolve(root, page), 'utf8')
    const paths = [...text.matchAll(/`((?:server|tools|bench|packages|e2e)\/[\w./-]+)`/g)]
      .map(([, path]) => path!)
      // Results are generated and not committed.
      .filter((path) => !path.startsWith('bench/results'))
    expect(paths.length).toBeGreaterThan(2)
    expect(paths.filter((path) => !existsSync(resolve(root, path)))).toEqual([])
    const commands = [...text.matchAll(/npm run ([\w:-]+)/g)].map(([, name]) => name!)
    expect(commands.filter((name) => !(name in scripts))).toEqual([])
  })
}

test('a command that a message or a page names runs with the Node that came with the packages', () => {
  const folders = ['README*.md', 'CONTRIBUTING.md', '{docs,tools,server/src,bench}/**/*.{ts,md}']
  const files = globSync(folders, { cwd: root })
  const bare = files.flatMap((file) =>
    [
      ...readFileSync(resolve(root, file), 'utf8').matchAll(
        /(.{0,4})\bnode ((?:tools|server|bench|web)\/[\w./-]+\.ts)/g,
      ),
    ]
      .filter(([, before]) => before !== 'npx ')
      .map(([, , path]) => `${file}: npx node ${path}`),
  )
  expect(files.length).toBeGreaterThan(300)
  expect(bare).toEqual([])
})
