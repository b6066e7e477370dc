import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { cataloguePage } from '@kufang/contract/document/catalogue/page-catalogue.ts'
import readExcelFile from 'read-excel-file/node'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ensureUser } from '../identity/ensure-user.ts'
import type { MastersTest } from './testing-server.ts'
import { startMastersTest } from './testing-server.ts'

let masters: MastersTest
let server: MastersTest['server']
let call: MastersTest['call']
let codes: MastersTest['codes']
let keeper: string
let admin: string
let supplier: string
let requester: string

beforeAll(async () => {
  masters = await startMastersTest()
  ;({ server, call, codes, keeper, admin, supplier, requester } = masters)
})

afterAll(() => masters?.close())

describe('search', () => {
  test('finds a material by code, initials, words, specification and drawing', async () => {
    expect(await codes(keeper, 'material', { text: 'v0002' })).toEqual(['V0002'])
    expect(await codes(keeper, 'material', { text: 'bxgqf' })).toEqual(['V0001', 'V0002'])
    expect(await codes(keeper, 'material', { text: '球阀 DN80' })).toEqual(['V0002'])
    expect(await codes(keeper, 'material', { text: '41F-16' })).toEqual(['V0001'])
    expect(await codes(keeper, 'material', { text: 'DH-V' })).toEqual(['V0001'])
    expect(await codes(keeper, 'material', { text: '%' })).toEqual([])
  })

  test('stays within scope and place, and leaves disabled rows out', async () => {
    expect(await codes(keeper, 'bin', { text: '' })).toEqual(['A-01-01', 'RC-00', 'RC-02', 'RC-03'])
    expect(
      await codes(keeper, 'bin', { text: '', narrow: { plant: '1011', storageLocation: 'A002' } }),
    ).toEqual(['RC-03'])
    expect(await codes(keeper, 'bin', { text: '', codes: ['RC-01'] })).toEqual(['RC-01'])
    expect(await codes(requester, 'material', { text: '' })).toEqual(['V0001', 'V0002'])
    expect(await codes(requester, 'picking-unit', { text: '' })).toEqual(['LY01'])
  })

  test('storage locations are offered in the order and under the name of their display, and not those that are not shown', async () => {
    const offered = () => codes(admin, 'storage-location', { text: '' })
    const before = await offered()
    const last = before.at(-1)!
    // Another plant may have the code too.
    const same = before.filter((code) => code === last)
    const others = before.filter((code) => code !== last)
    expect(others.length).toBeGreaterThan(0)
    await server.database.query(
      `insert into storage_location_display (company_code, plant, storage_location, display_name, display_order)
       select company_code, plant, storage_location, '大件库', 1 from storage_location where storage_location = $1`,
      [last],
    )
    expect(await offered()).toEqual([...same, ...others])
    expect(await codes(admin, 'storage-location', { text: '大件' })).toEqual(same)
    await server.database.query('update storage_location_display set is_shown = false')
    expect(await offered()).toEqual(others)
    // Where it stands already it keeps its name.
    expect(await codes(admin, 'storage-location', { text: '', codes: [last] })).toEqual(same)
    await server.database.query('delete from storage_location_display')
  })

  test('a supplier finds himself and no one else, and nothing of the house', async () => {
    expect(await codes(supplier, 'supplier', { text: '' })).toEqual(['600001'])
    // No page of his refers to these.
    for (const master of ['bin', 'requester', 'material'])
      expect((await call(supplier, 'POST', `${master}/search`, { text: '' })).datas).toMatchObject({
        code: 'master-not-needed',
      })
  })

  test('who may open no page that refers to a master does not look it up; what every page shows everybody does', async () => {
    const { database } = server
    const { role } = cataloguePage('/base/excessDirectory')
    const person = { account: 'excess', userName: '某人', password: 'Kufang@2026', roles: [role] }
    await ensureUser(database, { ...person, plants: [{ companyCode: '1010' }] })
    const token = await server.tokenOf('excess', person.password)
    for (const [master, status] of Object.entries({
      requester: 403,
      driver: 403,
      supplier: 403,
      user: 403,
      material: 200,
      unit: 200,
      plant: 200,
    }))
      expect([
        master,
        (await call(token, 'POST', `${master}/search`, { text: '' })).status,
      ]).toEqual([master, status])
  })

  test('of users finds employees of one’s own companies only', async () => {
    const { database } = server
    const plants = [{ companyCode: '1020' }]
    const someone = { userName: '某人', password: 'Kufang@2026', roles: [] }
    await ensureUser(database, { account: 'elsewhere', ...someone, plants })
    await ensureUser(database, {
      account: 'outsider',
      ...someone,
      plants: [{ companyCode: '1010' }],
      userType: 'EXU',
    })
    const found = await codes(keeper, 'user', { text: '' })
    expect(found).toContain('keeper')
    expect(found).not.toContain('elsewhere')
    expect(found).not.toContain('outsider')
    expect(await codes(admin, 'user', { text: '' })).toContain('elsewhere')
  })
})

describe('lists', () => {
  test('need the role of the page; a master without a page is for administrators', async () => {
    expect((await call(requester, 'POST', 'bin/list', {})).status).toBe(403)
    expect((await call(keeper, 'POST', 'company/list', {})).datas.code).toBe('role-missing')
    expect((await call(admin, 'POST', 'company/list', { withTotals: true })).datas.total).toBe(2)
    expect((await call(admin, 'POST', 'nothing/list', {})).status).toBe(404)
  })

  test('show disabled rows too, within the scope only', async () => {
    const { datas } = await call(keeper, 'POST', 'bin/list', {
      withTotals: true,
      filters: [{ field: 'purpose', operator: 'eq', value: 'receiving' }],
    })
    expect(datas.rows.map((row) => row['bin'])).toEqual(['RC-00', 'RC-01', 'RC-02', 'RC-03'])
    expect(datas.rows[0]).toMatchObject({
      hazardClass: null,
      isFrozen: true,
      isActive: true,
      version: 1,
    })
    expect(datas.rows[3]).toMatchObject({ hazardClass: '3' })
    expect(datas.rows[0]).not.toHaveProperty('pinyin')
    expect(
      (
        await call(keeper, 'POST', 'bin/list', {
          filters: [{ field: 'companyCode', operator: 'eq', value: '1020' }],
        })
      ).datas.rows,
    ).toEqual([])
  })

  test('are exported as a workbook with the columns asked for', async () => {
    const response = await server.app.inject({
      method: 'POST',
      url: '/api/masters/bin/export',
      payload: {
        columns: [
          { field: 'bin', title: '货位' },
          { field: 'purpose', title: '用途' },
          { field: 'isFrozen', title: '冻结' },
        ],
      },
      headers: { authorization: `Bearer ${keeper}` },
    })
    expect(response.statusCode).toBe(200)
    const sheets = (await readExcelFile(
      await buffer(Readable.from([response.rawPayload])),
    )) as unknown as { data: unknown[][] }[]
    expect(sheets[0]!.data[0]).toEqual(['货位', '用途', '冻结'])
    expect(sheets[0]!.data).toContainEqual(['RC-00', '收货待检', '是'])
    const wrong = await call(keeper, 'POST', 'bin/export', {
      columns: [{ field: 'secret', title: 'x' }],
    })
    expect(wrong.datas.code).toBe('column-unknown')
  })
})
