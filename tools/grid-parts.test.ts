import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { divide } from '../web/grid-parts.ts'

const file = resolve(
  import.meta.dirname,
  '../node_modules/ag-grid-community/dist/package/main.esm.mjs',
)
const text = readFileSync(file, 'utf8')

test('AG Grid is divided into editing and the rest, and each name is declared once', () => {
  const { core, editing } = divide(text, file)
  const declared = (some: string) =>
    [...some.matchAll(/^(?:var|function|class) ([\w$]+)/gm)].map(([, name]) => name!)
  const [ofCore, ofEditing] = [declared(core), declared(editing)]
  expect(ofCore.length).toBeGreaterThan(1000)
  expect(ofEditing).toEqual(expect.arrayContaining(['EditService', 'CustomEditorModule']))
  const both = new Set(ofCore)
  expect(ofEditing.filter((name) => both.has(name))).toEqual([])
  // All of it is there, but for the list of all modules.
  expect([...ofCore, ...ofEditing, 'AllCommunityModule'].sort()).toEqual(declared(text).sort())
  expect(core).not.toMatch(/\bnew EditService\b|\bCustomEditorModule\b/)
})

test('modules that our tables do not use are not part of every grid', () => {
  const { core } = divide(text, file)
  const named = /var CommunityCoreModule = \{[^]*?dependsOn: \[([^\]]*)\]/.exec(core)![1]!
  for (const name of ['DataTypeModule', 'OverlayModule', 'ExpressionModule'])
    expect(named).not.toContain(name)
  expect(named).toContain('KeyboardNavigationModule')
})

test('a file that is written otherwise is refused', () => {
  expect(() => divide(text.replace('    OverlayModule,\n', ''), file)).toThrow('OverlayModule')
  expect(() => divide(text.replaceAll('src/edit/', 'src/changed/'), file)).toThrow('grid-parts.ts')
})
