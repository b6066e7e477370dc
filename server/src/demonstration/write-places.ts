import { pinyinInitials } from '../masters/pinyin.ts'
import { toSnake } from '../platform/database/case.ts'
import type { Transaction } from '../platform/database/database.ts'
import {
  constructionContracts,
  deliveryPlaces,
  departments,
  distributionRows,
  externalCodes,
  inspectionUnits,
  receivingUnits,
} from './places.ts'

const author = '演示数据'

/** Writes where goods are received, inspected and brought to, and for whom; existing rows stay unchanged. */
export async function writePlaces(tx: Transaction): Promise<void> {
  const tables: Record<string, { display: string; rows: readonly object[] }> = {
    delivery_place: { display: 'name', rows: deliveryPlaces },
    distribution_catalogue: { display: 'reason', rows: distributionRows },
    receiving_unit: { display: 'name', rows: receivingUnits },
    inspection_unit: { display: 'name', rows: inspectionUnits },
    construction_contract: { display: 'contractor', rows: constructionContracts },
    department: { display: 'name', rows: departments },
    external_code: { display: 'externalName', rows: externalCodes },
  }
  for (const [table, { display, rows }] of Object.entries(tables)) {
    const given = rows.map((row): Record<string, unknown> => ({
      ...row,
      pinyin: pinyinInitials(String((row as Record<string, unknown>)[display])),
      updatedByName: author,
    }))
    const names = Object.keys(given[0]!).map((name) => `"${toSnake(name)}"`)
    const json = given.map((row) =>
      Object.fromEntries(Object.entries(row).map(([name, value]) => [toSnake(name), value])),
    )
    await tx.query(
      `insert into ${table} (${names.join(', ')}) select ${names.join(', ')} from jsonb_populate_recordset(null::${table}, $1::jsonb)
       on conflict do nothing`,
      [JSON.stringify(json)],
    )
  }
}
