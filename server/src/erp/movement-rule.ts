import type { Queryable } from '../platform/database/database.ts'
import type { StockCategory } from './posting-model.ts'

/** A row of erp_movement_rule: which ERP movement says that goods went from one place to another. */
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
}

/** One side of a move: the kind of place as in `stock_key.place`, and its key where it is stock. */
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
  /** Special stock of both sides where an end does not give its own. */
  specialStock?: string
  /** cost-center, project, sales-order, asset, order, network, free-of-charge, return-order, production-order, other-plant or ''. */
  accountAssignment?: string
  /** What is referred to: purchase-order, order, delivery or ''. */
  basis?: string
}

/** Rules change a few times a year and are asked for on every line: kept in memory, dropped on notice. */
const cache = new Map<string, { rules: MovementRule[]; readAt: number }>()
/** A process that lost its listening connection must not go on with old rules for long. */
const cacheMs = 60_000

/** Drops what is remembered; called when the table changed (notification `erp_configuration`). */
export function forgetMovementRules(): void {
  cache.clear()
}

/**
 * The movement type for a move, from the company's own rules or else the default ones; the most
 * specific rule wins. null: the ERP need not hear of it (a bin move, say).
 */
export async function resolveMovement(
  queryable: Queryable,
  question: MovementQuestion,
): Promise<MovementRule | null> {
  const rules = await readRules(queryable, question.companyCode)
  const asked = askedValues(question)
  let best: { rule: MovementRule; score: number } | undefined
  for (const rule of rules) {
    const score = scoreOf(rule, asked)
    if (score >= 0 && (best === undefined || score > best.score)) best = { rule, score }
  }
  return best?.rule ?? null
}

/** The account assignments and bases that a company's rules know by name. */
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

/** Number of fields that match exactly, the company's own rule above any default; -1 for no match. */
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
    // A company's row of the same purpose replaces the default, even by switching it off.
    `select * from (
       select distinct on (purpose) company_code, purpose, from_place, from_category, to_place, to_category, distance,
         from_special_stock, to_special_stock, account_assignment, basis, movement_type, reversal_movement_type,
         goods_movement_code, reference_document_type, is_active
       from erp_movement_rule where company_code in ('', $1)
       order by purpose, company_code desc) rule
     where is_active order by company_code desc, purpose`,
    [companyCode],
  )
  cache.set(companyCode, { rules, readAt: Date.now() })
  return rules
}
