import type { ListRequest } from '@kufang/contract/document/api.ts'
import { queryOptions } from '../server/src/document/list/bind-query.ts'
import { buildList } from '../server/src/platform/list/build-list.ts'
import type { Session } from '../server/src/platform/session/session.ts'
import { stockList } from '../server/src/stock/queries/list-stock.ts'
import { bench } from './company.ts'
import type { Caller } from './server.ts'

/** Typical first queries of the stock page: by material, bin, group, or without filter. */
function questions(count: number): ListRequest[] {
  return Array.from({ length: count }, (_one, index): ListRequest => {
    const material = `B${String(((index * 37) % bench.materials) + 1).padStart(6, '0')}`
    const bin = `B${String(((index * 13) % bench.bins) + 1).padStart(4, '0')}`
    const kind = index % 4
    if (kind === 0)
      return { size: 50, filters: [{ field: 'materialNo', operator: 'eq', value: material }] }
    if (kind === 1)
      return {
        size: 50,
        filters: [
          { field: 'plant', operator: 'eq', value: bench.plant },
          { field: 'storageLocation', operator: 'eq', value: bench.storageLocation },
          { field: 'bin', operator: 'eq', value: bin },
        ],
      }
    if (kind === 2)
      return {
        size: 50,
        filters: [{ field: 'materialGroup', operator: 'eq', value: `BG${(index % 30) + 1}` }],
      }
    return { size: 50 }
  })
}

/** Duration of each first page in milliseconds, over HTTP, one at a time. */
export async function stockQueryLatencies(caller: Caller, count: number): Promise<number[]> {
  for (const question of questions(20)) await caller.post('/api/queries/stock/list', question)
  const latencies: number[] = []
  for (const question of questions(count)) {
    const at = performance.now()
    await caller.post('/api/queries/stock/list', question)
    latencies.push(performance.now() - at)
  }
  return latencies
}

/** pgbench's random variables for the queries above. */
const draws = `\\set m random(1, ${bench.materials})
\\set b random(1, ${bench.bins})
\\set g random(1, 30)
\\set kind random(0, 3)`
const asked: Record<string, string> = {
  materialNo: `'B' || lpad((:m)::text, 6, '0')`,
  bin: `'B' || lpad((:b)::text, 4, '0')`,
  materialGroup: `'BG' || :g`,
}
/** The same by what stands for each in a statement: values of codes are kept in capitals. */
const drawn = new Map(
  Object.entries(asked).map(([field, value]) => [`:${field.toUpperCase()}`, value]),
)

/** The statements the product sends for the queries of a session, as a pgbench script. */
export function productScript(session: Session): string {
  const statements = questions(4).map((request) => {
    const filters = (request.filters ?? []).map((filter) => ({
      ...filter,
      value: filter.field in asked ? `:${filter.field.toUpperCase()}` : filter.value,
    }))
    const options = queryOptions(stockList, session, { ...request, filters })
    const { text, values } = buildList({ ...options, sizeMax: 50 })
    const filled = text.replaceAll(/\$(\d+)/g, (_all, place: string) => {
      const value = String(values[Number(place) - 1])
      return `(${drawn.get(value) ?? `'${value}'`})`
    })
    return `${filled.replaceAll(/\s+/g, ' ')};`
  })
  const parts = statements.map(
    (statement, kind) => `${kind === 0 ? '\\if' : '\\elif'} :kind = ${kind}\n${statement}`,
  )
  return `${draws}\n${parts.join('\n')}\n\\endif\n`
}

/** The same four queries, each directly on its index. */
export function stockQueryScript(): string {
  const columns =
    'company_code, key_id, plant, storage_location, bin, material_no, batch, stock_category, quantity, reserved, frozen'
  return `${draws}
\\if :kind = 0
select ${columns} from stock_balance where company_code = '${bench.companyCode}' and has_stock and material_no = 'B' || lpad((:m)::text, 6, '0') order by plant, storage_location, key_id limit 50;
\\elif :kind = 1
select ${columns} from stock_balance where company_code = '${bench.companyCode}' and has_stock and plant = '${bench.plant}' and storage_location = '${bench.storageLocation}' and bin = 'B' || lpad((:b)::text, 4, '0') order by material_no, key_id limit 50;
\\elif :kind = 2
select ${columns} from stock_balance where company_code = '${bench.companyCode}' and has_stock and material_group = 'BG' || :g order by material_no, key_id limit 50;
\\else
select ${columns} from stock_balance where company_code = '${bench.companyCode}' and has_stock order by material_no, plant, storage_location, key_id limit 50;
\\endif
`
}
