import { textOf } from '@kufang/kernel/text-of.ts'
import { cataloguePage } from '@kufang/contract/document/catalogue/page-catalogue.ts'
import type { AnyMaster } from '@kufang/contract/document/declare/define-master.ts'
import type { RuleChange, RuleChangeAct } from '@kufang/contract/document/rule-change.ts'
import { masters } from '@kufang/contract/masters/declarations.ts'
import { approvalPages, ruleOfMaster } from '@kufang/contract/rule-kinds.ts'
import { companyToday } from '@kufang/kernel/company-day.ts'
import { refuse } from '@kufang/kernel/refusal.ts'
import { fieldOf } from '@kufang/kernel/present.ts'
import type { Approvers } from '../platform/approval/approval-todos.ts'
import {
  decideRuleChange,
  listOpenRuleChanges,
  requestRuleChange,
  type ApprovedRule,
} from '../platform/approval/rule-changes.ts'
import type { Queryable, Row, Transaction } from '../platform/database/database.ts'
import type { Rights } from '../platform/session/rights.ts'
import type { Session } from '../platform/session/session.ts'
import { mustHoldWholeCompany } from '../platform/session/whole-company.ts'
import { visibleChanges } from './master-scope.ts'
import { keyText } from './master-table.ts'
import {
  createMaster,
  findRow,
  setMasterActive,
  updateMaster,
  type MasterVersion,
} from './write-masters.ts'

// Masters that are rules (`approval` of the declaration) are changed by two persons. What is wanted is carried out and
// undone, so that a request is refused by the same checks as the change itself.

/** Why, and from which day. */
export interface Asked {
  reason: string
  effectiveFrom?: string | undefined
}

/** A row as it is now, and what of the change waits for another person. */
export type WrittenRow = Row & { waiting?: RuleChange | null }

/** The rules of a master, as the module of two persons writes them. */
export function approvedMaster(definition: AnyMaster): ApprovedRule {
  return {
    rule: ruleOfMaster(definition.name),
    subjectType: definition.name,
    subjectIdOf: ({ subjectNo }) => subjectNo,
    // The functions of the master write their own audit entries.
    async write(tx, { before, after }, session) {
      if (before === null) {
        await createMaster(tx, session, definition, enteredOf(definition, after))
        return
      }
      const key = keyOf(definition, after)
      const { version } = await findRow(tx, session, definition, key)
      const given = { key, version: Number(version) }
      const { isActive } = after
      if (typeof isActive === 'boolean')
        await setMasterActive(tx, session, definition, given, isActive)
      else await updateMaster(tx, session, definition, given, enteredOf(definition, after))
    },
  }
}

/** The masters that are rules, for the job that puts approved changes into force. */
export const approvedMasters: readonly ApprovedRule[] = Object.values<AnyMaster>(masters)
  .filter(({ approval }) => approval !== undefined)
  .map(approvedMaster)

/** Adds a row, or requests it. @throws Refusal those of `createMaster`, `field-required`, `rule-change-open` */
export async function addRow(
  tx: Transaction,
  session: Session,
  definition: AnyMaster,
  sent: Row,
  asked: Asked,
): Promise<WrittenRow> {
  const create = () => createMaster(tx, session, definition, sent)
  if (definition.approval?.ofRows !== true) return create()
  const row = await undone(tx, create)
  const after = { ...keyOf(definition, row), ...enteredOf(definition, row) }
  return { ...row, waiting: await request(tx, session, definition, row, null, after, asked) }
}

/**
 * Changes a row; of its rules the change is only requested.
 * @throws Refusal those of `updateMaster`, `field-required`, `rule-change-open`
 */
export async function changeRow(
  tx: Transaction,
  session: Session,
  definition: AnyMaster,
  given: MasterVersion,
  sent: Row,
  asked: Asked,
): Promise<WrittenRow> {
  const { approval } = definition
  const update = (values: Row) => updateMaster(tx, session, definition, given, values)
  if (approval === undefined) return update(sent)
  const wanted = await undone(tx, () => update(sent))
  const before = await findRow(tx, session, definition, given.key)
  const changed = approval.fields.filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(wanted[name]),
  )
  if (changed.length === 0) return { ...(await update(sent)), waiting: null }
  const rest = Object.fromEntries(
    Object.entries(sent).filter(([name]) => !approval.fields.includes(name)),
  )
  const row = await update(rest)
  const partOf = (values: Row) => ({
    ...keyOf(definition, values),
    ...Object.fromEntries(changed.map((name) => [name, values[name]])),
  })
  const waiting = await request(tx, session, definition, row, partOf(before), partOf(wanted), asked)
  return { ...row, waiting }
}

/** Disables or enables a row, or requests it. */
export async function switchRow(
  tx: Transaction,
  session: Session,
  definition: AnyMaster,
  given: MasterVersion,
  isActive: boolean,
  asked: Asked,
): Promise<WrittenRow> {
  const set = () => setMasterActive(tx, session, definition, given, isActive)
  if (definition.approval?.ofRows !== true) return set()
  await undone(tx, set)
  const row = await findRow(tx, session, definition, given.key)
  if (row['isActive'] === isActive) return { ...row, waiting: null }
  const key = keyOf(definition, row)
  const before = { ...key, isActive: !isActive }
  const after = { ...key, isActive }
  return { ...row, waiting: await request(tx, session, definition, row, before, after, asked) }
}

/** The changes of a master that wait for another person or for their day, of rows the person may see. */
export async function listMasterChanges(
  queryable: Queryable,
  session: Session,
  definition: AnyMaster,
): Promise<RuleChange[]> {
  const companies = ['', ...session.scope.companyCodes]
  const changes = await listOpenRuleChanges(queryable, approvedMaster(definition), companies)
  const seen = await visibleChanges(queryable, definition, session, changes)
  return changes.filter(({ id }) => seen.has(id))
}

/** Approves, refuses or withdraws a change of a row: by whoever might request it. */
export function decideMasterChange(
  tx: Transaction,
  session: Session,
  definition: AnyMaster,
  given: { id: string; act: RuleChangeAct; remark: string },
): Promise<RuleChange> {
  return decideRuleChange(tx, session, approvedMaster(definition), given, async (change) => {
    if (!(await visibleChanges(tx, definition, session, [change])).has(change.id))
      throw refuse('outside-scope', {
        what: definition.label.zh,
        whatEn: definition.label.en,
        value: change.subjectNo,
      })
    const { companyCode, plant } = definition.scope
    if (companyCode !== undefined && plant !== undefined && textOf(change.after[plant]) === '')
      mustHoldWholeCompany(session, textOf(change.after[companyCode]), plant)
  })
}

/** Carries it out and takes it back. */
async function undone(tx: Transaction, work: () => Promise<Row>): Promise<Row> {
  let row: Row | undefined
  try {
    await tx.attempt(async () => {
      row = await work()
      throw new Undone()
    })
  } catch (error) {
    if (!(error instanceof Undone)) throw error
  }
  return row!
}

class Undone extends Error {}

async function request(
  tx: Transaction,
  session: Session,
  definition: AnyMaster,
  row: Row,
  before: Row | null,
  after: Row,
  { reason, effectiveFrom = companyToday() }: Asked,
): Promise<RuleChange> {
  if (reason === '')
    throw refuse('field-required', { field: '变更原因', fieldEn: 'Reason' }, { field: 'reason' })
  return requestRuleChange(tx, session, approvedMaster(definition), {
    companyCode: textOf(row['companyCode']),
    subjectNo: keyText(definition, row),
    before,
    after,
    reason,
    effectiveFrom,
    approvers: approversOf(definition, row),
  })
}

/** Who may change the row: by the role of its page, company, plant and material group. */
function approversOf(definition: AnyMaster, row: Row): Approvers {
  const { scope } = definition
  const valueOf = (field: string | undefined) => (field === undefined ? '' : textOf(row[field]))
  const [companyCode, plant, group] = [
    valueOf(scope.companyCode),
    valueOf(scope.plant),
    valueOf(scope.materialGroup),
  ]
  const holds = (held: Rights['scope']): boolean =>
    held.supplierNo === null &&
    (companyCode === '' || held.companyCodes.includes(companyCode)) &&
    (scope.plant === undefined || held.plants === null || held.plants.includes(plant)) &&
    (group === '' || held.materialGroups === null || held.materialGroups.includes(group))
  return {
    steps: approvalPages(definition).map((path) => ({ role: cataloguePage(path).role, path })),
    plant,
    mayApprove: ({ rights }) => rights.isAdmin || holds(rights.scope),
  }
}

function keyOf(definition: AnyMaster, row: Row): Row {
  return Object.fromEntries(definition.key.map((name) => [name, row[name] ?? null]))
}

/** What a person enters of a row. */
function enteredOf(definition: AnyMaster, row: Row): Row {
  return Object.fromEntries(
    Object.entries(row).filter(
      ([name]) =>
        Object.hasOwn(definition.fields, name) && fieldOf(definition.fields, name).by !== 'server',
    ),
  )
}
