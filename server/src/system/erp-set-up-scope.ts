import { refuse } from '@kufang/kernel/refusal.ts'
import type { Session } from '../platform/session/session.ts'
import { mustHoldWholeCompany } from '../platform/session/whole-company.ts'

/**
 * Whether a person may read or change the ERP configuration: defaults are readable by everyone with the page and
 * changed by administrators, a company's own by persons with the company and all its plants in scope.
 */
export function maySetUp(
  session: Session,
  companyCode: string,
  purpose: 'read' | 'change' = 'change',
): boolean {
  if (companyCode === '') return purpose === 'read' || session.isAdmin
  return session.scope.companyCodes.includes(companyCode)
}

/** @throws `role-missing` for defaults, `outside-scope` for another company, `whole-company-only` */
export function mustSetUp(
  session: Session,
  companyCode: string,
  purpose: 'read' | 'change' = 'change',
): void {
  if (maySetUp(session, companyCode, purpose)) {
    if (purpose === 'change' && companyCode !== '')
      mustHoldWholeCompany(session, companyCode, 'companyCode')
    return
  }
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
