import type { AnyDocument } from '@kufang/contract/document/declare/define-document.ts'
import { documentDefinition } from '@kufang/contract/registry.ts'
import type { RefusalDetail } from '@kufang/kernel/refusal.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { takesShares } from '../draft/lapsed.ts'
import type { DocumentHeader } from '../storage/document.ts'
import { liveSuccessors } from '../storage/successors.ts'

/**
 * A refusal as its person can do something about it: where an action would be possible if successors had carried
 * nothing out, they are named instead of the state they brought the document to.
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
  const standing = successors.filter(({ type }) => takesShares(documentDefinition(type)!))
  if (standing.length === 0) return refusal
  return { code: 'successor-stands', params: { by: standing.map(({ docNo }) => docNo).join('、') } }
}

/** Whether only what successors have carried out keeps the action from being possible. */
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
