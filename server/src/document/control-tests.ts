import type { Control } from '@kufang/contract/document/controls.ts'

/**
 * Titles of the tests of the conformance suite that hold the controls of a document type. The control matrix (`npm run controls`) names them,
 * and the suite fails if one of them is missing.
 */
export const titles = {
  create: 'is made by the holders of a role that makes it',
  edit: 'is changed by the holders of a role that edits it',
  role: (act: string) => `${act} is for the holders of its role`,
  system: (act: string) => `${act} is for the system only`,
  fourEyes: (act: string) =>
    `${act} is refused in the list to who is refused it by the server, and to nobody else`,
  required: (act: string) => `${act} is refused without each of what must be entered`,
  once: (act: string) => `${act} asked for twice at once is done once, and answers alike`,
} as const

export type TestKind = keyof typeof titles

/** The tests of the conformance suite that hold a row of the control matrix. */
export function testsOf({ act, isSystem, notBy, required }: Control): TestKind[] {
  if (act === 'create' || act === 'edit') return [act]
  if (isSystem) return ['system']
  return [
    'role',
    ...(notBy.length > 0 ? (['fourEyes'] as const) : []),
    ...(required.length > 0 ? (['required'] as const) : []),
    'once',
  ]
}

/** The title of a test of this kind for an act. */
export function titleOf(kind: TestKind, act: string): string {
  const title = titles[kind]
  return typeof title === 'string' ? title : title(act)
}
