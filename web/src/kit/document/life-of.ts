import type { Act } from '@kufang/contract/document/declare/define-document.ts'

/** An act in the life of a document. */
export interface LifeStep {
  name: string
  act: Act
}

/** The acts of a document in chronological order; at equal times creation comes first. */
export function lifeOf(acts: Readonly<Record<string, Act>>): LifeStep[] {
  return Object.entries(acts)
    .map(([name, act]) => ({ name, act }))
    .toSorted(
      (left, right) =>
        left.act.at.localeCompare(right.act.at) ||
        Number(right.name === 'create') - Number(left.name === 'create'),
    )
}
