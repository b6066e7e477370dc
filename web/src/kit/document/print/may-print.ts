import { holdsAny, rolesForReading } from '@kufang/contract/document/decide.ts'
import type { AnyDocument } from '@kufang/contract/document/declare/define-document.ts'
import { useDecider } from '../../session/decider.ts'

/** Whether the user may print documents of this type: holders of one of its pages, as on the server. */
export function useMayPrint(definition: AnyDocument): boolean {
  const decider = useDecider()
  return definition.isMirror !== true && holdsAny(decider, rolesForReading(definition))
}
