import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readList } from '../../platform/list/read-list.ts'
import { queryOptions } from '../../document/list/bind-query.ts'
import { systemSession, type Scope } from '../../platform/session/session.ts'
import { setMaterialGroups } from '../../ledger/material-groups.ts'
import { openStockServer, type StockServer } from '../testing/stock-server.ts'
import {
  bin,
  company,
  consumption,
  documentCalled,
  everything,
  keeper,
  move,
  openLedger,
  post,
  supplier,
} from '../../ledger/testing/ledger-fixture.ts'
import type { LedgerDatabase } from '../../ledger/testing/ledger-fixture.ts'
import { findSerialNumbers } from './find-serial-numbers.ts'
import { serialNumberMoveList } from './list-serial-numbers.ts'

let ledger: LedgerDatabase

const motor = (parts: Parameters<typeof bin>[0] = {}) => bin({ materialNo: 'MOTOR', ...parts })
const find = (text: string, scope: Scope = everything, materialNo?: string) =>
  findSerialNumbers(ledger.database, scope, { text, materialNo })
const numbers = async (...asked: Parameters<typeof find>) =>
  (await find(...asked)).map(({ materialNo, serialNo }) => `${materialNo} ${serialNo}`)
const receive = (no: string, to: ReturnType<typeof motor>, ...serialNumbers: string[]) =>
  ledger.database.transaction((tx) =>
    post(tx, documentCalled(no, 'goods-receipt'), [
      move(supplier({ materialNo: to.materialNo }), to, String(serialNumbers.length), {
        serialNumbers,
      }),
    ]),
  )

beforeAll(async () => {
  ledger = await openLedger()
  const { database } = ledger
  await database.query(`insert into company (company_code, name) values ('1000', '甲')`)
  await database.query(
    `insert into material (material_no, description, material_group, unit, is_serial_managed)
     values ('MOTOR', '电动机', 'G1', 'EA', true), ('METER', '流量计', 'G2', 'EA', true)`,
  )
  await database.query(
    `insert into app_user (id, account, user_name, password_hash, created_by, changed_by) values ($1, 'keeper', '赵仓', '', $1, $1)`,
    [keeper],
  )
  await setMaterialGroups(database, company, [
    { materialNo: 'MOTOR', materialGroup: 'G1' },
    { materialNo: 'METER', materialGroup: 'G2' },
  ])
  await receive('RK1', motor(), 'MX-1', 'MX-10', 'MX-2')
  await receive('RK2', bin({ materialNo: 'METER', plant: '1200' }), 'MX-1', '7')
  await database.transaction((tx) =>
    post(tx, documentCalled('CK1', 'goods-issue'), [
      move(motor(), consumption({ materialNo: 'MOTOR' }), '1', { serialNumbers: ['MX-10'] }),
    ]),
  )
})
afterAll(() => ledger.drop())

describe('a piece is found by its serial number', () => {
  test('whole or by its beginning, the exact one first, as it is stored', async () => {
    expect(await numbers('mx-1')).toEqual(['METER MX-1', 'MOTOR MX-1', 'MOTOR MX-10'])
    expect(await numbers('MX-1', everything, 'MOTOR')).toEqual(['MOTOR MX-1', 'MOTOR MX-10'])
    expect(await numbers('07')).toEqual(['METER 7'])
    expect(await numbers('X-1')).toEqual([])
    expect(await numbers('M%')).toEqual([])
  })

  test('with where it lies, or where its last movement brought it', async () => {
    const [lying] = await find('MX-2')
    expect(lying).toMatchObject({
      companyCode: company,
      description: '电动机',
      isInStock: true,
      documentNo: 'RK1',
      place: { place: 'stock', plant: '1100', storageLocation: 'W001', bin: 'A-01' },
    })
    expect(lying?.receivedAt).not.toBeNull()
    expect((await find('MX-10'))[0]).toMatchObject({
      isInStock: false,
      receivedAt: null,
      documentNo: 'CK1',
      place: { place: 'consumption' },
    })
  })

  test('only by who may see stock where it lies or has been', async () => {
    const of = (scope: Partial<Scope>) => numbers('MX', { ...everything, ...scope })
    expect(await of({ plants: ['1200'] })).toEqual(['METER MX-1'])
    expect(await of({ plants: ['1100'] })).toEqual(['MOTOR MX-1', 'MOTOR MX-10', 'MOTOR MX-2'])
    expect(await of({ materialGroups: ['G2'] })).toEqual(['METER MX-1'])
    expect(await of({ storageLocations: ['1100/W002'] })).toEqual([])
    expect(await of({ companyCodes: ['2000'] })).toEqual([])
    expect(await of({ supplierNo: '100001' })).toEqual([])
  })

  test('and its movements say who moved it from where to where', async () => {
    const request = { parameters: { materialNo: 'MOTOR', serialNo: 'MX-10' }, size: 10 }
    const options = queryOptions(serialNumberMoveList, systemSession([company], 'test'), request)
    const { rows } = await readList(ledger.database, { ...options, sizeMax: 10 })
    expect(rows).toMatchObject([
      { documentNo: 'CK1', fromBin: 'A-01', toPlace: 'consumption', userName: '赵仓' },
      { documentNo: 'RK1', fromPlace: 'supplier', toBin: 'A-01', toStockCategory: 'UU' },
    ])
  })
})

describe('the call that finds pieces', () => {
  let server: StockServer
  beforeAll(async () => {
    server = await openStockServer()
    await server.addUser('keeper', { roles: ['KCCX'] })
    await server.addUser('stranger', { roles: ['LLDCX'] })
  })
  afterAll(() => server.close())

  test('is for readers of the stock alone', async () => {
    const ask = (account: string) =>
      server.post(account, '/api/finding/serial-numbers', { text: 'MX-1' })
    expect((await ask('keeper')).status).toBe(200)
    expect((await ask('stranger')).status).toBe(403)
  })
})
