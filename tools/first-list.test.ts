import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { staticImports } from './static-imports.ts'

const root = resolve(import.meta.dirname, '..')
const { files, packages } = staticImports(root, [
  'web/src/app/main.tsx',
  'web/src/app/signed-in-app.tsx',
  'web/src/slots.ts',
  'web/src/kit/pages/query-page.tsx',
])

const partsOfLists = [
  'AutoComplete',
  'Button',
  'Checkbox',
  'ConfigProvider',
  'Dropdown',
  'Empty',
  'Menu',
  'Popover',
  'Segmented',
  'Select',
  'Space',
  'Tag',
  'Tooltip',
  'theme as antdTheme',
]

// The first list is at most 560 KB of scripts (tools/first-page.ts). What it does not show is loaded when it is shown.

test('the first list loads only the parts of antd that lists show', () => {
  expect(files.has('web/src/kit/grid/data-grid.tsx')).toBe(true)
  const parts = [...packages].filter((name) => name.startsWith('antd '))
  // Card includes tabs, DatePicker a calendar, Form and Modal their own engines: use them behind `lazyPart`.
  expect(parts.map((name) => name.slice('antd '.length)).toSorted()).toEqual(partsOfLists)
})

test('the first list loads the declarations of no area, only their index', () => {
  expect(
    [...files].filter((file) => /contract\/src\/(registry|.*\/declarations)\.ts$/.test(file)),
  ).toEqual([])
})

test('the first list loads nothing for editing cells', () => {
  expect([...files].filter((file) => /grid-editing|line-grid/.test(file))).toEqual([])
})

test('the first list loads neither calendars nor charts nor the texts of refusals', () => {
  for (const name of ['dayjs', 'echarts', 'jsencrypt']) expect([...packages]).not.toContain(name)
  expect([...files].filter((file) => /refusal-catalogue|general-refusals/.test(file))).toEqual([])
})
