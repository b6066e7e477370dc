import { cataloguePage } from '@kufang/contract/document/catalogue/page-catalogue.ts'
import { adminRole } from '@kufang/kernel/permission.ts'
import { refuse } from '@kufang/kernel/refusal.ts'
import { firstOf } from '@kufang/kernel/present.ts'
import type { Approvers } from '../platform/approval/approval-todos.ts'
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

/**
 * Who may approve a change of the settings of a page: administrators those of all companies, holders of the page's role
 * with the place in their scope those of a company or plant.
 */
export function setUpApprovers(path: string, companyCode: string, plant = ''): Approvers {
  if (companyCode === '')
    return { steps: [{ role: adminRole, path }], mayApprove: ({ rights }) => rights.isAdmin }
  return {
    steps: [{ role: cataloguePage(firstOf(path.split('?', 1))).role, path }],
    plant,
    mayApprove: ({ rights: { isAdmin, scope } }) =>
      isAdmin ||
      (scope.companyCodes.includes(companyCode) &&
        scope.supplierNo === null &&
        (scope.plants === null || (plant !== '' && scope.plants.includes(plant)))),
  }
}
