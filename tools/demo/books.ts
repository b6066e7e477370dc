import type { ListResponse } from '@kufang/contract/document/api.ts'
import { documentDefinition } from '@kufang/contract/registry.ts'
import type { GoingLiveRow } from '@kufang/contract/stock/going-live.ts'
import type { DocumentsOfKey, StandIn } from './erp.ts'
import { postingsIn } from './postings.ts'
import type { Team } from './team.ts'

/** One final check, and whether it passed. */
export interface Check {
  name: string
  found: string
  holds: boolean
}

interface ErpStockRow {
  plant: string
  storageLocation: string
  materialNo: string
  stockCategory: string
  local: string
  erp: string
  inFlight: string
  unexplained: string
}

/** The proofs of the ledger by name, each with the differences it found: none. */
export async function runProofs(team: Team): Promise<Check[]> {
  const proofs = await team.admin.client.read<{ name: string; rows: unknown[] }[]>(
    'GET',
    '/api/stock/proofs',
  )
  if (proofs.length === 0) throw new Error('the product has no proofs')
  return proofs.map(({ name, rows }) => ({
    name: `proof ${name}`,
    found: `${rows.length} rows`,
    holds: rows.length === 0,
  }))
}

/**
 * Physical less unposted = ERP, key by key, with the current stock of the ERP for every plant; without storage locations
 * that are not live yet.
 */
export async function compareStock(team: Team): Promise<Check[]> {
  const plants = await team.admin.client.read<ListResponse<{ plant: string }>>(
    'POST',
    '/api/masters/plant/list',
    { size: 500 },
  )
  const places = await team.poster.client.read<GoingLiveRow[]>('GET', '/api/stock/going-live')
  const coming = new Set(
    places
      .filter(({ document, hasMoved }) => document === null && !hasMoved)
      .map(({ plant, storageLocation }) => `${plant}/${storageLocation}`),
  )
  const checks: Check[] = []
  for (const { plant } of plants.rows.toSorted((one, other) =>
    one.plant.localeCompare(other.plant),
  )) {
    const { rows: all } = await team.poster.client.read<{ rows: ErpStockRow[] }>(
      'POST',
      '/api/stock/erp',
      { plant },
    )
    const rows = all.filter((row) => !coming.has(`${plant}/${row.storageLocation}`))
    const wrong = rows.filter((row) => Number(row.unexplained) !== 0)
    const [first] = wrong
    const example =
      first === undefined
        ? ''
        : `, the first ${first.storageLocation} ${first.materialNo} ${first.stockCategory}: here ${first.local}, ERP ${first.erp}, under way ${first.inFlight}`
    checks.push({
      name: `stock of plant ${plant} less unposted = ERP now`,
      found: `${rows.length} keys, ${wrong.length} differ${example}`,
      holds: rows.length > 0 && wrong.length === 0,
    })
  }
  return checks
}

/** Each posting key exists once in the ERP; reversals are separate, at most one per key. */
export async function countErpDocuments(erp: StandIn): Promise<Check[]> {
  const keys = await erp.documentsByKey()
  const often = keys.filter((key) => key.documents !== 1)
  const twice = keys.filter((key) => key.reversals > 1)
  const duplicates = await erp.duplicates()
  const reversals = keys.reduce((sum, key) => sum + key.reversals, 0)
  return [
    {
      name: 'ERP documents per key',
      found: `${keys.length} keys, ${example(often, 'always 1')}`,
      holds: keys.length > 0 && often.length === 0,
    },
    {
      name: 'ERP reversals per key',
      found: `${reversals} reversals, ${example(twice, 'never more than 1')}`,
      holds: twice.length === 0,
    },
    { name: 'ERP duplicates', found: String(duplicates.length), holds: duplicates.length === 0 },
  ]
}

function example(wrong: readonly DocumentsOfKey[], right: string): string {
  const [first] = wrong
  return first === undefined
    ? right
    : `${wrong.length} are wrong, as ${first.key}: ${first.numbers.join(' ')}`
}

/** Messages neither posted nor decided by a person. */
export async function countUnfinished(team: Team): Promise<Check> {
  const { count } = await postingsIn(team, [
    'pending',
    'sending',
    'unknown',
    'blocked',
    'rejected',
    'dead',
  ])
  return { name: 'unfinished postings', found: String(count), holds: count === 0 }
}

const kinds = [
  'delivery-note',
  'arrival',
  'inspection-notice',
  'inspection-order',
  'goods-receipt',
  'requisition',
  'goods-issue',
] as const

/** Number of documents by kind and state. */
export async function countDocuments(
  team: Team,
): Promise<{ kind: string; states: [string, number][] }[]> {
  const counted = []
  for (const kind of kinds) {
    const definition = documentDefinition(kind)
    if (definition === undefined) throw new Error(`no document ${kind}`)
    const states: [string, number][] = []
    for (const [state, { label }] of Object.entries(definition.states)) {
      const count = await countOf(team, kind, 'state', state)
      if (count > 0) states.push([label.en, count])
    }
    counted.push({ kind: definition.label.en, states })
  }
  return counted
}

/** Number of documents of a kind with a value in a field. */
export async function countOf(
  team: Team,
  kind: string,
  field: string,
  value: string,
): Promise<number> {
  const filters = [{ field, operator: 'eq' as const, value }]
  const list = await team.admin.list(kind, { filters, size: 1, withTotals: true })
  return list.total ?? 0
}
