import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { AnyDocument } from '@kufang/contract/document/declare/define-document.ts'
import { documents } from '@kufang/contract/registry.ts'
import { expect, test } from 'vitest'
import { primaryAction, primaryLast } from './primary-action.ts'

/** The bars of one page while its documents are in a state in which several actions are possible. */
const bars = Object.values<AnyDocument>(documents).flatMap((definition) =>
  Object.entries(definition.pages).flatMap(([path, { actions = [] }]) =>
    Object.keys(definition.states).flatMap((state) => {
      const isPossible = (name: string): boolean =>
        definition.actions[name]?.from.includes(state) === true
      const ofPage = actions.filter(isPossible)
      const ofDocument = Object.keys(definition.actions).filter(isPossible)
      return ofPage.length < 2 ? [] : [{ definition, path, state, actions, ofPage, ofDocument }]
    }),
  ),
)

test('the primary action is the rightmost button of every list and document, and what takes back or refuses never is it', () => {
  expect(bars.length).toBeGreaterThan(10)
  for (const { definition, path, state, actions, ofPage, ofDocument } of bars) {
    const at = `${definition.name} ${state} on ${path}`
    const isDangerous = (name: string): boolean => definition.actions[name]?.isDangerous === true
    const isAside = (name: string): boolean =>
      definition.actions[name]?.isOptional === true && name !== actions[0]
    const inList = primaryAction(definition, ofPage, actions)
    const inDocument = primaryAction(definition, ofDocument, actions)
    expect(inList === undefined, at).toBe(
      ofPage.every((name) => isDangerous(name) || isAside(name)),
    )
    // A page of undoing alone offers what comes next for the document, which the list does not.
    if (inList !== undefined) expect(inDocument, at).toBe(inList)
    for (const [names, primary] of [
      [ofPage, inList],
      [ofDocument, inDocument],
    ] as const) {
      if (primary === undefined) continue
      expect(isDangerous(primary) || isAside(primary), at).toBe(false)
      const order = primaryLast(names, primary)
      expect(order.at(-1), at).toBe(primary)
      expect(order.slice(0, -1), at).toEqual(names.filter((name) => name !== primary))
    }
  }
  // The review of a receipt stood left of its refusal.
  const review = bars.find(
    ({ path, state }) => path === '/receive/auditReceive' && state === 'received',
  )!
  expect(primaryLast(review.ofPage, primaryAction(review.definition, review.ofPage))).toEqual([
    'refuse',
    'review',
  ])
})

test('what is possible but nobody’s task is the primary action only where its page names it first', () => {
  const notice: AnyDocument = documents['inspection-notice']
  const { actions } = notice.pages['/preQualityInspectionNotice/qualityInspectorConfirm']!
  expect(primaryAction(notice, ['reassign', 'confirmInspector'], actions)).toBe('confirmInspector')
  // Another inspector may take over, but nobody has to: the button is not blue.
  expect(primaryAction(notice, ['reassign', 'withdrawInspector'], actions)).toBeUndefined()
  expect(primaryAction(notice, ['reassign'])).toBeUndefined()
  const first = bars.find(
    ({ definition, actions: [own = ''], ofPage }) =>
      definition.actions[own]?.isOptional === true && ofPage.includes(own),
  )!
  expect(primaryAction(first.definition, first.ofPage, first.actions)).toBe(first.actions[0])
})

const source = resolve(import.meta.dirname, '../../../')

/** The line of the first button after a primary one among its siblings; the code is formatted, so that these have its indentation. */
function buttonAfterPrimary(text: string): number | undefined {
  const lines = text.split('\n')
  const indentOf = (line: string): number => line.search(/\S/)
  for (const [at, line] of lines.entries()) {
    if (!/type="primary"/.test(line)) continue
    const start = lines.findLastIndex((one, index) => index <= at && /^\s*<Button\b/.test(one))
    const indent = indentOf(lines[start]!)
    const after = lines.findIndex(
      (one, index) => index > at && one !== '' && indentOf(one) < indent,
    )
    const next = lines.findIndex(
      (one, index) =>
        index > at && index < after && indentOf(one) === indent && /^\s*<Button\b/.test(one),
    )
    // A search button beside its fields; a button of full width, below which others stand.
    const isAlone = /\b(ghost|block)\b/.test(lines.slice(start, at + 2).join(' '))
    if (next !== -1 && !isAlone) return next + 1
  }
  return undefined
}

test('no bar, dialog or drawer has a button right of its primary one; in a title row the frame places it first', () => {
  expect(
    buttonAfterPrimary(
      '<div>\n  <Button type="primary">\n    x\n  </Button>\n  <Button>y</Button>\n</div>',
    ),
  ).toBe(5)
  const files = globSync('**/*.tsx', { cwd: source })
  expect(files.length).toBeGreaterThan(100)
  const wrong = files.flatMap((file) => {
    const text = readFileSync(join(source, file), 'utf8')
    const line = buttonAfterPrimary(text)
    const inTitle = /\bactions=\{(?:(?!\n {4}>)[\s\S])*?type="primary"/.test(text)
    return [
      ...(line === undefined ? [] : [`${file}:${line}`]),
      ...(inTitle ? [`${file}: actions`] : []),
    ]
  })
  expect(wrong).toEqual([])
})

test('what undoes is the primary action only where nothing else is possible, or its page is there for it', () => {
  const issue: AnyDocument = documents['goods-issue']
  const { actions } = issue.pages['/shippingManagement/distributionOut']!
  // Of picked goods the page hands over, which nobody has to do, before it undoes the picking.
  expect(primaryAction(issue, ['unpick', 'dispatch'], actions)).toBe('dispatch')
  expect(primaryAction(issue, ['unpick', 'issue'])).toBe('issue')
  expect(primaryAction(issue, ['unpick'])).toBe('unpick')
})
