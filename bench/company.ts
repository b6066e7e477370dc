import { newId } from '@kufang/kernel/identifier.ts'
import { ensureUser, wholeCompany } from '../server/src/identity/ensure-user.ts'
import { analyze } from './analyze.ts'
import type { Database } from '../server/src/platform/database/database.ts'

/** A company large enough for the figures, created by set-based statements because filling is not measured. */
export const bench = {
  companyCode: '9000',
  plant: '9001',
  storageLocation: '9101',
  materials: 2000,
  bins: 200,
  password: 'Kufang@2026',
} as const

/** Where receipts are posted, and by whom. */
export interface BenchPlace {
  companyCode: string
  plant: string
  storageLocation: string
  accounts: Record<'keeper' | 'leader' | 'poster', { account: string; roles: readonly string[] }>
}

export const accounts = accountsOf('bench')
export const benchPlace: BenchPlace = { ...bench, accounts }

function accountsOf(name: string): BenchPlace['accounts'] {
  return {
    keeper: { account: `${name}-keeper`, roles: ['DKSH', 'DHJLCHX', 'KCCX', 'BBSFCLS'] },
    leader: { account: `${name}-leader`, roles: ['SHSH'] },
    poster: { account: `${name}-poster`, roles: ['RKGZ'] },
  }
}

/** A further company of the same kind. */
export const otherPlace = (companyCode: string, plant: string): BenchPlace => ({
  companyCode,
  plant,
  storageLocation: bench.storageLocation,
  accounts: accountsOf(`bench-${companyCode}`),
})

/** The masters of all companies, and the first of them. */
export async function makeCompany(database: Database): Promise<void> {
  await database.query(
    `insert into unit (unit, name_zh, decimals) values ('EA', '个', 0) on conflict do nothing`,
  )
  await database.query(
    `insert into material_group (material_group, name) select 'BG' || n, '组' || n from generate_series(1, 30) n`,
  )
  await database.query(`insert into material (material_no, description, material_group, unit, needs_inspection)
    select 'B' || lpad(n::text, 6, '0'), '基准物料 ' || n, 'BG' || (n % 30 + 1), 'EA', false from generate_series(1, ${bench.materials}) n`)
  await database.query(`insert into supplier (supplier_no, name) values ('900001', '基准供应商')`)
  await makePlace(database, benchPlace)
}

/** A company with a storage location and its accounts. */
export async function makePlace(database: Database, place: BenchPlace): Promise<void> {
  const { companyCode, plant, storageLocation } = place
  await database.query(
    `insert into company (company_code, name) values ('${companyCode}', '基准公司')`,
  )
  await database.query(
    `insert into plant (company_code, plant, name) values ('${companyCode}', '${plant}', '基准工厂')`,
  )
  await database.query(
    `insert into storage_location (company_code, plant, storage_location, name) values ('${companyCode}', '${plant}', '${storageLocation}', '基准库')`,
  )
  await database.query(`insert into bin (company_code, plant, storage_location, bin)
    select '${companyCode}', '${plant}', '${storageLocation}', 'B' || lpad(n::text, 4, '0') from generate_series(1, ${bench.bins}) n`)
  for (const { account, roles } of Object.values(place.accounts)) {
    await ensureUser(database, {
      account,
      userName: account,
      password: bench.password,
      roles: [...roles],
      plants: [{ companyCode }],
      ...wholeCompany,
    })
  }
}

/** Creates arrivals of ten lines without inspection, in the state arrivalAffirm produces; returns their ids. */
export async function makeArrivals(
  database: Database,
  count: number,
  { companyCode, plant, storageLocation }: BenchPlace = benchPlace,
): Promise<string[]> {
  const ids = Array.from({ length: count }, () => newId())
  await database.query(
    `insert into arrival (company_code, id, doc_no, state, plant, storage_location, document_date, created_by, created_by_name, supplier_no, visual_check)
     select '${companyCode}', id, 'DHB' || replace(id::text, '-', ''), 'arrived', '${plant}', '${storageLocation}', current_date, id, '基准', '900001', 'intact'
     from unnest($1::uuid[]) as x(id)`,
    [ids],
  )
  await database.query(
    `insert into arrival_line (company_code, document_id, line_no, material_no, description, material_group, unit, quantity, bin, needs_inspection, accepted_quantity, rejected_quantity, purchase_order_no, purchase_order_line)
     select '${companyCode}', x.id, l, 'B' || lpad(((x.n * 10 + l) % ${bench.materials} + 1)::text, 6, '0'), '基准物料', 'BG1', 'EA', 1000, 'B0001', false, 1000, 0, '45' || lpad(x.n::text, 8, '0'), l * 10
     from unnest($1::uuid[]) with ordinality as x(id, n), generate_series(1, 10) l`,
    [ids],
  )
  await analyze(database)
  return ids
}
