import type { Queryable } from '../platform/database/database.ts'
import type { StockCategory } from './posting-model.ts'

/** A row of erp_movement_rule: the ERP movement for a move from one place to another. */
export interface MovementRule {
  companyCode: string
  purpose: string
  fromPlace: string
  fromCategory: string
  toPlace: string
  toCategory: string
  distance: string
  fromSpecialStock: string
  toSpecialStock: string
  accountAssignment: string
  basis: string
  movementType: string
  reversalMovementType: string
  goodsMovementCode: string
  referenceDocumentType: '' | 'B' | 'F' | 'L'
  /** The reason for movement (GRUND) that the ERP is told, unless the move says one itself. */
  movementReason: string
  /** The ERP refuses the movement type without a reason. */
  isReasonRequired: boolean
  /** The ERP refuses the movement type without a cost object. */
  isAccountRequired: boolean
  /** The cost centre that is charged where the document names no account assignment; '' for none. */
  costCenter: string
  /** Applies only to moves whose movement type the ERP's document prescribes. */
  isOnlyPrescribed: boolean
}

/** One side of a move: the place as in `stock_key.place`, with its key if it is stock. */
export interface MovementEnd {
  place: string
  stockCategory?: StockCategory
  plant?: string
  storageLocation?: string
  specialStock?: string
}

export interface MovementQuestion {
  companyCode: string
  from: MovementEnd
  to: MovementEnd
  /** The special stock of both sides if an end has none of its own. */
  specialStock?: string
  /** cost-center, project, sales-order, asset, order, network, free-of-charge, return-order, production-order, other-plant or ''. */
  accountAssignment?: string
  /** The reference: purchase-order, order, delivery or ''. */
  basis?: string
  /** The movement type that the ERP's document prescribes, such as a reservation item; '' if none does. */
  movementType?: string
}

/** Rules change rarely and are needed for every line: cached, and dropped on notification. */
const cache = new Map<string, { rules: MovementRule[]; readAt: number }>()
/** Limits the use of outdated rules in a process without a listening connection. */
const cacheMs = 60_000

/** Clears the cache; called when the table has changed (notification `erp_configuration`). */
export function forgetMovementRules(): void {
  cache.clear()
}

/**
 * The movement type of a move, by the company's own rules or the defaults; the most specific rule takes precedence.
 * null if the ERP need not be informed (a bin move, for example), or if no rule permits the prescribed movement type.
 */
export async function resolveMovement(
  queryable: Queryable,
  question: MovementQuestion,
): Promise<MovementRule | null> {
  const rules = await readRules(queryable, question.companyCode)
  const asked = askedValues(question)
  let best: { rule: MovementRule; score: number } | undefined
  const prescribed = question.movementType ?? ''
  for (const rule of rules) {
    if (prescribed === '' ? rule.isOnlyPrescribed : rule.movementType !== prescribed) continue
    const score = scoreOf(rule, asked)
    if (score >= 0 && (best === undefined || score > best.score)) best = { rule, score }
  }
  return best?.rule ?? null
}

/** The rules of a move whatever its account assignment: those whose movement type the ERP's document may prescribe. */
export async function permittedRules(
  queryable: Queryable,
  question: Omit<MovementQuestion, 'accountAssignment' | 'movementType'>,
): Promise<MovementRule[]> {
  const rules = await readRules(queryable, question.companyCode)
  const asked = askedValues(question)
  return rules.filter((rule) => scoreOf({ ...rule, accountAssignment: '*' }, asked) >= 0)
}

/** The account assignments and bases used explicitly in a company's rules. */
export async function knownToRules(
  queryable: Queryable,
  companyCode: string,
): Promise<{ accountAssignments: ReadonlySet<string>; bases: ReadonlySet<string> }> {
  const rules = await readRules(queryable, companyCode)
  return {
    accountAssignments: new Set(rules.map((rule) => rule.accountAssignment)),
    bases: new Set(rules.map((rule) => rule.basis)),
  }
}

type Asked = Record<(typeof matchedFields)[number], string>
const matchedFields = [
  'fromPlace',
  'fromCategory',
  'toPlace',
  'toCategory',
  'distance',
  'fromSpecialStock',
  'toSpecialStock',
  'accountAssignment',
  'basis',
] as const

function askedValues(question: MovementQuestion): Asked {
  const { from, to } = question
  return {
    fromPlace: from.place,
    fromCategory: from.stockCategory ?? '',
    toPlace: to.place,
    toCategory: to.stockCategory ?? '',
    distance: distanceBetween(from, to),
    fromSpecialStock:
      from.specialStock ?? (from.place === 'stock' ? (question.specialStock ?? '') : ''),
    toSpecialStock: to.specialStock ?? (to.place === 'stock' ? (question.specialStock ?? '') : ''),
    accountAssignment: question.accountAssignment ?? '',
    basis: question.basis ?? '',
  }
}

function distanceBetween(from: MovementEnd, to: MovementEnd): string {
  if (from.place !== 'stock' || to.place !== 'stock') return ''
  if ((from.plant ?? '') !== (to.plant ?? '')) return 'other-plant'
  return (from.storageLocation ?? '') === (to.storageLocation ?? '')
    ? 'same-location'
    : 'other-location'
}

/** The number of exactly matching fields, with the company's own rule above any default; -1 without a match. */
function scoreOf(rule: MovementRule, asked: Asked): number {
  let score = rule.companyCode === '' ? 0 : matchedFields.length + 1
  for (const field of matchedFields) {
    if (rule[field] === '*') continue
    if (rule[field] !== asked[field]) return -1
    score += 1
  }
  return score
}

async function readRules(queryable: Queryable, companyCode: string): Promise<MovementRule[]> {
  const known = cache.get(companyCode)
  if (known !== undefined && Date.now() - known.readAt < cacheMs) return known.rules
  const rules = await queryable.query<MovementRule>(
    // A company's row for a purpose replaces the default, even if it is inactive.
    `select * from (
       select distinct on (purpose) company_code, purpose, from_place, from_category, to_place, to_category, distance,
         from_special_stock, to_special_stock, account_assignment, basis, movement_type, reversal_movement_type,
         goods_movement_code, reference_document_type, movement_reason, is_reason_required,
         is_account_required, cost_center,
         is_only_prescribed, is_active
       from erp_movement_rule where company_code in ('', $1)
       order by purpose, company_code desc) rule
     where is_active order by company_code desc, purpose`,
    [companyCode],
  )
  cache.set(companyCode, { rules, readAt: Date.now() })
  return rules
}
