import type {
  ComparedMaterial,
  PairDecision,
  PairState,
} from '@kufang/contract/masters/material-pair.ts'
import { materialPair } from '@kufang/contract/masters/material-pair.ts'
import { material } from '@kufang/contract/masters/material.ts'
import { refuse } from '@kufang/kernel/refusal.ts'
import { itemWith } from '@kufang/kernel/present.ts'
import { writeAudit } from '../../platform/audit/audit.ts'
import type { Queryable, Transaction } from '../../platform/database/database.ts'
import { staleVersion } from '../../platform/http/stale-version.ts'
import type { Session } from '../../platform/session/session.ts'
import { masterScope } from '../master-scope.ts'

// What a person decides of two alike materials. The ERP's material master leads: nothing is deleted, and nothing is changed
// there. The one of two that is not kept is only not named in new documents any more.

interface Stored {
  state: PairState
  keptNo: string
  reason: string
  version: number
  updatedByName: string
  updatedAt: string
}

/** What of the pair is compared by a person, within the data scope; one statement. */
export async function compareMaterials(
  queryable: Queryable,
  session: Session,
  materialNos: readonly string[],
): Promise<ComparedMaterial[]> {
  const scope = masterScope(material, session)
  const at = scope.values.length
  return queryable.query<ComparedMaterial>(
    `select m.material_no, m.description, m.description_en, m.specification, m.material_grade, m.drawing_no, m.manufacturer,
       m.material_group, m.unit, m.hazard_class, m.is_active, m.replaced_by,
       coalesce(lying.quantity, 0) as stock_quantity
     from material m
     left join (
       select b.material_no, sum(b.quantity) as quantity from stock_balance b
       where b.company_code = any($${at + 1}::text[]) and b.material_no = any($${at + 2}::text[]) and b.has_stock and b.place = 'stock'
       group by b.material_no) lying on lying.material_no = m.material_no
     where m.material_no = any($${at + 2}::text[]) and ${scope.sql} order by m.material_no`,
    [...scope.values, session.scope.companyCodes, materialNos],
  )
}

/**
 * Decides a pair, or takes a decision back (`open`).
 * @throws Refusal `not-found`, `outside-scope`, `version-stale`, `field-required`, `pair-kept-unknown`,
 * `pair-units-differ`, `pair-kept-replaced`
 */
export async function decidePair(
  tx: Transaction,
  session: Session,
  decision: PairDecision,
): Promise<void> {
  const { materialNo, otherNo, state, reason, keptNo = '' } = decision
  const stored = await lockPair(tx, decision)
  if (reason === '')
    throw refuse('field-required', { field: '判定理由', fieldEn: 'Reason' }, { field: 'reason' })
  // Then the two are as if nothing had been decided, which is refused with everything else if they are out of the scope.
  if (stored.state === 'same') await bringBack(tx, session, materialNo, otherNo, stored)
  const both = await lockMaterials(tx, session, [materialNo, otherNo])
  if (state === 'same' && keptNo !== materialNo && keptNo !== otherNo)
    throw refuse('pair-kept-unknown', { one: materialNo, other: otherNo }, { field: 'keptNo' })
  if (state === 'equivalent' || state === 'same') checkUnits(both)
  if (state === 'same') await replace(tx, session, both, keptNo, materialNo, otherNo)
  const isOpen = state === 'open'
  await tx.query(
    `update material_pair set state = $3, kept_no = $4, reason = $5, decided_by = $6, decided_by_name = $7,
       decided_at = $8::timestamptz, version = version + 1, updated_at = now(), updated_by_name = $9
     where material_no = $1 and other_no = $2`,
    [
      materialNo,
      otherNo,
      state,
      state === 'same' ? keptNo : '',
      reason,
      isOpen ? null : session.userId,
      isOpen ? '' : session.userName,
      isOpen ? null : new Date(),
      session.userName,
    ],
  )
  const key = { materialNo, otherNo }
  await writeAudit(tx, session, [
    {
      companyCode: '',
      subjectType: materialPair.name,
      subjectId: `${materialNo}/${otherNo}`,
      subjectNo: `${materialNo}/${otherNo}`,
      action: 'update',
      before: { ...key, state: stored.state, keptNo: stored.keptNo, reason: stored.reason },
      after: { ...key, state, keptNo: state === 'same' ? keptNo : '', reason },
    },
  ])
}

async function lockPair(tx: Transaction, decision: PairDecision): Promise<Stored> {
  const { materialNo, otherNo, version } = decision
  const no = `${materialNo}/${otherNo}`
  const [stored] = await tx.query<Stored>(
    `select state, kept_no, reason, version, updated_by_name, updated_at::text as updated_at from material_pair
     where material_no = $1 and other_no = $2 for update`,
    [materialNo, otherNo],
  )
  if (stored === undefined)
    throw refuse('not-found', { subject: '重复物料', subjectEn: 'Pair of materials', no })
  if (stored.version !== version)
    throw staleVersion({
      no,
      user: stored.updatedByName,
      at: stored.updatedAt,
      current: stored.version,
      given: version,
    })
  return stored
}

interface Locked {
  materialNo: string
  unit: string
  isActive: boolean
  replacedBy: string
}

async function lockMaterials(
  tx: Transaction,
  session: Session,
  materialNos: readonly string[],
): Promise<Locked[]> {
  const scope = masterScope(material, session)
  const both = await tx.query<Locked>(
    `select m.material_no, m.unit, m.is_active, m.replaced_by from material m
     where m.material_no = any($${scope.values.length + 1}::text[]) and ${scope.sql} order by m.material_no for update of m`,
    [...scope.values, materialNos],
  )
  const unseen = materialNos.find((no) => !both.some(({ materialNo }) => materialNo === no))
  if (unseen !== undefined)
    throw refuse('outside-scope', { what: '物料', whatEn: 'Material', value: unseen })
  return both
}

/** A piece of the one must be a piece of the other. */
function checkUnits([one, other]: readonly Locked[]): void {
  if (one!.unit !== other!.unit)
    throw refuse('pair-units-differ', {
      one: one!.materialNo,
      unit: one!.unit,
      other: other!.materialNo,
      otherUnit: other!.unit,
    })
}

async function replace(
  tx: Transaction,
  session: Session,
  both: readonly Locked[],
  keptNo: string,
  materialNo: string,
  otherNo: string,
): Promise<void> {
  const kept = itemWith(both, (one) => one.materialNo === keptNo)
  const droppedNo = keptNo === materialNo ? otherNo : materialNo
  const dropped = itemWith(both, (one) => one.materialNo === droppedNo)
  // Neither of them may be replaced by a third one: documents would be sent from one to the next.
  const replaced = [kept, dropped].find((one) => one.replacedBy !== '' && one.replacedBy !== keptNo)
  if (replaced !== undefined)
    throw refuse('pair-kept-replaced', {
      material: replaced.materialNo,
      other: replaced.replacedBy,
    })
  if (!kept.isActive) throw refuse('material-inactive', { material: keptNo }, { field: 'keptNo' })
  await tx.query(
    `update material set replaced_by = $2, is_active = false, version = version + 1, updated_at = now(), updated_by_name = $3
     where material_no = $1`,
    [droppedNo, keptNo, session.userName],
  )
  // What was replaced by it is replaced by the one that is kept.
  await tx.query(
    `update material set replaced_by = $2, version = version + 1, updated_at = now(), updated_by_name = $3 where replaced_by = $1`,
    [droppedNo, keptNo, session.userName],
  )
  await auditMaterial(
    tx,
    session,
    droppedNo,
    { replacedBy: '', isActive: dropped.isActive },
    { replacedBy: keptNo, isActive: false },
  )
}

/** The material that was not kept is used again; whether the ERP has marked it for deletion is read with its next mirror. */
async function bringBack(
  tx: Transaction,
  session: Session,
  materialNo: string,
  otherNo: string,
  { keptNo }: Stored,
): Promise<void> {
  const droppedNo = keptNo === materialNo ? otherNo : materialNo
  await tx.query(
    `update material set replaced_by = '', is_active = true, version = version + 1, updated_at = now(), updated_by_name = $2
     where material_no = $1`,
    [droppedNo, session.userName],
  )
  await auditMaterial(
    tx,
    session,
    droppedNo,
    { replacedBy: keptNo, isActive: false },
    { replacedBy: '', isActive: true },
  )
}

function auditMaterial(
  tx: Transaction,
  session: Session,
  materialNo: string,
  before: Record<string, unknown>,
  after: Record<string, unknown>,
): Promise<void> {
  return writeAudit(tx, session, [
    {
      companyCode: '',
      subjectType: 'material',
      subjectId: materialNo,
      subjectNo: materialNo,
      action: after['isActive'] === true ? 'enable' : 'disable',
      before: { materialNo, ...before },
      after: { materialNo, ...after },
    },
  ])
}
