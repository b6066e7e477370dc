import { expect, test } from 'vitest'
import { registry } from '../../registry.ts'
import type { AnyDocument } from './define-document.ts'
import type { Fields } from './field.ts'

// A key of declarations is worth its place in the frame if three declarations use it; until then it is code. Those with
// fewer users are listed here with the reason. The list may only shrink: a key that has found its users fails until it is
// taken off.

/** Keys with one or two users, by part of a declaration, each with the reason why it is a key nevertheless. */
const exceptions: Record<string, string> = {
  'action.isAtReceiver': 'decides who may act, on both ends and in lists; with receivedAt',
  'action.linesWith': 'the browser offers lines by it before anything is sent',
  'action.linesWithout': 'the counterpart of linesWith',
  'document.hiddenUntil': 'a blind count: lists, exports, logs and searches hide fields by it',
  'document.receivedAt': 'the data scope of a second place, as SQL of every list',
  'document.sources': 'a document with several predecessors; chosen by page',
  'due.holdsMonth': 'month-end asks every type by it, and names none',
  'field.isForeign': 'codes of other systems have no pattern',
  'field.mayPerform': 'only users who may do it are offered and accepted, as SQL',
  'field.isInternal': 'hides fields from suppliers in every answer',
  'field.neededBy': 'the form asks for a field of the header by the lines',
  'page.isAtHand': 'the home page offers it to those who may open it',
  'page.offeredWith': 'the list of the stock is narrowed for a page, as SQL',
  'page.usual': 'a form begins with today',
  'source.limitedBy': 'the quantity that may be taken is another than the open one, as SQL',
}

/** The keys of an object, as `part.key`. */
const keysOf = (part: string, value: object | undefined): string[] =>
  value === undefined ? [] : Object.keys(value).map((key) => `${part}.${key}`)

const fieldKeys = (fields: Fields = {}): string[] =>
  Object.values(fields).flatMap((field) => keysOf('field', field))

function documentKeys(definition: AnyDocument): string[] {
  const { actions, pages, source, sources = {}, stockLines, due } = definition
  return [
    ...keysOf('document', definition),
    ...fieldKeys(definition.header),
    ...fieldKeys(definition.lines),
    ...Object.values(actions).flatMap((action) => [
      ...keysOf('action', action),
      ...fieldKeys(action.input),
      ...fieldKeys(action.lineInput),
    ]),
    ...Object.values(pages).flatMap((page) => keysOf('page', page)),
    ...[source, ...Object.values(sources)].flatMap((one) => keysOf('source', one)),
    ...keysOf('stockLines', stockLines),
    ...keysOf('due', due),
  ]
}

/** Names of the declarations that use each key. */
function usersOfKeys(): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>()
  const add = (name: string, keys: readonly string[]) => {
    for (const key of keys) found.set(key, (found.get(key) ?? new Set()).add(name))
  }
  for (const definition of Object.values<AnyDocument>(registry.documents))
    add(definition.name, documentKeys(definition))
  // Fields of masters and queries are declared with the same keys.
  for (const { name, fields } of Object.values<{ name: string; fields: Fields }>({
    ...registry.masters,
    ...registry.queries,
  }))
    add(name, fieldKeys(fields))
  return found
}

test('a key of declarations has three users, or is listed with the reason why it has fewer', () => {
  const users = usersOfKeys()
  // The walk sees the declarations: what every document has is used by all of them.
  expect(users.get('document.header')?.size).toBe(Object.keys(registry.documents).length)
  const rare = [...users].filter(([, names]) => names.size < 3).map(([key]) => key)
  expect(rare.toSorted()).toEqual(Object.keys(exceptions).toSorted())
})
