import {
  accountAssignments,
  movementBases,
  movementObjects,
  type MovementObject,
} from '@kufang/contract/document/movement-words.ts'
import { stockPlaces } from '@kufang/contract/document/stock-places.ts'
import { books } from '@kufang/contract/document/declare/stock-words.ts'
import type { Label } from '@kufang/contract/document/declare/label.ts'
import { refuse, refuseAll } from '@kufang/kernel/refusal.ts'
import type {
  AccountAssignment,
  ErpMovement,
  MovementBasis,
  MovementItem,
} from '../../erp/erp-movement.ts'
import {
  knownToRules,
  permittedRules,
  resolveMovement,
  type MovementRule,
} from '../../erp/movement-rule.ts'
import type { Transaction } from '../../platform/database/database.ts'
import type { StockKey } from '../../ledger/public.ts'
import { readMaterials } from '../../masters/public.ts'
import { isParameterValueUsed, readParameter } from '../../system/public.ts'
import type { WantedMove } from '../effects/effects.ts'
import { isByInventoryDocument, problemsOfDifferences } from './count-differences.ts'
import { erpViewOf, isUnseenByErp, type ErpView } from './erp-view.ts'

const assignmentObjects: Record<AccountAssignment['kind'], readonly MovementObject[]> = {
  'cost-center': ['costCenter'],
  project: ['wbsElement'],
  order: ['orderNo'],
  'production-order': ['orderNo'],
  network: ['networkNo'],
  'sales-order': ['salesOrder', 'salesOrderItem'],
  asset: ['assetNo'],
  'return-order': [],
  shortage: [],
  'free-of-charge': [],
  'other-plant': [],
  'other-company': [],
}

const basisObjects: Record<MovementBasis['kind'], readonly MovementObject[]> = {
  'purchase-order': ['purchaseOrder', 'purchaseOrderItem'],
  order: ['orderNo'],
  delivery: ['delivery', 'deliveryItem'],
}

/** A movement as the ERP sees it. */
export interface DecidedMovement {
  movementType: string
  erp: ErpMovement
}

/**
 * Determines by the configured rules what a movement means to the ERP; null if the ERP sees no change or has made it
 * already. This is the only place that decides it: posting uses the result recorded with the movement.
 * @throws Refusal `assignment-not-in-rules`, `basis-not-in-rules`, `movement-rule-missing`, `movement-object-missing`,
 * `movement-reason-missing`, `movement-account-missing`, `inspection-lot-decides`, `count-pieces-in-erp`, `movement-type-not-permitted`, `movement-type-without-account`: goods that could never be posted are not moved
 */
export async function erpMovementOf(
  tx: Transaction,
  wanted: WantedMove,
): Promise<DecidedMovement | null> {
  if (wanted.isInErp === true || isUnseenByErp(erpViewOf(wanted.from), erpViewOf(wanted.to)))
    return null
  const move = await chargedAsPrescribed(tx, wanted)
  const rule = await ruleFor(tx, move)
  await assertNoLot(tx, move)
  const isCounted = await isByInventoryDocument(tx, rule.movementType, move.from)
  if (isCounted) {
    const problems = await problemsOfDifferences(tx, move.from, [goodsOf(move)])
    if (problems.length > 0) throw refuseAll(problems)
  }
  return {
    movementType: rule.movementType,
    erp: {
      reversalMovementType: rule.reversalMovementType,
      goodsMovementCode: rule.goodsMovementCode,
      referenceDocumentType: rule.referenceDocumentType,
      accountAssignment: move.accountAssignment?.kind ?? '',
      basis: move.basis?.kind ?? '',
      item: itemOf(move, rule, isCounted),
      ...(isCounted && { isByInventoryDocument: true as const }),
      ...(move.step === undefined ? {} : { step: move.step }),
    },
  }
}

const goodsOf = ({ lineNo, from }: WantedMove) => ({ lineNo, materialNo: from.materialNo })

/** Whether lots decide anywhere, as read in a transaction: one statement for all its movements. */
const lotsRead = new WeakMap<Transaction, Promise<boolean>>()

function areLotsUsed(tx: Transaction): Promise<boolean> {
  const known = lotsRead.get(tx)
  if (known !== undefined) return known
  const asked = isParameterValueUsed(tx, 'receiving.qualityManagement', 'inspection-lots')
  lotsRead.set(tx, asked)
  return asked
}

/** Stock of an inspection lot leaves inspection by the usage decision of the lot, which the ERP posts itself. */
async function assertNoLot(tx: Transaction, { from, to, lineNo }: WantedMove): Promise<void> {
  const isInspected = (key: StockKey) => erpViewOf(key).stock?.stockCategory === 'QI'
  if (!isInspected(from) || isInspected(to) || !(await areLotsUsed(tx))) return
  const { companyCode, plant, materialNo: material } = from
  const group = (await readMaterials(tx, [material])).get(material)?.materialGroup
  const place = { companyCode, plant, materialGroup: group }
  if ((await readParameter(tx, 'receiving.qualityManagement', place)) === 'inspection-lots')
    throw refuse('inspection-lot-decides', { material, plant }, { line: lineNo })
}

/**
 * The movement with the account assignment of its prescribed movement type: a reservation for 201 that names an order
 * too is charged to its cost centre. Only movement types of the rules are permitted.
 */
async function chargedAsPrescribed(tx: Transaction, move: WantedMove): Promise<WantedMove> {
  const { prescribed } = move
  if (prescribed === undefined) return move
  const rules = await permittedRules(tx, {
    companyCode: move.from.companyCode,
    from: erpViewOf(move.from).end,
    to: erpViewOf(move.to).end,
    basis: move.basis?.kind ?? '',
  })
  const { movementType: type, source } = prescribed
  const ofType = rules.filter((rule) => rule.movementType === type)
  const [first] = ofType
  if (first === undefined) {
    const permitted = [...new Set(rules.map((rule) => rule.movementType))].sort().join('/')
    throw refused(move, 'movement-type-not-permitted', {
      source,
      type,
      permitted: permitted || '–',
    })
  }
  const charged = (kind: string) =>
    ofType.some(({ accountAssignment }) => ['*', kind].includes(accountAssignment))
  const accountAssignment = prescribed.accountAssignments.find(({ kind }) => charged(kind))
  if (accountAssignment === undefined && !charged('')) {
    const object = accountAssignments[first.accountAssignment as AccountAssignment['kind']]
    throw refused(move, 'movement-type-without-account', {
      source,
      type,
      object: object.zh,
      objectEn: object.en,
    })
  }
  return { ...move, accountAssignment }
}

async function ruleFor(tx: Transaction, move: WantedMove): Promise<MovementRule> {
  const { companyCode } = move.from
  const accountAssignment = move.accountAssignment?.kind ?? ''
  const basis = move.basis?.kind ?? ''
  const rule = await resolveMovement(tx, {
    companyCode,
    from: erpViewOf(move.from).end,
    to: erpViewOf(move.to).end,
    accountAssignment,
    basis,
    movementType: move.prescribed?.movementType ?? '',
  })
  // Require a rule with this explicit value: a wildcard rule must not match an assignment or basis it was not written
  // for (122 for a 161).
  const known = await knownToRules(tx, companyCode)
  if (accountAssignment !== '' && !known.accountAssignments.has(accountAssignment))
    throw refused(move, 'assignment-not-in-rules')
  if (basis !== '' && !known.bases.has(basis)) throw refused(move, 'basis-not-in-rules')
  if (!rule) throw refused(move, 'movement-rule-missing')
  return rule
}

/**
 * The objects of the account assignment, of the basis if the rule refers to one, further item data from the effect, the
 * reason for movement: that of the effect, else that of the rule; and where no account is assigned, the cost centre of the
 * rule.
 * @param isCounted an inventory document posts it, which names no account: the ERP assigns its default (OKB9)
 */
function itemOf(move: WantedMove, rule: MovementRule, isCounted: boolean): MovementItem {
  const { accountAssignment, basis, item } = move
  const objects: Record<string, string | undefined> = {}
  if (accountAssignment)
    Object.assign(
      objects,
      complete(move, accountAssignment, assignmentObjects[accountAssignment.kind]),
    )
  if (basis && rule.referenceDocumentType !== '')
    Object.assign(objects, complete(move, basis, basisObjects[basis.kind]))
  const isCharged = accountAssignment && assignmentObjects[accountAssignment.kind].length > 0
  if (!isCharged && !isCounted) {
    if (rule.costCenter !== '') objects['costCenter'] = rule.costCenter
    else if (rule.isAccountRequired)
      throw refused(move, 'movement-account-missing', { type: rule.movementType })
  }
  const reason = item?.reason ?? (rule.movementReason || undefined)
  if (reason === undefined && rule.isReasonRequired)
    throw refused(move, 'movement-reason-missing', { type: rule.movementType })
  return Object.fromEntries(
    Object.entries({ ...item, reason, ...objects }).filter(([, value]) => value !== undefined),
  )
}

function complete(
  move: WantedMove,
  { kind: _kind, ...given }: AccountAssignment | MovementBasis,
  required: readonly MovementObject[],
): Record<string, string | undefined> {
  const values: Record<string, string | undefined> = given
  const missing = required.find((name) => !values[name])
  if (missing !== undefined) {
    const { zh, en } = movementObjects[missing]
    throw refused(move, 'movement-object-missing', { object: zh, objectEn: en })
  }
  return values
}

type Code =
  | 'assignment-not-in-rules'
  | 'basis-not-in-rules'
  | 'movement-rule-missing'
  | 'movement-object-missing'
  | 'movement-reason-missing'
  | 'movement-account-missing'
  | 'movement-type-not-permitted'
  | 'movement-type-without-account'

function refused(move: WantedMove, code: Code, more: Record<string, string> = {}) {
  const none: Label = { zh: '–', en: '–' }
  const assignment = move.accountAssignment ? accountAssignments[move.accountAssignment.kind] : none
  const basis = move.basis ? movementBases[move.basis.kind] : none
  const [from, to] = [shown(erpViewOf(move.from)), shown(erpViewOf(move.to))]
  return refuse(
    code,
    {
      material: move.from.materialNo,
      quantity: move.quantity,
      from: from.zh,
      fromEn: from.en,
      to: to.zh,
      toEn: to.en,
      assignment: assignment.zh,
      assignmentEn: assignment.en,
      basis: basis.zh,
      basisEn: basis.en,
      ...more,
    },
    { line: move.lineNo },
  )
}

function shown({ stock, end }: ErpView): Label {
  if (stock !== null) {
    const text = `${stock.plant}/${stock.storageLocation} ${stock.stockCategory}${stock.specialStock}`
    return { zh: text, en: text }
  }
  const places: Readonly<Record<string, { label: Label }>> = stockPlaces
  return places[end.place]?.label ?? books.OFF
}
