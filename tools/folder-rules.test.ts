import { expect, test } from 'vitest'
import { circlesOfFolders } from './folder-rules.ts'

const root = 'web/src/kit'
const circles = (files: Readonly<Record<string, string>>) =>
  circlesOfFolders(
    root,
    Object.entries(files).map(([path, text]) => ({ path: `${root}/${path}`, text })),
  )

test('folders that import only what is below them are counted', () => {
  expect(
    circles({
      'text/words.ts': `import { x } from '@kufang/kernel/x.ts'`,
      'grid/grid.tsx': `import { words } from '../text/words.ts'\nimport { cell } from './cell.ts'`,
      'grid/cell.ts': `import { outside } from '../../app/outside.ts'`,
    }),
  ).toEqual({ folders: 2, breaches: [] })
})

test('folders in a circle are named with the imports on it', () => {
  const { breaches } = circles({
    'text/words.ts': `import type { Cell } from '../grid/cell.ts'`,
    'fields/field.tsx': `const Words = lazy(() => import('../text/words.ts'))`,
    'grid/cell.ts': `export { field } from '../fields/field.tsx'`,
    'chart/chart.tsx': `import { words } from '../text/words.ts'`,
  })
  expect(breaches).toHaveLength(3)
  expect(breaches[0]).toBe(
    `${root}/text: folders in a circle: ${root}/text/words.ts imports ${root}/grid/cell.ts; ${root}/grid/cell.ts imports ` +
      `${root}/fields/field.tsx; ${root}/fields/field.tsx imports ${root}/text/words.ts`,
  )
})

test('files beside sub-folders count by themselves', () => {
  const { breaches } = circles({
    'pages/page.tsx': `import { list } from './list/list.tsx'`,
    'pages/list/list.tsx': `import { frame } from '../frame.tsx'`,
    'pages/frame.tsx': '',
  })
  expect(breaches).toHaveLength(2)
})

test('folders side by side count with all that is in them, and tests do not', () => {
  const files = {
    'draft/read/draft.ts': `import type { Books } from '../../books/books.ts'`,
    'books/books.ts': '',
    'books/post/post.ts': `import type { Kept } from '../../storage/kept.ts'`,
    'storage/kept.ts': '',
    'storage/read.ts': `import type { Enter } from '../draft/enter/enter.ts'`,
    'draft/enter/enter.ts': `import type { Input } from '../../input/input.ts'`,
    'input/input.ts': '',
    'input/input.test.ts': `import type { Draft } from '../draft/read/draft.ts'`,
  }
  expect(circles(files).breaches.map((breach) => breach.slice(0, breach.indexOf(':')))).toEqual([
    `${root}/draft`,
    `${root}/books`,
    `${root}/storage`,
  ])
  expect(circles({ ...files, 'storage/read.ts': '' }).breaches).toEqual([])
})

test('tests may use everything', () => {
  expect(
    circles({
      'text/words.test.ts': `import { cell } from '../grid/cell.ts'`,
      'grid/cell.ts': `import { words } from '../text/words.ts'`,
      'text/words.ts': '',
    }).breaches,
  ).toEqual([])
})
