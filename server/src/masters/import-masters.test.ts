import { readFileSync } from 'node:fs'
import type { MasterImport } from '@kufang/contract/document/master-record.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { csvRecords } from './testing-csv.ts'
import { sharedData } from '../replay/shared-data.ts'
import type { MastersTest } from './testing-server.ts'
import { startMastersTest } from './testing-server.ts'

let masters: MastersTest
let keeper: string
let admin: string

beforeAll(async () => {
  masters = await startMastersTest()
  ;({ keeper, admin } = masters)
})

afterAll(() => masters?.close())

const unit = (line: number, values: object) => ({
  line,
  values: { companyCode: '1010', ...values },
})

async function importTable(
  token: string,
  master: string,
  rows: readonly object[],
  further: object = {},
): Promise<MasterImport & { code?: string }> {
  const { datas } = await masters.call(token, 'POST', `${master}/import`, {
    rows,
    onRefusal: 'skip',
    ...further,
  })
  return datas as unknown as MasterImport & { code?: string }
}

const check = async (token: string, master: string, rows: readonly object[]) =>
  (await masters.call(token, 'POST', `${master}/import/check`, { rows }))
    .datas as unknown as MasterImport

const told = ({ refusals }: MasterImport) =>
  refusals.map(({ line, field, code }) => [line, field, code])

const rowsOf = (text: string, values: readonly unknown[] = []) =>
  masters.server.database.query(text, values)

describe('a table that is imported', () => {
  test('each refused row is named with its cell and reason, and the others are as they would be typed', async () => {
    const rows = [
      unit(2, { pickingUnit: 'im01', name: '加氢车间', validFrom: '2026-01-01' }),
      unit(3, { pickingUnit: 'IM02' }),
      unit(4, { pickingUnit: '位 3', name: '空分车间' }),
      unit(5, { pickingUnit: 'IM04', name: '空分车间', validTo: 'soon' }),
      unit(6, { pickingUnit: 'IM01', name: '重复' }),
      unit(7, { companyCode: '9999', pickingUnit: 'IM05', name: '外地' }),
      unit(8, { pickingUnit: 'IM06', name: '停用的', isActive: false }),
      unit(9, { pickingUnit: 'LY01', name: '常减压车间' }),
      unit(10, { pickingUnit: 'LY02', name: '催化裂化车间' }),
      unit(11, {
        pickingUnit: 'IM07',
        name: '期限颠倒',
        validFrom: '2026-02-01',
        validTo: '2026-01-01',
      }),
    ]
    const expected = [
      [3, 'name', 'field-required'],
      [4, 'pickingUnit', 'input-invalid'],
      [5, 'validTo', 'input-invalid'],
      [6, 'pickingUnit', 'import-row-repeated'],
      [7, 'companyCode', 'master-unknown'],
      [11, 'validTo', 'date-order'],
    ]
    const counts = { newCount: 2, changedCount: 1, sameCount: 1, refusedCount: 6 }
    const checked = await check(keeper, 'picking-unit', rows)
    expect(told(checked)).toEqual(expected)
    expect(checked).toMatchObject({ ...counts, isImported: false })
    expect(checked.refusals[3]).toMatchObject({
      zh: '第 6 行：1010/IM01 在第 2 行已出现，请只保留其中一行',
      en: 'Line 6: 1010/IM01 stands on line 2 already; keep one of the two',
    })
    expect(await rowsOf(`select 1 from picking_unit where picking_unit like 'IM%'`)).toEqual([])

    const kept = () => rowsOf('select idempotency_key from action_request order by 1')
    const before = await kept()
    const stopped = await importTable(keeper, 'picking-unit', rows, { onRefusal: 'stop' })
    expect(stopped).toMatchObject({ ...counts, isImported: false })
    expect(await rowsOf(`select 1 from picking_unit where picking_unit like 'IM%'`)).toEqual([])
    // What has changed nothing leaves nothing, not even its key.
    await importTable(keeper, 'picking-unit', rows.slice(1, 3))
    expect(await kept()).toEqual(before)

    const done = await importTable(keeper, 'picking-unit', rows)
    expect(told(done)).toEqual(expected)
    expect(done).toMatchObject({ ...counts, isImported: true })
    expect(
      await rowsOf(
        `select picking_unit, name, is_active, pinyin, version, updated_by_name from picking_unit
         where picking_unit like 'IM%' or picking_unit = 'LY02' order by picking_unit`,
      ),
    ).toEqual([
      {
        pickingUnit: 'IM01',
        name: '加氢车间',
        isActive: true,
        pinyin: 'JQCJ',
        version: 1,
        updatedByName: '保管员',
      },
      {
        pickingUnit: 'IM06',
        name: '停用的',
        isActive: false,
        pinyin: 'TYD',
        version: 1,
        updatedByName: '保管员',
      },
      {
        pickingUnit: 'LY02',
        name: '催化裂化车间',
        isActive: true,
        pinyin: 'CHLHCJ',
        version: 2,
        updatedByName: '保管员',
      },
    ])
    const again = await importTable(keeper, 'picking-unit', rows)
    expect(again).toMatchObject({ newCount: 0, changedCount: 0, sameCount: 4, refusedCount: 6 })
    expect(
      await rowsOf(
        `select action, count(*)::integer as count from audit_entry
         where subject_type = 'picking-unit' and subject_no in ('1010/IM01', '1010/IM06', '1010/LY02') group by action order by action`,
      ),
    ).toEqual([
      { action: 'create', count: 2 },
      { action: 'update', count: 1 },
    ])
  })

  test('a row outside the scope is refused, and one that nobody here may see is not revealed', async () => {
    const bin = (line: number, values: object) => ({
      line,
      values: {
        companyCode: '1010',
        plant: '1011',
        storageLocation: 'A001',
        purpose: 'storage',
        allowsMixing: true,
        isFrozen: false,
        ...values,
      },
    })
    const done = await importTable(keeper, 'bin', [
      bin(2, { bin: 'IM-1' }),
      bin(3, { companyCode: '1020', plant: '1021', storageLocation: 'C001', bin: 'IM-2' }),
      bin(4, { companyCode: '1020', plant: '1021', storageLocation: 'C001', bin: 'C-01-01' }),
    ])
    expect(told(done)).toEqual([
      [3, undefined, 'outside-scope'],
      [4, undefined, 'outside-scope'],
    ])
    expect(await rowsOf(`select bin from bin where bin like 'IM-%'`)).toEqual([{ bin: 'IM-1' }])
  })

  test('a table of rules is requested row by row and waits for another person', async () => {
    const rows = [
      {
        line: 2,
        values: {
          companyCode: '1010',
          materialGroup: 'V01',
          validFrom: '2026-01-01',
          overDeliveryPercent: '5',
        },
      },
    ]
    expect((await check(admin, 'excess-tolerance', rows)).requestedCount).toBe(1)
    const without = await importTable(admin, 'excess-tolerance', rows)
    expect(without.code).toBe('field-required')
    const asked = { approval: { reason: '按供货协议导入' } }
    expect(await importTable(admin, 'excess-tolerance', rows, asked)).toMatchObject({
      requestedCount: 1,
      isImported: true,
    })
    expect(await rowsOf('select 1 from excess_tolerance')).toEqual([])
    // The request is still open, so the same table is refused, and says why.
    const again = await importTable(admin, 'excess-tolerance', rows, asked)
    expect(told(again)).toEqual([[2, undefined, 'rule-change-open']])
  })

  test('what decides about safety of a material waits for another person, whoever imports it', async () => {
    const rows = [
      {
        line: 2,
        values: { materialNo: 'V0001', hazardClass: '8', criticality: 'A', abcClass: 'A' },
      },
    ]
    expect((await check(admin, 'material', rows)).requestedCount).toBe(1)
    expect((await importTable(admin, 'material', rows)).code).toBe('field-required')
    const before = await rowsOf(
      `select hazard_class, criticality, abc_class from material where material_no = 'V0001'`,
    )
    const asked = { approval: { reason: '按危化品目录更正' } }
    expect(await importTable(admin, 'material', rows, asked)).toMatchObject({
      requestedCount: 1,
      changedCount: 0,
    })
    expect(
      await rowsOf(
        `select hazard_class, criticality, abc_class from material where material_no = 'V0001'`,
      ),
    ).toEqual(before)
  })

  test('of a mirror only known rows are taken, and only our own fields', async () => {
    const done = await importTable(admin, 'material', [
      { line: 2, values: { materialNo: 'V0001', descriptionEn: 'Gate valve' } },
      { line: 3, values: { materialNo: 'V9999', descriptionEn: 'None' } },
      { line: 4, values: { materialNo: 'V0002', description: '改名' } },
    ])
    expect(told(done)).toEqual([
      [3, 'materialNo', 'not-found'],
      [4, 'description', 'input-invalid'],
    ])
    expect(done.changedCount).toBe(1)
    const { status, datas } = await masters.call(admin, 'POST', 'material-group/import/check', {
      rows: [{ line: 2, values: { materialGroup: 'X1', name: 'X' } }],
    })
    expect([status, datas.code]).toEqual([409, 'not-editable'])
  })

  test('needs the role that edits', async () => {
    const { status } = await masters.call(masters.requester, 'POST', 'picking-unit/import/check', {
      rows: [unit(2, { pickingUnit: 'NO', name: 'no' })],
    })
    expect(status).toBe(403)
  })
})

describe('real tables', () => {
  test('the units of UN/ECE Recommendation 20 become codes of another system, those without a counterpart are listed', async () => {
    const path = sharedData('unece-rec20/units-of-measure.csv')
    if (path === null)
      process.stdout.write('no ../shared/data/unece-rec20 on this machine, rows of our own\n')
    const [head, ...records] = csvRecords(
      path === null
        ? 'Status,CommonCode,Name\n,KGM,kilogram\nX,05,lift\n,MTR,metre\n'
        : readFileSync(path, 'utf8'),
    )
    const at = (name: string) => head!.indexOf(name)
    const own: Record<string, string> = { KGM: 'KG', C62: 'EA', H87: 'EA' }
    const rows = records.map((cells, index) => {
      const code = cells[at('CommonCode')]!
      const status = cells[at('Status')]!
      return {
        line: index + 2,
        values: {
          externalSystem: 'UN/ECE REC20',
          kind: 'unit',
          externalCode: code,
          externalName: cells[at('Name')],
          // Deleted codes are kept, but nothing new is read by them.
          isActive: status !== 'X',
          ...(own[code] !== undefined && { ownCode: own[code] }),
        },
      }
    })
    const started = performance.now()
    const done = await importTable(admin, 'external-code', rows, { onRefusal: 'stop' })
    const seconds = (performance.now() - started) / 1000
    process.stdout.write(
      `${rows.length} units: ${done.newCount} new, ${done.refusedCount} refused, ${seconds.toFixed(1)} s\n`,
    )
    expect(told(done)).toEqual([])
    expect(done.newCount).toBe(rows.length)
    const again = await importTable(admin, 'external-code', rows, { onRefusal: 'stop' })
    expect(again).toMatchObject({ newCount: 0, changedCount: 0, sameCount: rows.length })
    const mapped = rows.filter(({ values }) => 'ownCode' in values).length
    const open = await masters.call(admin, 'POST', 'external-code/list', {
      filters: [{ field: 'mapping', operator: 'eq', value: 'open' }],
      withTotals: true,
      size: 5,
    })
    expect(open.datas.total).toBe(rows.length - mapped)
    // A code that starts with zero stays one, and a unit that we do not have is no counterpart.
    expect(await rowsOf(`select is_active from external_code where external_code = '05'`)).toEqual([
      { isActive: false },
    ])
    const wrong = await importTable(admin, 'external-code', [
      { line: 2, values: { ...rows[0]!.values, ownCode: 'KGX' } },
    ])
    expect(told(wrong)).toEqual([[2, 'ownCode', 'master-unknown']])
  })

  test('names of companies become contact data of suppliers only where the ERP has the supplier', async () => {
    const path = sharedData('cn-soe/central-soe-1-54.csv')
    const [, ...records] = csvRecords(
      path === null
        ? '序号,简称,全称,所在地\n1,中核集团,中国核工业集团有限公司,北京\n'
        : readFileSync(path, 'utf8'),
    )
    // Two of them are suppliers of the ERP; the name itself is the ERP's.
    await rowsOf(
      `insert into supplier (supplier_no, name) select 'S' || n, name from unnest($1::text[]) with ordinality as given (name, n)`,
      [records.slice(0, 2).map((cells) => cells[2])],
    )
    const rows = records.map((cells, index) => ({
      line: index + 2,
      values: { supplierNo: `S${cells[0]}`, name: cells[2], address: cells[3] },
    }))
    const done = await importTable(admin, 'supplier', rows)
    const known = Math.min(2, records.length)
    expect(done).toMatchObject({ changedCount: known, refusedCount: records.length - known })
    expect(new Set(done.refusals.map(({ code }) => code))).toEqual(
      records.length > known ? new Set(['not-found']) : new Set(),
    )
    expect(await importTable(admin, 'supplier', rows)).toMatchObject({
      changedCount: 0,
      sameCount: known,
    })
  })

  test('districts become addresses of delivery places', async () => {
    const path = sharedData('cn-divisions/area.csv')
    const [, ...records] = csvRecords(
      path === null ? 'code,name\n350102,鼓楼区\n' : readFileSync(path, 'utf8'),
    )
    const rows = records.map((cells, index) => ({
      line: index + 2,
      values: {
        companyCode: '1010',
        plant: '1011',
        deliveryPlace: `D${cells[0]}`,
        name: `${cells[1]}配送点`,
        address: cells[1],
      },
    }))
    const done = await importTable(admin, 'delivery-place', rows, { onRefusal: 'stop' })
    expect(told(done)).toEqual([])
    expect(done.newCount).toBe(rows.length)
    expect(await importTable(admin, 'delivery-place', rows)).toMatchObject({
      newCount: 0,
      sameCount: rows.length,
    })
  })
})
