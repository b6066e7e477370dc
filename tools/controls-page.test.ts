import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { controlsOf } from '@kufang/contract/document/controls.ts'
import { pageCatalogue } from '@kufang/contract/document/catalogue/page-catalogue.ts'
import { decide, type Decided, type Decider } from '@kufang/contract/document/decide.ts'
import type { AnyDocument } from '@kufang/contract/document/declare/define-document.ts'
import { variantFields } from '@kufang/contract/document/page-variants.ts'
import { registry } from '@kufang/contract/registry.ts'
import { testsOf } from '../server/src/document/control-tests.ts'
import { controlsPage, testFileOf } from './controls-page.ts'

const root = resolve(import.meta.dirname, '..')
const page = controlsPage()
const documents = Object.values<AnyDocument>(registry.documents)
const allRoles = [...new Set(pageCatalogue.map(({ role }) => role))]

test('the command prints what the declarations say', () => {
  const { stdout } = spawnSync(process.execPath, ['tools/print-controls.ts'], {
    cwd: root,
    encoding: 'utf8',
  })
  expect(stdout).toBe(page)
  expect(page).toContain(
    '| `review` 审核 | `SHSH` 收货审核 | `create`, `receive`, `resubmit`, `correctBin`, `edit` |',
  )
})

test('every row names its tests, in a file that runs them', () => {
  const named = [...page.matchAll(/`((?:server|tools)\/[\w./-]+\.test\.ts)`/g)].map(
    ([, path]) => path!,
  )
  expect(named.filter((path) => !existsSync(resolve(root, path)))).toEqual([])
  for (const definition of documents) {
    const controls = controlsOf(definition)
    expect(controls.filter((control) => testsOf(control).length === 0)).toEqual([])
    if (controls.length === 0) continue
    expect(readFileSync(resolve(root, testFileOf(definition)), 'utf8')).toContain(
      `testConformance('${definition.name}')`,
    )
  }
  const bare = page
    .split('\n')
    .filter((line) => line.startsWith('| `') && /\| *(–)? *\|$/.test(line))
  expect(bare).toEqual([])
})

/** A person with these rights, and one document of the type on which everybody else has acted. */
const person = (roles: readonly string[], codes: readonly string[]): Decider => ({
  userId: 'p',
  userName: '某人',
  roles: new Set(roles),
  isAdmin: false,
  functionCodes: new Set(codes),
})

const rows = documents.flatMap((definition) =>
  controlsOf(definition)
    .filter(({ act }) => Object.hasOwn(definition.actions, act))
    .map((control) => ({ name: `${definition.name} ${control.act}`, definition, control })),
)

test.each(rows)('$name: roles, function code and four eyes are decided as the row says', (row) => {
  const { definition, control } = row
  const { act, roles, functionCode, notBy, isSystem } = control
  const { from, erpFrom } = definition.actions[act]!
  const codes = functionCode === null ? [] : [functionCode]
  const pages = Object.values(definition.pages).filter(
    ({ actions, actionAfterCreate }) => actions?.includes(act) || actionAfterCreate === act,
  )
  const variant = Object.fromEntries(
    variantFields(definition).map((field) => [field, pages[0]?.where?.[field]]),
  )
  const document = (acts: Decided['acts']): Decided => ({
    ...variant,
    docNo: 'X1',
    state: from[0]!,
    erpState: erpFrom?.[0] ?? 'unposted',
    acts,
  })
  const answer = (decider: Decider, acts: Decided['acts'] = {}) =>
    decide(definition, act, decider, document(acts))?.code ?? null
  if (isSystem) {
    expect(answer({ ...person(allRoles, codes), isAdmin: true })).toBe('action-of-system')
    return
  }
  const others = allRoles.filter((role) => !roles.includes(role))
  expect(answer(person(roles, codes))).toBeNull()
  expect(answer(person(others, codes))).toBe('role-missing')
  if (functionCode !== null) expect(answer(person(roles, []))).toBe('function-missing')
  const acts = [...Object.keys(definition.actions), 'create', 'edit']
  for (const earlier of acts) {
    const done = { [earlier]: { userId: 'p', userName: '某人', at: '' } }
    const wanted = notBy.includes(earlier) ? 'separation-of-duties' : null
    expect(answer(person(roles, codes), done), earlier).toBe(wanted)
    expect(answer({ ...person([], []), isAdmin: true }, done), earlier).toBe(wanted)
  }
})
