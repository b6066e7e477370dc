import { addAll } from '@kufang/kernel/add-all.ts'
import { registry } from '../../packages/contract/src/registry.ts'
import type { Database } from '../../server/src/platform/database/database.ts'
import { toSnake } from '../../server/src/platform/database/case.ts'
import type { Operation } from './operations.ts'
import { sampleOf } from './operations.ts'

/** A call whose parameters are filled with existing ids. */
export interface Target {
  operation: Operation
  path: string
  body: unknown
  /** The document in the path, if there is one. */
  document?: DocumentRow & { kind: string }
}

/** An existing document. */
export interface DocumentRow {
  id: string
  companyCode: string
  supplierNo: string | null
}

/** Existing ids, by the parameter of the path that requires them. */
export interface Inventory {
  documents: Map<string, DocumentRow[]>
  ids: Map<string, string>
}

/** Reads existing ids of each kind. */
export async function takeInventory(database: Database): Promise<Inventory> {
  const documents: Inventory['documents'] = new Map()
  for (const [name, definition] of Object.entries(registry.documents)) {
    const hasSupplier = 'supplierNo' in definition.header
    const rows = await database.query<DocumentRow>(
      `select id, company_code, supplier_no from (
         select id, company_code, ${hasSupplier ? 'supplier_no' : 'null::text as supplier_no'}, doc_no,
           row_number() over (partition by company_code order by doc_no) as place from ${toSnake(name)}) of_company
       where place <= 200 order by company_code, doc_no`,
    )
    documents.set(name, rows)
  }
  const ids = new Map<string, string>()
  for (const [place, statement] of Object.entries(places)) {
    const [row] = await database.query<{ id: string }>(statement)
    if (row !== undefined) ids.set(place, row.id)
  }
  return { documents, ids }
}

const places: Record<string, string> = {
  '/api/erp/postings/': `select id::text from erp_posting where company_code = '1010' order by sequence limit 1`,
  '/api/erp/calls/': `select id::text from erp_call_log where company_code = '1010' order by at limit 1`,
  '/api/logs/operations/': `select id::text from audit_entry where company_code = '1010' order by at limit 1`,
  '/api/system/users/': `select id::text from app_user where account = 'supplier'`,
  '/api/attachments/': `select id::text from attachment limit 1`,
}
const unknownId = '019a0000-0000-7000-8000-000000000000'

const kinds: Record<string, readonly string[]> = {
  '/api/documents/': Object.keys(registry.documents),
  '/api/masters/': Object.keys(registry.masters),
  '/api/queries/': Object.keys(registry.queries),
}

/** @param every 1 takes all kinds, n every n-th */
export function targetsOf(
  operations: readonly Operation[],
  inventory: Inventory,
  every: number,
): Target[] {
  const targets: Target[] = []
  for (const operation of operations) {
    const base = Object.keys(kinds).find((start) => operation.path.startsWith(`${start}{`))
    if (base === undefined) {
      targets.push(fill(operation, operation.path, inventory))
      continue
    }
    const names = kinds[base]!.filter((_name, index) => index % every === 0)
    for (const name of names) {
      const path = operation.path.replace('{name}', name)
      if (base === '/api/documents/')
        addAll(targets, documentTargets(operation, name, path, inventory))
      else targets.push(fill(operation, path, inventory))
    }
  }
  return targets
}

function documentTargets(
  operation: Operation,
  name: string,
  path: string,
  inventory: Inventory,
): Target[] {
  const definition = registry.documents[name as keyof typeof registry.documents]
  const actions = path.includes('{action}') ? Object.keys(definition.actions) : ['']
  const filled = (id: string) =>
    actions.map((action) =>
      fill(operation, path.replace('{id}', id).replace('{action}', action), inventory),
    )
  const rows = inventory.documents.get(name) ?? []
  if (!path.includes('{id}') || rows.length === 0) return filled(unknownId)
  // One of each company.
  return Map.groupBy(rows, ({ companyCode }) => companyCode)
    .values()
    .flatMap(([row]) =>
      filled(row!.id).map((one) => ({ ...one, document: { kind: name, ...row! } })),
    )
    .toArray()
}

function fill(operation: Operation, path: string, { ids }: Inventory): Target {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => {
    const place = Object.keys(places).find((start) => path.startsWith(start))
    if (name === 'id') return (place && ids.get(place)) ?? unknownId
    return samplesOfPath[name] ?? 'x'
  })
  const query = operation.query
    .filter(({ isRequired }) => isRequired)
    .map(({ name, schema }) => `${name}=${encodeURIComponent(sampleText(sampleOf(schema)))}`)
  return {
    operation,
    path: query.length === 0 ? filled : `${filled}?${query.join('&')}`,
    body: sampleOf(operation.body),
  }
}

const samplesOfPath: Record<string, string> = {
  code: 'material-document',
  kind: 'plants',
  mirror: 'purchase-order',
  name: 'x',
  sendType: 'email',
  type: 'notice',
  uploadId: unknownId,
}

function sampleText(sample: unknown): string {
  return typeof sample === 'string' ? sample : JSON.stringify(sample ?? 'x')
}
