import type { LegacyKind } from '@kufang/contract/legacy-documents/legacy-document.ts'
import {
  proposeColumns,
  type LegacyMapping,
} from '@kufang/contract/legacy-documents/legacy-mapping.ts'
import type { LegacyFile } from '@kufang/contract/legacy-documents/legacy-import.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  startLegacyCompany,
  type LegacyCompany,
} from '../../legacy-documents/testing/legacy-company.ts'
import { upsertMaterials, upsertSuppliers } from '../../masters/public.ts'
import type { Row } from '../../platform/database/database.ts'
import { dayOf, hundredths, readScms, type ScmsRow } from './read-scms.ts'

/*
 * The whole file of deliveries that USAID published (10,324 lines of orders, 2006 to 2015), taken over by the calls of the
 * product as order lines, deliveries and receipts, and compared with an independent reading of it.
 */

const { bytes, rows, isWhole } = readScms()
const distinct = (name: string) => [...new Set(rows.map((row) => row[name]!))]
const weightOf = (row: ScmsRow) => row['Weight (Kilograms)']!
const isNumber = (text: string) => /^\d+(\.\d+)?$/.test(text)
const pointers = rows.filter((row) => weightOf(row).startsWith('See '))
const account = 'chief'

/** What the file has; it says nothing of what was issued. */
const kinds = ['order', 'delivery', 'receipt'] as const satisfies readonly LegacyKind[]

let company: LegacyCompany
let uploadId = ''
let file: LegacyFile
/** By kind, once they have been corrected. */
const mappings: Partial<Record<LegacyKind, LegacyMapping>> = {}
const imports: Partial<Record<LegacyKind, string>> = {}

beforeAll(async () => {
  process.stdout.write(
    `${isWhole ? 'the whole file' : 'no ../shared/data/usaid-scms on this machine, our own lines'}: ${rows.length} lines\n`,
  )
  company = await startLegacyCompany()
  await upsertSuppliers(
    company.database,
    distinct('Vendor').map((name, index) => ({
      supplierNo: `L${String(index + 1).padStart(5, '0')}`,
      name,
      isActive: true,
    })),
  )
  await upsertMaterials(
    company.database,
    distinct('Item Description').map((description, index) => ({
      materialNo: `L-${String(index + 1).padStart(4, '0')}`,
      description,
      materialGroup: 'G1',
      unit: 'EA',
      isBatchManaged: false,
      isActive: true,
    })),
  )
  uploadId = await company.upload(account, 'SCMS_Delivery_History_Dataset.csv', bytes)
  file = await company.read(account, uploadId)
})
afterAll(() => company?.close())

const proposed = (kind: LegacyKind): LegacyMapping => ({
  kind,
  sourceSystem: 'SCMS',
  columns: proposeColumns(kind, file.headers, file.samples),
  fixed: { plant: '0001', currency: 'USD' },
})

/** As the person corrects it: what the names of the columns do not say. */
function corrected(kind: LegacyKind): LegacyMapping {
  const mapping = proposed(kind)
  const { unit: _packs, description: _words, ...columns } = mapping.columns
  return {
    ...mapping,
    columns: {
      ...columns,
      orderItem: { header: 'ID' },
      materialNo: { header: 'Item Description' },
      ...(kind !== 'order' && { documentNo: { header: 'ASN/DN #' } }),
    },
  }
}

describe('deliveries of SCMS', () => {
  test('the columns are proposed by their names, and what they do not say is asked for', async () => {
    expect(file).toMatchObject({ rowCount: rows.length, headers: Object.keys(rows[0]!) })
    const { columns } = proposed('delivery')
    expect(columns).toMatchObject({
      orderNo: { header: 'PO / SO #' },
      documentNo: { header: 'ASN/DN #' },
      documentDate: { header: 'Delivered to Client Date', dateFormat: 'monthName' },
      dueDate: { header: 'Scheduled Delivery Date', dateFormat: 'monthName' },
      supplierNo: { header: 'Vendor' },
      quantity: { header: 'Line Item Quantity' },
      amount: { header: 'Line Item Value' },
      grossWeight: { header: 'Weight (Kilograms)' },
    })
    const { body } = await company.call<object>('chief', 'POST', '/api/legacy-documents/check', {
      companyCode: '1010',
      uploadId,
      mapping: proposed('delivery'),
    })
    expect(body.datas.details?.map(({ code, field }) => [code, field])).toEqual([
      ['legacy-field-unmapped', 'orderItem'],
      ['legacy-field-unmapped', 'materialNo'],
    ])
  })

  test.each(kinds)(
    'every %s is refused cell by cell until its values are translated',
    async (kind) => {
      const first = await company.check(account, uploadId, corrected(kind))
      expect(first.refusedCount).toBe(rows.length)
      expect(first.unknown.map(({ field, value }) => `${field} ${value}`).toSorted()).toEqual(
        [
          ...distinct('Vendor').map((name) => `supplierNo ${name}`),
          ...distinct('Item Description').map((name) => `materialNo ${name}`),
        ].toSorted(),
      )
      // Each name is that of one supplier or material, so its code is proposed.
      const translations = (field: string) =>
        Object.fromEntries(
          first.unknown
            .filter((unknown) => unknown.field === field)
            .map(({ value, proposed: code }) => [value, code!]),
        )
      const mapping = corrected(kind)
      const { columns } = mapping
      columns.supplierNo = { ...columns.supplierNo!, values: translations('supplierNo') }
      columns.materialNo = { ...columns.materialNo!, values: translations('materialNo') }
      const second = await company.check(account, uploadId, mapping)
      const sentWords = rows.filter((row) => /^[ND]/.test(row['PO Sent to Vendor Date']!))
      const unreadableWeights = rows.filter((row) => !isNumber(weightOf(row)))
      expect(second.unknown).toEqual([])
      expect(second.problemCount).toBe(
        unreadableWeights.length + (kind === 'order' ? sentWords.length : 0),
      )
      const [problem] = second.problems.filter(({ field }) => field === 'grossWeight')
      const at = rows.findIndex((row) => !isNumber(weightOf(row)))
      expect(problem).toMatchObject({
        line: at + 2,
        column: 'Weight (Kilograms)',
        value: weightOf(rows[at]!),
        code: 'quantity-not-a-number',
      })
      columns.grossWeight = {
        ...columns.grossWeight!,
        values: { 'Weight Captured Separately': '' },
      }
      if (kind === 'order')
        columns.documentDate = {
          header: 'PO Sent to Vendor Date',
          dateFormat: 'monthFirst',
          values: { 'N/A - From RDC': '', 'Date Not Captured': '' },
        }
      // What points to another line is no number, whatever is said of single values.
      const third = await company.check(account, uploadId, mapping)
      expect(third.problems.every(({ code }) => code === 'quantity-not-a-number')).toBe(true)
      expect([third.problemCount, third.refusedCount]).toEqual([pointers.length, pointers.length])
      const refused = await company.import(account, uploadId, mapping)
      expect(refused.status).toBe(422)
      expect(refused.body.datas.params).toEqual({ count: pointers.length })
      columns.grossWeight.unreadable = 'empty'
      mappings[kind] = mapping
      const { status, body, text } = await company.import(account, uploadId, mapping, {
        mappingName: `SCMS ${kind}`,
      })
      expect(status, text).toBe(200)
      imports[kind] = body.datas.id
      expect(body.datas).toMatchObject({
        rowCount: rows.length,
        newCount: rows.length,
        refusedCount: 0,
        emptiedCount: pointers.length,
      })
    },
  )

  test('what is stored agrees with the file, line by line and in its sums', async () => {
    const expectedOf = (row: ScmsRow, kind: LegacyKind) => ({
      orderNo: row['PO / SO #'],
      orderItem: row['ID'],
      documentNo: kind === 'order' ? '' : row['ASN/DN #'],
      quantity: row['Line Item Quantity'],
      amount: hundredths(row['Line Item Value']!),
      grossWeight: isNumber(weightOf(row)) ? String(Number(weightOf(row))) : null,
      dueDate: kind === 'receipt' ? null : dayOf(row['Scheduled Delivery Date']!),
      documentDate:
        kind === 'delivery'
          ? dayOf(row['Delivered to Client Date']!)
          : kind === 'receipt'
            ? dayOf(row['Delivery Recorded Date']!)
            : /^\d/.test(row['PO Sent to Vendor Date']!)
              ? dayOf(row['PO Sent to Vendor Date']!)
              : null,
    })
    const stored = (row: Row, expected: object) => {
      const found = { ...row, amount: hundredths(String(row['amount'])) } as Row
      return Object.fromEntries(Object.keys(expected).map((name) => [name, found[name]]))
    }
    for (const kind of kinds) {
      const found = await company.documents(account, [
        { field: 'kind', operator: 'eq', value: kind },
      ])
      expect(found).toHaveLength(rows.length)
      const byItem = new Map(found.map((row) => [row['orderItem'], row]))
      const expected = rows.map((row) => expectedOf(row, kind))
      expect(expected.map((one) => stored(byItem.get(one.orderItem)!, one))).toEqual(expected)
      const sum = found.reduce((total, row) => total + hundredths(String(row['amount'])), 0n)
      const quantity = found.reduce((total, row) => total + Number(row['quantity']), 0)
      if (isWhole) expect([sum, quantity]).toEqual([162_758_445_729n, 189_265_090])
      if (isWhole && kind === 'delivery') {
        const compared = found.map((row) =>
          Math.sign(Date.parse(String(row['documentDate'])) - Date.parse(String(row['dueDate']))),
        )
        expect(compared.filter((sign) => sign > 0)).toHaveLength(1186)
        expect(compared.filter((sign) => sign < 0)).toHaveLength(2814)
      }
    }
  })

  test('a second run makes nothing twice, and a corrected file changes its rows only, which can be taken back', async () => {
    const mapping = mappings.delivery!
    const again = await company.import(account, uploadId, mapping)
    expect(again.body.datas).toMatchObject({
      newCount: 0,
      changedCount: 0,
      sameCount: rows.length,
    })
    const [first] = rows
    const line = bytes.toString('utf8').split('\n')[1]!
    // The day on which it was delivered stands between the days for which it was scheduled and on which that was recorded.
    const [scheduled, delivered] = ['Scheduled Delivery Date', 'Delivered to Client Date'].map(
      (name) => first![name]!,
    )
    const correctedLine = line.replace(`,${scheduled},${delivered},`, `,${scheduled},03-Jun-06,`)
    const text = bytes.toString('utf8').replace(line, correctedLine)
    const correctedId = await company.upload(account, 'SCMS corrected.csv', text)
    const changed = await company.import(account, correctedId, mapping)
    expect(changed.body.datas).toMatchObject({
      newCount: 0,
      changedCount: 1,
      sameCount: rows.length - 1,
    })
    const dayNow = async () => {
      const item = { field: 'orderItem', operator: 'eq', value: first!['ID'] }
      const kind = { field: 'kind', operator: 'eq', value: 'delivery' }
      return (await company.documents(account, [item, kind])).map((row) => row['documentDate'])
    }
    expect(await dayNow()).toEqual(['2006-06-03'])
    expect((await company.takeBack(account, imports.delivery!)).body.datas.details).toMatchObject([
      { code: 'legacy-import-rested-on' },
    ])
    const taken = await company.takeBack(account, changed.body.datas.id)
    expect(taken.body.datas).toEqual({ removed: 0, restored: 1 })
    expect(await dayNow()).toEqual([dayOf(first!['Delivered to Client Date']!)])
    const all = await company.takeBack(account, imports.delivery!)
    expect(all.body.datas).toEqual({ removed: rows.length, restored: 0 })
  })
})
