import fc from 'fast-check'
import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import config from '../vitest.config.ts'

const root = resolve(import.meta.dirname, '..')

interface Project {
  test: { name: string; include: string[]; setupFiles?: string[] }
}

test('what fast-check draws is the same in every run', () => {
  const drawn = () => fc.sample(fc.integer(), 20)
  expect(drawn()).toEqual(drawn())
})

test('every file that draws with fast-check belongs to a project that fixes its seed', () => {
  const projects = config.test!.projects as unknown as Project[]
  const fixed = projects
    .filter(({ test: { setupFiles } }) => setupFiles?.includes('tools/fixed-seed.ts'))
    .flatMap(({ test: { include } }) => globSync(include, { cwd: root }))
  const drawing = globSync(
    '{packages,server,web,erp-stand-in,tools,e2e}/**/*.{test,e2e}.{ts,tsx}',
    {
      cwd: root,
      exclude: (name) => name.includes('node_modules'),
    },
  ).filter((file) => /from 'fast-check'/.test(readFileSync(resolve(root, file), 'utf8')))
  expect(drawing.length).toBeGreaterThan(10)
  expect(drawing.filter((file) => !fixed.includes(file))).toEqual([])
})
