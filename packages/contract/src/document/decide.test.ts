import { describe, expect, it } from 'vitest'
import { documents } from '../registry.ts'
import { decide, addPerformer, rolesFor, type Decider } from './decide.ts'
import type { Act, AnyDocument } from './declare/define-document.ts'

const at = '2026-11-22T01:00:00.000Z'
const act = (userId: string): Act => ({ userId, userName: `用户${userId}`, at })

const person = (definition: AnyDocument, action: string, userId: string): Decider => {
  const code = definition.actions[action]!.functionCode
  return {
    userId,
    userName: `用户${userId}`,
    roles: new Set(rolesFor(definition, action)),
    isAdmin: false,
    functionCodes: new Set(code ? [code] : []),
  }
}

/** The decision for each person who wants to act on a document with these acts. */
function answers(
  definition: AnyDocument,
  action: string,
  acts: Record<string, Act>,
  people: readonly string[],
) {
  const { from, erpFrom } = definition.actions[action]!
  // Of the variant of a page that offers the act.
  const where = Object.values(definition.pages).find(({ actions }) =>
    actions?.includes(action),
  )?.where
  const erpState = erpFrom?.[0] ?? 'notNeeded'
  const document = { ...where, docNo: 'X1', state: from[0]!, erpState, acts }
  return people.map((userId) => {
    const refusal = decide(definition, action, person(definition, action, userId), document)
    return refusal && [refusal.code, refusal.params?.['act'], refusal.params?.['user']]
  })
}

/** Actions barred to the creator, of documents with editable drafts. */
const separated = Object.values<AnyDocument>(documents).flatMap((definition) =>
  definition.editable.length === 0
    ? []
    : Object.entries(definition.actions)
        .filter(([, declared]) => declared.notBy?.includes('create'))
        .map(([action]) => ({ definition, action, title: `${definition.name}: ${action}` })),
)

describe('four eyes', () => {
  it('are asked for by some documents', () => expect(separated.length).toBeGreaterThan(6))

  it.each(separated)('refuse $title to everybody who edited the draft', (one) => {
    const edit = addPerformer(addPerformer(addPerformer(undefined, act('2')), act('3')), act('4'))
    expect(
      answers(one.definition, one.action, { create: act('1'), edit }, ['1', '2', '3', '4', '5']),
    ).toEqual([
      ['separation-of-duties', '制单', '用户1'],
      ['separation-of-duties', '修改', '用户2'],
      ['separation-of-duties', '修改', '用户3'],
      ['separation-of-duties', '修改', '用户4'],
      null,
    ])
  })

  it('say nothing of editing where the maker may act himself', () => {
    const { definition } = { definition: documents['delivery-note'] as AnyDocument }
    const acts = { create: act('1'), edit: act('2') }
    expect(answers(definition, 'submit', acts, ['1', '2'])).toEqual([null, null])
  })
})

describe('the act of editing', () => {
  it('names the latest editor, and each of the others once', () => {
    const later = { userId: '2', userName: '用户2', at: '2026-11-22T02:00:00.000Z' }
    const edited = addPerformer(addPerformer(addPerformer(undefined, act('2')), act('3')), later)
    expect(edited).toEqual({ ...later, others: [act('3')] })
  })
})
