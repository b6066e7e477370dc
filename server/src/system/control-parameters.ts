import type { ParameterChange } from '@kufang/contract/system/business-parameters.ts'
import type { RuleChange } from '@kufang/contract/document/rule-change.ts'
import { companyToday } from '@kufang/kernel/company-day.ts'
import { newId } from '@kufang/kernel/identifier.ts'
import { refuse } from '@kufang/kernel/refusal.ts'
import { requestRuleChange, type ApprovedRule } from '../platform/approval/rule-changes.ts'
import type { Transaction } from '../platform/database/database.ts'
import type { Session } from '../platform/session/session.ts'
import { setUpApprovers } from './erp-set-up-scope.ts'
import { forgetParameters } from './parameter-cache.ts'
import type { EntryPlace } from './parameter-rows.ts'

// Business parameters that are controls (`isControl`) are set by two persons, with the module of rule changes.

/** The page of the business parameters. */
export const settingsPage = '/system/systemPageSetup'

/** An entry of a parameter as wanted; '' for all companies, plants or material groups. */
export type WantedEntry = Required<Omit<ParameterChange, 'version'>>

/** The entry that a change asks for; changes requested before material groups had values name none. */
export const entryOf = ({ after }: RuleChange): WantedEntry => {
  const wanted = after as unknown as WantedEntry
  return { ...wanted, materialGroup: wanted.materialGroup ?? '' }
}

/** The place in words: `1010/1011`. */
export const textOfPlace = ({ companyCode, plant, materialGroup }: EntryPlace): string =>
  [companyCode, plant, materialGroup].filter((part) => part !== '').join('/')

/** Business parameters that are controls: one change at a time for each parameter and place. */
export const controlParameters: ApprovedRule = {
  rule: 'business-parameter',
  subjectType: 'business-parameter',
  subjectIdOf: (change) => entryOf(change).name,
  async write(tx, change) {
    const wanted = entryOf(change)
    const today = companyToday()
    // Approved after its day it counts from today: what was decided meanwhile stays as it was.
    const validFrom = wanted.validFrom < today ? today : wanted.validFrom
    const entry = { ...wanted, validFrom }
    const { requestedBy: userId, requestedByName, decidedByName } = change
    await insertParameter(tx, entry, {
      userId,
      userName: `${requestedByName} / ${decidedByName ?? ''}`,
    })
    return entry
  },
}

/** Adds an entry of a parameter; earlier ones remain as its history. */
export async function insertParameter(
  tx: Transaction,
  { name, companyCode, plant, materialGroup, value, validFrom, remark }: WantedEntry,
  author: Pick<Session, 'userId' | 'userName'>,
): Promise<void> {
  await tx.query(
    `insert into business_parameter (company_code, id, plant, material_group, name, value, valid_from, remark, changed_by, changed_by_name)
     values ($1, $2, $3, $4, $5, $6::jsonb, $7, $8, $9, $10)`,
    [
      companyCode,
      newId(),
      plant,
      materialGroup,
      name,
      value === null ? null : JSON.stringify(value),
      validFrom,
      remark,
      author.userId,
      author.userName,
    ],
  )
  tx.afterCommit(() => forgetParameters(tx))
}

/**
 * Requests the entry of a control, with its remark as reason.
 * @throws Refusal `field-required` without a reason, `rule-change-open`
 */
export async function requestParameter(
  tx: Transaction,
  session: Session,
  before: object,
  wanted: WantedEntry,
): Promise<void> {
  const { name, companyCode, plant, validFrom, remark } = wanted
  if (remark === '')
    throw refuse('field-required', { field: '变更原因', fieldEn: 'Reason' }, { field: 'remark' })
  await requestRuleChange(tx, session, controlParameters, {
    companyCode,
    subjectNo: companyCode === '' ? name : `${name} ${textOfPlace(wanted)}`,
    before,
    after: wanted,
    reason: remark,
    effectiveFrom: validFrom,
    approvers: setUpApprovers(settingsPage, companyCode, plant),
  })
}
