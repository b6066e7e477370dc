import { describe, expect, test } from 'vitest'
import { companyCode } from './testing/legacy-company.ts'
import {
  fileOf,
  mapping,
  refusedCodes,
  right,
  useReceiptsOfOldSystem,
} from './testing/legacy-receipts.ts'

const { company, upload, imported } = useReceiptsOfOldSystem()

describe('taking an import back', () => {
  test('removes what it made and restores what it changed, the later one first', async () => {
    const first = await imported(right)
    const before = await company().documents('chief')
    const corrected = right.map((row) => row.replace('M-VALVE,3', 'M-VALVE,4'))
    const second = await imported([...corrected, right[0]!.replace('OLD-1', 'OLD-9')])
    expect(second).toMatchObject({ newCount: 1, changedCount: 1, sameCount: 2 })
    const refused = await company().takeBack('chief', first.id)
    expect(refused.body.datas.details).toMatchObject([
      {
        code: 'legacy-import-rested-on',
        params: { no: first.importNo, count: 1, later: second.importNo },
      },
    ])
    const taken = await company().takeBack('chief', second.id)
    expect(taken.body.datas).toEqual({ removed: 1, restored: 1 })
    expect(await company().documents('chief')).toEqual(before)
    expect((await company().takeBack('chief', second.id)).body.datas.details).toMatchObject([
      { code: 'legacy-import-taken-back', params: { user: 'chief' } },
    ])
    expect((await company().takeBack('chief', first.id)).body.datas).toEqual({
      removed: 3,
      restored: 0,
    })
    expect(await company().documents('chief')).toEqual([])
    // The log keeps both, and the file may be imported again.
    const log = await company().call<{ rows: object[] }>(
      'chief',
      'POST',
      '/api/queries/legacy-import/list',
      {},
    )
    expect(log.body.datas.rows).toMatchObject([
      {
        importNo: second.importNo,
        state: 'takenBack',
        takenBackReason: '文件取错',
        fileName: '收货记录.csv',
      },
      { importNo: first.importNo, state: 'takenBack', createdByName: 'chief', newCount: 3 },
    ])
    expect(await imported(right)).toMatchObject({ newCount: 3 })
  })
})

describe('legacy documents', () => {
  test('move no stock and are never posted', async () => {
    const counts = () =>
      company().database.query(
        `select (select count(*) from stock_move) as moves, (select count(*) from erp_posting) as postings,
           (select count(*) from stock_balance) as balances, (select count(*) from document_link) as links,
           (select count(*) from todo) as todos`,
      )
    const before = await counts()
    await imported(right)
    expect(await counts()).toEqual(before)
  })

  test('are imported only by who may, read by those who read orders, without amounts unless they see them', async () => {
    const uploadId = await upload(fileOf(...right), 'keeper')
    for (const [method, url, payload] of [
      ['POST', '/api/legacy-documents/read', { uploadId }],
      ['GET', '/api/legacy-documents/mappings', undefined],
      ['POST', '/api/legacy-documents/check', { companyCode, uploadId, mapping }],
    ] as const)
      expect((await company().call('keeper', method, url, payload)).status, url).toBe(403)
    expect((await company().import('keeper', uploadId, mapping)).status).toBe(403)
    const made = await imported(right)
    expect((await company().takeBack('keeper', made.id)).status).toBe(403)
    const read = await company().documents('keeper')
    expect(read).toHaveLength(3)
    for (const row of read) expect(row).not.toHaveProperty('amount')
  })

  test('are no business of suppliers, nor of another company', async () => {
    await imported(right)
    expect(await company().documents('supplier')).toEqual([])
    const uploadId = await upload(fileOf(...right), 'supplier')
    expect(refusedCodes(await company().import('supplier', uploadId, mapping))).toEqual([
      'outside-scope',
    ])
    const elsewhere = await company().import('chief', await upload(fileOf(...right)), mapping, {
      companyCode: '1020',
    })
    expect(refusedCodes(elsewhere)).toEqual(['outside-scope'])
    // The upload of somebody else is not there.
    expect((await company().import('chief', uploadId, mapping)).status).toBe(404)
  })

  test('are within the plants and material groups of who imports and reads them', async () => {
    const uploadId = await upload(fileOf(...right), 'ofPlant2')
    const check = await company().check('ofPlant2', uploadId, mapping)
    expect(check.problems.map(({ line, column, code }) => [line, column, code])).toEqual([
      [2, '工厂', 'outside-scope'],
      [3, '工厂', 'outside-scope'],
    ])
    const valves = await company().check(
      'ofValves',
      await upload(fileOf(...right), 'ofValves'),
      mapping,
    )
    expect(valves.problems.map(({ line, column, code }) => [line, column, code])).toEqual([
      [2, '物料', 'outside-scope'],
      [4, '物料', 'outside-scope'],
    ])
    await imported(right)
    expect((await company().documents('ofPlant2')).map(({ orderNo }) => orderNo)).toEqual(['OLD-2'])
    expect((await company().documents('ofValves')).map(({ orderItem }) => orderItem)).toEqual([
      '20',
    ])
  })

  test('are found by number, goods and their text, and by supplier', async () => {
    await imported(right)
    const found = async (search: string) => {
      const { body } = await company().call<{ rows: { orderNo: string }[] }>(
        'chief',
        'POST',
        '/api/queries/legacy-document/list',
        { search },
      )
      return body.datas.rows.map(({ orderNo }) => orderNo)
    }
    expect(await found('GR-2')).toEqual(['OLD-2'])
    expect(await found('六角')).toEqual(['OLD-2', 'OLD-1'])
    expect(await found('M-VALVE')).toEqual(['OLD-1'])
    const bySupplier = [{ field: 'supplierNo', operator: 'eq', value: '100002' }]
    expect((await company().documents('chief', bySupplier)).map(({ orderNo }) => orderNo)).toEqual([
      'OLD-2',
    ])
  })
})
