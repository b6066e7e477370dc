import { addAll } from '@kufang/kernel/add-all.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ListRequest } from '@kufang/contract/document/api.ts'
import { defineQuery } from '@kufang/contract/document/declare/define-query.ts'
import { money, quantity, text } from '@kufang/contract/document/declare/field.ts'
import { label } from '@kufang/contract/document/declare/label.ts'
import { queries } from '@kufang/contract/queries.ts'
import type { Database } from '../../platform/database/database.ts'
import { openDatabase } from '../../platform/database/database.ts'
import { readList } from '../../platform/list/read-list.ts'
import type { Scope, Session } from '../../platform/session/session.ts'
import { systemSession } from '../../platform/session/session.ts'
import type { TestDatabase } from '../../platform/testing/test-database.ts'
import { createTestDatabase } from '../../platform/testing/test-database.ts'
import { bindQuery, queryOptions } from './bind-query.ts'

const words = label('字', 'Word')
const definition = defineQuery({
  name: 'example',
  area: 'stock',
  label: words,
  fields: {
    companyCode: text(words),
    plant: text(words),
    storageLocation: text(words),
    materialGroup: text(words),
    pickingUnit: text(words),
    supplierNo: text(words),
    quantity: quantity(words, { isTotalled: true }),
    unit: text(words),
    amount: money(words),
  },
  identifiers: { no: 'integer' },
  key: ['no'],
  sort: { field: 'no', direction: 'desc' },
  search: ['plant', 'unit'],
  scope: {
    companyCode: 'companyCode',
    plant: 'plant',
    storageLocation: 'storageLocation',
    materialGroup: 'materialGroup',
    pickingUnit: 'pickingUnit',
    supplierNo: 'supplierNo',
  },
  pages: { '/Stock/stockSearch': { kind: 'query' } },
})
const { supplierNo: _supplierNo, ...withoutSupplier } = definition.scope

const rows = `(values
  (1, '1000', '1010', 'W001', 'G1', 'P1', 'S1', 10.5, 'EA', 100),
  (2, '1000', '1010', 'W002', 'G2', 'P1', 'S2', 20, 'EA', 200),
  (3, '1000', '1020', 'W001', 'G1', 'P2', 'S1', 30, 'EA', 300),
  (4, '1000', '1020', '', 'G1', 'P2', 'S1', 40, 'KG', 400),
  (5, '2000', '2010', 'W001', 'G1', 'P1', 'S1', 50, 'EA', 500),
  (6, '3000', '3010', 'W001', 'G1', 'P1', 'S1', 60, 'EA', 600)
) r (no, company_code, plant, storage_location, material_group, picking_unit, supplier_no, quantity, unit, amount)`
const source = {
  from: rows,
  columns: {
    no: 'r.no',
    companyCode: 'r.company_code',
    plant: 'r.plant',
    storageLocation: 'r.storage_location',
    materialGroup: 'r.material_group',
    pickingUnit: 'r.picking_unit',
    supplierNo: 'r.supplier_no',
    quantity: 'r.quantity',
    unit: ({ language }: Session) => (language === 'en' ? `r.unit || '.'` : 'r.unit'),
    amount: 'r.amount',
  },
}
const bound = bindQuery(definition, source)

let test: TestDatabase
let database: Database
beforeAll(async () => {
  test = await createTestDatabase()
  database = openDatabase({ connectionString: test.connectionString })
})
afterAll(async () => {
  await database?.close()
  await test?.drop()
})

const person = (scope: Partial<Scope>, roles: string[] = []): Session => {
  const system = systemSession(['1000', '2000'], 'request')
  return {
    ...system,
    isAdmin: false,
    roles: new Set(roles),
    scope: { ...system.scope, ...scope },
  }
}
const read = (session: Session, request: ListRequest = {}, query = bound) =>
  readList(database, { ...queryOptions(query, session, request, database), sizeMax: 500 })
const seen = async (scope: Partial<Scope>, query = bound) =>
  (await read(person(scope), {}, query)).rows.map((row) => row['no'])

describe('a bound query', () => {
  it('shows each person the companies and places of their scope, in the declared order', async () => {
    expect(await seen({})).toEqual([5, 4, 3, 2, 1])
    expect(await seen({ companyCodes: ['2000'] })).toEqual([5])
    expect(await seen({ companyCodes: [] })).toEqual([])
    expect(await seen({ plants: ['1010', '2010'] })).toEqual([5, 2, 1])
    expect(await seen({ plants: ['1020'], storageLocations: ['1020/W002'] })).toEqual([4])
    expect(await seen({ storageLocations: ['1010/W002', '1020/W001'] })).toEqual([4, 3, 2])
    expect(await seen({ materialGroups: ['G2'] })).toEqual([2])
    expect(await seen({ pickingUnits: ['P2'] })).toEqual([4, 3])
    expect(await seen({ supplierNo: 'S2' })).toEqual([2])
  })

  it('shows a supplier nothing where no column is his', async () => {
    const open = bindQuery({ ...definition, scope: withoutSupplier }, source)
    expect(await seen({ supplierNo: 'S1' }, open)).toEqual([])
    expect(await seen({}, open)).toEqual([5, 4, 3, 2, 1])
  })

  it('lets the binding say which rows belong to it and whose companies', async () => {
    const bits = bindQuery(definition, {
      ...source,
      where: `r.unit = 'EA' or r.no = 6`,
      companies: () => ['3000', '2000'],
    })
    expect(await seen({ plants: ['2010'] }, bits)).toEqual([5])
    expect(await seen({}, bits)).toEqual([6, 5])
  })

  it('keeps amounts from who may not see them, as a column, filter and order', async () => {
    // The amounts role of another subject gives no access here.
    for (const plain of [person({}), person({}, ['CKJLCXJE'])])
      expect((await read(plain)).rows[0]).not.toHaveProperty('amount')
    const accountant = person({}, ['KCCXJE'])
    expect((await read(accountant)).rows[0]).toMatchObject({ amount: 500 })
    const request: ListRequest = { sort: [{ field: 'amount', direction: 'asc' }] }
    expect((await read(accountant, request)).rows.map((row) => row['no'])).toEqual([1, 2, 3, 4, 5])
    await expect(read(person({}), request)).rejects.toMatchObject({ code: 'column-unknown' })
  })

  it('filters, searches, sorts, pages, counts and adds up only what is of one unit', async () => {
    const ofPlant = (value: string): ListRequest => ({
      filters: [{ field: 'plant', operator: 'eq', value }],
      withTotals: true,
    })
    expect(await read(person({}), ofPlant('1010'))).toMatchObject({
      total: 2,
      totals: { quantity: '30.5' },
    })
    expect((await read(person({}), ofPlant('1020'))).totals).toEqual({ quantity: null })
    expect((await read(person({}), { search: 'kg' })).rows.map((row) => row['no'])).toEqual([4])
    const paged: unknown[] = []
    let cursor: string | null = null
    do {
      const page = await read(person({}), {
        sort: [{ field: 'plant', direction: 'asc' }],
        size: 2,
        cursor,
      })
      addAll(
        paged,
        page.rows.map((row) => row['no']),
      )
      cursor = page.nextCursor
    } while (cursor !== null)
    expect(paged).toEqual([1, 2, 3, 4, 5])
  })

  it('may read a column in the language of the person', async () => {
    const [row] = (await read({ ...person({}), language: 'en' })).rows
    expect(row).toMatchObject({ unit: 'EA.' })
  })
})

it('every query is listed under its own name', () => {
  for (const [name, known] of Object.entries(queries)) expect(known.name).toBe(name)
})
