import { refuse } from '@kufang/kernel/refusal.ts'
import type { Session } from '../platform/session/session.ts'

/**
 * Whether a person may see or change how the ERP is spoken to: what counts for all companies is read by
 * everyone who has the page and changed by administrators, a company's own by whoever has it in scope.
 */
export function maySetUp(
  session: Session,
  companyCode: string,
  purpose: 'read' | 'change' = 'change',
): boolean {
  if (companyCode === '') return purpose === 'read' || session.isAdmin
  return session.scope.companyCodes.includes(companyCode)
}

/** @throws `role-missing` for what counts for all companies, `outside-scope` for another company's */
export function mustSetUp(
  session: Session,
  companyCode: string,
  purpose: 'read' | 'change' = 'change',
): void {
  if (maySetUp(session, companyCode, purpose)) return
  if (companyCode === '')
    throw refuse('role-missing', {
      action: '修改通用接口配置',
      actionEn: 'change the general configuration',
      roles: 'admin',
    })
  throw refuse(
    'outside-scope',
    { what: '公司', whatEn: 'Company', value: companyCode },
    { field: 'companyCode' },
  )
}
