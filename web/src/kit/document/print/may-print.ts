import { holdsAny, rolesForReading } from '@kufang/contract/document/decide.ts'
import type { AnyDocument } from '@kufang/contract/document/declare/define-document.ts'
import { useDecider } from '../act/decider.ts'

/** Whether this person may print documents of this kind: who has a page of them (the server says the same). */
export function useMayPrint(definition: AnyDocument): boolean {
  const decider = useDecider()
  return definition.isMirror !== true && holdsAny(decider, rolesForReading(definition))
}
