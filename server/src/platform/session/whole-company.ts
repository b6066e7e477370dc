import { refuse } from '@kufang/kernel/refusal.ts'
import type { Session } from './session.ts'

/**
 * Settings of a whole company concern all its plants and are changed by persons without limits to plants only.
 * @throws Refusal `whole-company-only`
 */
export function mustHoldWholeCompany(session: Session, companyCode: string, field: string): void {
  const { isAdmin, scope } = session
  if (isAdmin || (scope.plants === null && scope.supplierNo === null)) return
  throw refuse('whole-company-only', { company: companyCode }, { field })
}
