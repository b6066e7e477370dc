import type { LegacyMapping } from '@kufang/contract/legacy-documents/legacy-mapping.ts'
import { refusalCatalogue } from '@kufang/contract/document/catalogue/refusal-catalogue.ts'
import { describe, expect, test } from 'vitest'
import { companyCode } from './testing/legacy-company.ts'
import { lockImports } from './import-legacy.ts'
import {
  fileOf,
  head,
  mapping,
  refusedCodes,
  right,
  useReceiptsOfOldSystem,
} from './testing/legacy-receipts.ts'

const { company, upload, imported } = useReceiptsOfOldSystem()

describe('a file of an old system', () => {
  test('is read by its mapping: dates, units and thousands, in the base unit', async () => {
    expect(await imported(right)).toMatchObject({ newCount: 3, refusedCount: 0, rowCount: 3 })
    const found = await company().documents('chief')
    expect(
      found.map((row) =>
        ['orderNo', 'orderItem', 'documentDate', 'quantity', 'unit', 'amount', 'plant'].map(
          (name) => row[name],
        ),
      ),
    ).toEqual([
      ['OLD-2', '10', '2014-12-31', '500', 'EA', '60.25', '0002'],
      ['OLD-1', '20', '2014-10-09', '3', 'EA', '900', '0001'],
      ['OLD-1', '10', '2014-09-10', '12', 'EA', '1250.5', '0001'],
    ])
    expect(found[2]).toMatchObject({ description: '六角螺栓', grossWeight: '3.5', kind: 'receipt' })
  })

  test('may come from a Chinese Windows, with semicolons and quoted line breaks', async () => {
    const bytes = Buffer.concat([
      Buffer.from('PO;Item;Qty;Vendor;Material;Remark\n', 'latin1'),
      Buffer.from('A-1;10;2;100001;M-BOLT;"', 'latin1'),
      // 库房 in GB 18030.
      Buffer.from([0xbf, 0xe2, 0xb7, 0xbf]),
      Buffer.from('\nsecond "";"" line"\n\n', 'latin1'),
    ])
    const uploadId = await company().upload('chief', 'orders.csv', bytes)
    const file = await company().read('chief', uploadId)
    expect(file).toMatchObject({ rowCount: 1, fileName: 'orders.csv' })
    expect(file.samples[5]).toEqual(['库房\nsecond ";" line'])
  })

  test('is refused as a whole if it is no table', async () => {
    const readCode = async (content: string, name = 'x.csv') => {
      const uploadId = await upload(content, 'chief', name)
      const { body } = await company().call<object>('chief', 'POST', '/api/legacy-documents/read', {
        uploadId,
      })
      return body.datas.details?.map(({ code }) => code)
    }
    expect(await readCode(head)).toEqual(['legacy-file-empty'])
    expect(await readCode(`${head}\nOLD-1,"10,GR-1`)).toEqual(['legacy-file-unreadable'])
    expect(await readCode(`a\n${'1\n'.repeat(20_001)}`)).toEqual(['legacy-file-too-long'])
  })

  test('that does not fit its mapping is refused with every column and field that is missing', async () => {
    const answer = await company().import('chief', await upload('PO,Item\n1,10\n'), mapping)
    expect(answer.status).toBe(422)
    expect(new Set(refusedCodes(answer))).toEqual(new Set(['legacy-column-missing']))
    const bare = { ...mapping, columns: { orderNo: { header: '订单号' } } }
    const unmapped = await company().import('chief', await upload(fileOf(...right)), bare)
    expect(unmapped.body.datas.details?.map(({ field }) => field)).toEqual([
      'orderItem',
      'documentNo',
      'documentDate',
      'supplierNo',
      'materialNo',
      'quantity',
      'plant',
    ])
  })
})

describe('wrong cells', () => {
  const wrong = [
    'OLD-1,10,GR-1,2014-13-40,100001,M-BOLT,12,EA,100,0001,3.5',
    'OLD-1,20,GR-1,9/10/2014,ACME,M-VALVE,2.5,EA,900,0001,See DN-7',
    'OLD-1,30,,9/10/2014,100002,M-NONE,abc,EA,60,0009,1',
    'OLD-1,40,GR-1,9/10/2014,100002,M-BOLT,1,KG,60.255,0001,1',
    'OLD-1,10,GR-1,9/10/2014,100001,M-BOLT,1,EA,1,0001,1',
  ]

  test('are each refused with row, column and content, in both languages, and nothing is written', async () => {
    const check = await company().check('chief', await upload(fileOf(...wrong)), mapping)
    expect(
      check.problems.map(({ line, column, value, code }) => [line, column, value, code]),
    ).toEqual([
      [2, '日期', '2014-13-40', 'legacy-date-unreadable'],
      [3, '重量', 'See DN-7', 'quantity-not-a-number'],
      [3, '数量', '2.5', 'quantity-whole-only'],
      [4, '入库单', '', 'field-required'],
      [4, '数量', 'abc', 'quantity-not-a-number'],
      [5, '金额', '60.255', 'input-invalid'],
      [5, '单位', 'KG', 'unit-not-of-material'],
      [6, '订单号', 'OLD-1', 'legacy-key-twice'],
      [3, '供应商', 'ACME', 'legacy-value-unknown'],
      [4, '工厂', '0009', 'legacy-value-unknown'],
      [4, '物料', 'M-NONE', 'legacy-value-unknown'],
    ])
    for (const { zh, en, code } of check.problems) {
      expect(refusalCatalogue).toHaveProperty(code)
      expect(zh).toMatch(/^第 \d+ 行：/)
      expect(en).toMatch(/^Line \d+: /)
      expect(`${zh}${en}`).not.toContain('{')
    }
    expect(check).toMatchObject({ rowCount: 5, refusedCount: 5, newCount: 0, problemCount: 11 })
    const answer = await company().import(
      'chief',
      await upload(fileOf(...right, ...wrong)),
      mapping,
    )
    expect(answer.status).toBe(422)
    expect(refusedCodes(answer)[0]).toBe('legacy-rows-refused')
    expect(await company().documents('chief')).toEqual([])
    expect(await company().database.query('select 1 from legacy_import')).toEqual([])
  })

  test('are skipped with their rows if the user chooses so, and counted', async () => {
    const uploadId = await upload(fileOf(...right, wrong[1]!))
    const { body } = await company().import('chief', uploadId, mapping, { onRefusal: 'skip' })
    // The row is the same line of the same document as a right one, and has wrong cells besides.
    expect(body.datas).toMatchObject({ newCount: 3, refusedCount: 1, rowCount: 4 })
    const all = await company().import('chief', await upload(fileOf(...wrong)), mapping, {
      onRefusal: 'skip',
    })
    expect(refusedCodes(all)).toEqual(['legacy-nothing-left'])
  })

  test('are right with their translation, or left empty where the mapping says so', async () => {
    const row = 'OLD-3,10,GR-3,Pre-PQ Process,ACME,闸阀,4,EA,,0001,See DN-7'
    const uploadId = await upload(fileOf(row))
    const before = await company().check('chief', uploadId, mapping)
    expect(before.unknown).toEqual([
      { field: 'supplierNo', value: 'ACME', count: 1, proposed: null },
      { field: 'materialNo', value: '闸阀', count: 1, proposed: 'M-VALVE' },
    ])
    const { columns } = mapping
    const corrected: LegacyMapping = {
      ...mapping,
      columns: {
        ...columns,
        documentDate: { ...columns.documentDate!, values: { 'Pre-PQ Process': '2014-01-31' } },
        supplierNo: { header: '供应商', values: { ACME: '100002' } },
        materialNo: { header: '物料', values: { 闸阀: 'M-VALVE' } },
        grossWeight: { header: '重量', unreadable: 'empty' },
      },
    }
    const { body } = await company().import('chief', uploadId, corrected, { mappingName: '收货' })
    expect(body.datas).toMatchObject({ newCount: 1, emptiedCount: 1 })
    expect(await company().documents('chief')).toMatchObject([
      {
        supplierNo: '100002',
        materialNo: 'M-VALVE',
        documentDate: '2014-01-31',
        grossWeight: null,
      },
    ])
    const kept = await company().call<{ name: string; mapping: LegacyMapping }[]>(
      'chief',
      'GET',
      '/api/legacy-documents/mappings',
    )
    expect(kept.body.datas).toMatchObject([{ name: '收货', mapping: corrected, companyCode }])
  })
})

describe('a second time', () => {
  test('the same file makes nothing twice, and a corrected one updates what differs, with an entry in the log', async () => {
    await imported(right)
    expect(await imported(right)).toMatchObject({ newCount: 0, changedCount: 0, sameCount: 3 })
    const corrected = right.map((row) => row.replace('M-VALVE,3,个,900', 'M-VALVE,4,个,1200'))
    expect(await imported(corrected)).toMatchObject({ changedCount: 1, sameCount: 2, importNo: 3 })
    expect(await company().documents('chief')).toHaveLength(3)
    const entries = await company().database.query<{ id: string; before: object; after: object }>(
      `select id, before, after from audit_entry where subject_type = 'legacy-document' order by at desc limit 1`,
    )
    expect(entries).toMatchObject([
      {
        before: { quantity: '3', amount: '900' },
        after: { quantity: '4', amount: '1200', importNo: 3 },
      },
    ])
    // Amounts in the log are for those who see amounts.
    const url = `/api/logs/operations/${entries[0]!.id}`
    const shown = await company().call<{ after: object }>('chief', 'GET', url)
    expect(shown.body.datas.after).toMatchObject({ amount: '1200' })
    const hidden = await company().call<{ after: object }>('reader', 'GET', url)
    expect(hidden.body.datas.after).toEqual({ quantity: '4', importNo: 3 })
  })

  test('fields that the mapping does not take keep their values', async () => {
    await imported(right)
    const { amount: _amount, grossWeight: _weight, ...columns } = mapping.columns
    const { status, body } = await company().import('chief', await upload(fileOf(...right)), {
      ...mapping,
      columns,
    })
    expect([status, body.datas.sameCount]).toEqual([200, 3])
    expect((await company().documents('chief')).map(({ amount }) => amount)).toContain('1250.5')
  })

  test('two people who import the same file at the same time make nothing twice', async () => {
    const uploads = [await upload(fileOf(...right)), await upload(fileOf(...right))]
    const { database } = company()
    // Both have begun, and neither has looked for the rows of the other.
    const { begun } = await database.transaction(async (tx) => {
      await lockImports(tx, companyCode)
      const both = uploads.map((uploadId) => company().import('chief', uploadId, mapping))
      const waiting = `select 1 from pg_locks where locktype = 'advisory' and not granted`
      await expect
        .poll(async () => (await database.query(waiting)).length, { timeout: 20_000 })
        .toBe(2)
      return { begun: both }
    })
    const answers = await Promise.all(begun)
    expect(
      answers.map(({ body }) => body.datas.newCount).toSorted((one, other) => one - other),
    ).toEqual([0, 3])
    expect(await company().documents('chief')).toHaveLength(3)
  })

  test('the same line of another system, kind or document is another row', async () => {
    await imported(right)
    const other = { ...mapping, sourceSystem: 'ERP-2015' }
    const { body } = await company().import('chief', await upload(fileOf(...right)), other)
    expect(body.datas.newCount).toBe(3)
    const { documentNo: _no, ...columns } = mapping.columns
    const orders = { ...mapping, kind: 'order' as const, columns }
    const made = await company().import('chief', await upload(fileOf(...right)), orders)
    expect(made.body.datas.newCount).toBe(3)
    expect(await imported(right.map((row) => row.replace('GR-', 'GR-9')))).toMatchObject({
      newCount: 3,
    })
  })
})
