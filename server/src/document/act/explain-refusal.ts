import type { AnyDocument } from '@kufang/contract/document/declare/define-document.ts'
import { definitionOf } from '@kufang/contract/registry.ts'
import type { RefusalDetail } from '@kufang/kernel/refusal.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { takesShares } from '../draft/lapsed.ts'
import type { DocumentHeader } from '../storage/document.ts'
import { liveSuccessors } from '../storage/successors.ts'

/**
 * Makes a refusal actionable: if the state is wrong only because of completed successors, names those successors
 * instead of the state.
 */
export async function explainRefusal(
  queryable: Queryable,
  definition: AnyDocument,
  action: string,
  header: Pick<DocumentHeader, 'companyCode' | 'id' | 'state'>,
  refusal: RefusalDetail,
): Promise<RefusalDetail> {
  if (refusal.code !== 'wrong-state' || !waitsForSuccessors(definition, action, header.state))
    return refusal
  const { companyCode, id } = header
  const successors = await liveSuccessors(queryable, companyCode, definition.name, id)
  const standing = successors.filter(({ type }) => takesShares(definitionOf(type)))
  if (standing.length === 0) return refusal
  return { code: 'successor-stands', params: { by: standing.map(({ docNo }) => docNo).join('、') } }
}

/** Whether only quantities completed by successors prevent the action. */
export function waitsForSuccessors(
  definition: AnyDocument,
  action: string,
  state: string,
): boolean {
  const states = definition.progressStates
  if (states === undefined || definition.actions[action] === undefined) return false
  const { from } = definition.actions[action]
  return (
    from.includes(states.none) &&
    !from.includes(state) &&
    (state === states.partial || state === states.all)
  )
}
