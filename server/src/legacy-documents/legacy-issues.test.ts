import type { LegacyMapping } from '@kufang/contract/legacy-documents/legacy-mapping.ts'
import { companyToday } from '@kufang/kernel/company-day.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { materialsOfPlace, readConsumption } from '../safe-stock/read-consumption.ts'
import { companyCode } from './testing/legacy-company.ts'
import { refusedCodes, useReceiptsOfOldSystem } from './testing/legacy-receipts.ts'

// What an old system issued: with the storage location, without order and supplier. It is the consumption of that place.

describe('issues of an old system', () => {
  const { company, upload } = useReceiptsOfOldSystem()
  const place = { companyCode, plant: '0001', storageLocation: 'Z900' }
  const mapping: LegacyMapping = {
    kind: 'issue',
    sourceSystem: 'WMS-2009',
    columns: {
      documentNo: { header: '出库单号' },
      orderItem: { header: '行项目' },
      documentDate: { header: '出库日期', dateFormat: 'yearFirst' },
      materialNo: { header: '物料' },
      quantity: { header: '数量' },
      unit: { header: '单位' },
      storageLocation: { header: '库存地点' },
    },
    fixed: { plant: '0001' },
  }
  const head = '出库单号,行项目,出库日期,物料,数量,单位,库存地点'
  const send = async (rows: readonly string[]) =>
    company().import('chief', await upload([head, ...rows].join('\n')), mapping)
  /** The tenth of a month so long ago. */
  const tenth = (monthsAgo: number): string => {
    const at = new Date(`${companyToday().slice(0, 7)}-10T00:00:00Z`)
    at.setUTCMonth(at.getUTCMonth() - monthsAgo)
    return at.toISOString().slice(0, 10)
  }

  beforeAll(async () => {
    await company().database.query(
      `insert into storage_location (company_code, plant, storage_location, name) values ($1, $2, $3, '旧库')`,
      [place.companyCode, place.plant, place.storageLocation],
    )
  })

  test('are the consumption of their place by month, in the base unit, and so propose what has no quota', async () => {
    const { status, text } = await send([
      `CK-1,10,${tenth(3)},M-BOLT,2,盒,Z900`,
      `CK-1,20,${tenth(3)},M-BOLT,5,EA,Z900`,
      `CK-2,10,${tenth(1)},M-BOLT,7,EA,Z900`,
      // The running month is not over.
      `CK-3,10,${tenth(0)},M-BOLT,9,EA,Z900`,
    ])
    expect(status, text).toBe(200)
    const { database } = company()
    const found = await readConsumption(database, place, ['M-BOLT', 'M-VALVE'])
    expect([...found.values()]).toEqual([
      { materialNo: 'M-BOLT', firstMonth: tenth(3).slice(0, 7), months: [205, 0, 7] },
    ])
    expect(await materialsOfPlace(database, place, null, 5)).toEqual(['M-BOLT'])
    expect(await materialsOfPlace(database, place, ['G2'], 5)).toEqual([])
    const elsewhere = { ...place, storageLocation: 'Z901' }
    expect((await readConsumption(database, elsewhere, ['M-BOLT'])).size).toBe(0)
  })

  test('name no order and no supplier, are found by their own number, and twice the same file makes nothing twice', async () => {
    const rows = [`CK-1,10,${tenth(2)},M-BOLT,2,EA,Z900`]
    await send(rows)
    const again = await send(rows)
    expect(again.body.datas).toMatchObject({ newCount: 0, sameCount: 1 })
    const filters = [{ field: 'documentNo', operator: 'eq', value: 'CK-1' }]
    expect(await company().documents('chief', filters)).toMatchObject([
      { kind: 'issue', orderNo: '', orderItem: '10', supplierNo: null, storageLocation: 'Z900' },
    ])
  })

  test('are seen by whoever sees their storage location', async () => {
    await send([`CK-1,10,${tenth(2)},M-BOLT,2,EA,Z900`])
    const seenFrom = async (storageLocation: string) => {
      await company().admit(`keeper-${storageLocation}`, {
        roles: ['LSDJCX'],
        storageLocations: [{ ...place, storageLocation }],
      })
      return company().documents(`keeper-${storageLocation}`)
    }
    expect(await seenFrom('Z900')).toMatchObject([{ documentNo: 'CK-1' }])
    expect(await seenFrom('Z901')).toEqual([])
  })

  test('are refused where nobody knows the storage location, and where a line occurs twice', async () => {
    const answer = await send([
      `CK-1,10,${tenth(2)},M-BOLT,2,EA,Z999`,
      `CK-2,10,${tenth(2)},M-BOLT,2,EA,Z900`,
      `CK-2,10,${tenth(2)},M-BOLT,3,EA,Z900`,
    ])
    expect(answer.status).toBe(422)
    expect(refusedCodes(answer)).toEqual([
      'legacy-rows-refused',
      'legacy-value-unknown',
      'legacy-key-twice',
    ])
  })
})
