import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import type { LegacyMapping } from '@kufang/contract/legacy-documents/legacy-mapping.ts'
import {
  companyCode,
  importRole,
  startLegacyCompany,
  type LegacyCompany,
} from './legacy-company.ts'

/** Receipts of an old system, three right rows of them, and the mapping by which they are read. */
export const mapping: LegacyMapping = {
  kind: 'receipt',
  sourceSystem: 'WMS-2009',
  columns: {
    orderNo: { header: '订单号' },
    orderItem: { header: '行号' },
    documentNo: { header: '入库单' },
    documentDate: { header: '日期', dateFormat: 'monthFirst' },
    supplierNo: { header: '供应商' },
    materialNo: { header: '物料' },
    quantity: { header: '数量' },
    unit: { header: '单位' },
    amount: { header: '金额' },
    plant: { header: '工厂' },
    grossWeight: { header: '重量' },
  },
  fixed: { currency: 'CNY' },
}
/** The names of their columns. */
export const head = '订单号,行号,入库单,日期,供应商,物料,数量,单位,金额,工厂,重量'
/** Of two orders and suppliers, the last one counted in boxes. */
export const right = [
  'OLD-1,10,GR-1,9/10/2014,100001,M-BOLT,12,EA,"1,250.50",0001,3.5',
  'OLD-1,20,GR-1,10/9/14,100001,M-VALVE,3,个,900,0001,',
  'OLD-2,10,GR-2,12/31/2014 00:00:00,100002,M-BOLT,5,盒,60.25,0002,40',
]

/** A file with these rows. */
export const fileOf = (...rows: string[]) => [head, ...rows].join('\r\n')

/** The company with a second plant, boxes of bolts, and accounts of several rights, for the tests of one file. */
export function useReceiptsOfOldSystem() {
  let company: LegacyCompany
  beforeAll(async () => {
    company = await startLegacyCompany()
    const { database } = company
    await database.query(
      `insert into unit (unit, name_zh, name_en, decimals) values ('BOX', '盒', 'box', 0)`,
    )
    await database.query(
      `insert into material_unit (material_no, unit, numerator, denominator) values ('M-BOLT', 'BOX', 100, 1)`,
    )
    await database.query(
      `insert into plant (company_code, plant, name) values ('1010', '0002', '二厂')`,
    )
    await company.admit('reader', { roles: ['CGDD', 'CZRZCX'] })
    await company.admit('keeper', { roles: ['KCCSH', 'CGDD'] })
    await company.admit('ofPlant2', {
      roles: ['CGDD', importRole],
      plants: [{ companyCode, plant: '0002' }],
    })
    await company.admit('ofValves', { roles: ['CGDD', importRole], materialGroups: ['G2'] })
    await company.admit('supplier', {
      roles: ['SHDCX', importRole],
      userType: 'EXU',
      supplierNo: '100001',
    })
  })
  afterAll(() => company?.close())
  beforeEach(async () => {
    // A person may have forty uploads at once; the page removes those that it does not need any more.
    for (const table of ['legacy_import_change', 'legacy_document', 'legacy_import', 'file_upload'])
      await company.database.query(`delete from ${table}`)
  })
  const upload = (content: string, account = 'chief', fileName = '收货记录.csv') =>
    company.upload(account, fileName, content)
  /** Imports these rows and expects it to be done. */
  const imported = async (rows: readonly string[], account = 'chief') => {
    const uploadId = await upload(fileOf(...rows), account)
    const { status, body, text } = await company.import(account, uploadId, mapping)
    expect(status, text).toBe(200)
    return body.datas
  }
  return { company: () => company, upload, imported }
}

/** The codes of what an import was refused with. */
export const refusedCodes = (answer: Awaited<ReturnType<LegacyCompany['import']>>) =>
  (answer.body.datas.details ?? []).map(({ code }) => code)
