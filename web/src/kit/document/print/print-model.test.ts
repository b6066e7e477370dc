import { knowUnitNames } from '@kufang/contract/document/catalogue/unit-words.ts'
import { documentDefinition } from '@kufang/contract/registry.ts'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { languageStore } from '../../text/language.ts'
import { printSheetOf } from './print-model.ts'
import type { PrintSheetModel } from './print-model.ts'
import { ordinaryActions } from './print-signatures.ts'

const act = (userId: string, userName: string, at: string) => ({ userId, userName, at })
const header = {
  id: '1',
  docNo: 'SH20261100001',
  state: 'submitted',
  erpState: 'notNeeded',
  version: 3,
  acts: {
    create: act('u1', '李供', '2026-11-21T06:05:00.000Z'),
    submit: act('u1', '李供', '2026-11-21T06:05:20.000Z'),
  },
  companyCode: '1010',
  companyCodeText: '滨海石化有限公司',
  supplierNo: '100001',
  supplierNoText: '东方阀门制造有限公司',
  plant: '0001',
  storageLocation: '1001',
  etaDate: '2026-12-01',
  deliveryMode: 'warehouse',
  driver: null,
  printCount: 1,
  createdByName: '李供',
  createdAt: '2026-11-21T06:05:00.000Z',
  updatedAt: '2026-11-21T06:05:00.000Z',
  carrier: null,
}
const line = (lineNo: number, more: Record<string, unknown> = {}) => ({
  lineNo,
  materialNo: `M-${lineNo}`,
  description: '闸阀',
  specification: 'Z41H-16C DN50',
  unit: 'EA',
  quantity: '10.000',
  doneQuantity: '0.000',
  openQuantity: '10.000',
  closedQuantity: '0.000',
  progress: 'open',
  lineErpState: 'notNeeded',
  sourceNo: '4500000001',
  sourceLine: lineNo * 10,
  purchaseOrderNo: '4500000001',
  purchaseOrderLine: lineNo * 10,
  ...more,
})

interface Given {
  name?: string
  head?: Record<string, unknown>
  lines?: Record<string, unknown>[]
  hiddenLines?: number[]
  printCount?: number
}

function sheet({
  name = 'delivery-note',
  head = {},
  lines = [line(1)],
  hiddenLines = [],
  printCount = 1,
}: Given = {}): PrintSheetModel {
  return printSheetOf({
    definition: documentDefinition(name)!,
    document: { header: { ...header, ...head }, lines, hiddenLines },
    printCount,
    printedBy: '王库',
    printedAt: '2026-11-22T01:00:00.000Z',
  })
}

const fieldsOf = (one: PrintSheetModel) => one.columns.map(({ field }) => field)
const titlesOf = (one: PrintSheetModel) =>
  one.signatures.map(({ title, name }) => `${title} ${name}`.trim())

describe('a printed document', () => {
  beforeEach(() => {
    // The language is stored in a cookie.
    vi.stubGlobal('location', { protocol: 'http:' })
    vi.stubGlobal('document', { cookie: '', documentElement: { lang: '' } })
  })
  afterEach(() => {
    languageStore.set('zh')
    vi.unstubAllGlobals()
  })

  it('has the company, both titles, the number, the state and who printed it', () => {
    const { company, title, docNo, state, printed } = sheet()
    expect([company, title, docNo, state]).toEqual([
      '滨海石化有限公司',
      { zh: '送货单', en: 'Delivery note' },
      'SH20261100001',
      '待仓库确认',
    ])
    expect(printed).toContain('打印人 王库')
    expect(printed).toContain('打印次数 1')
  })

  it('is marked as a reprint from the second print on', () => {
    expect(sheet().reprint).toBeNull()
    expect(sheet({ printCount: 2 }).reprint).toBe('补打 第 2 次打印')
    languageStore.set('en')
    expect(sheet({ printCount: 3 }).reprint).toBe('Reprint, print no. 3')
  })

  it('shows header fields that are filled, with the words of their codes, and none of them twice', () => {
    const { fields } = sheet()
    const byName = Object.fromEntries(fields.map(({ name, value }) => [name, value]))
    expect(byName).toMatchObject({
      supplierNo: '100001 东方阀门制造有限公司',
      deliveryMode: '到库',
      etaDate: '2026-12-01',
    })
    for (const name of ['docNo', 'state', 'carrier', 'createdByName', 'printCount', 'companyCode'])
      expect(Object.keys(byName)).not.toContain(name)
  })

  it('of a blind count has no quantity of the books, and space for the one counted', () => {
    const counted = (more: Record<string, unknown>, state = 'counting') =>
      fieldsOf(
        sheet({
          name: 'stocktaking',
          head: { state, isBlind: true },
          lines: [{ lineNo: 1, materialNo: 'M-1', description: '闸阀', unit: 'EA', ...more }],
        }),
      )
    expect(counted({ bin: 'A-01' })).toEqual([
      'lineNo',
      'materialNo',
      'description',
      'unit',
      'bin',
      'countedQuantity',
      'lineRemark',
    ])
    expect(counted({ quantity: '5', countedQuantity: '4' }, 'differing')).toEqual([
      'lineNo',
      'materialNo',
      'description',
      'unit',
      'quantity',
      'countedQuantity',
      'recountedQuantity',
      'lineRemark',
    ])
  })

  it('shows what the goods are and how many, and of the rest what some line has', () => {
    const plain = sheet()
    expect(fieldsOf(plain)).toEqual([
      'lineNo',
      'materialNo',
      'description',
      'unit',
      'quantity',
      'purchaseOrderNo',
      'lineRemark',
    ])
    expect(plain.rows).toEqual([
      ['1', 'M-1', '闸阀\nZ41H-16C DN50', 'EA', '10', '4500000001 / 10', ''],
    ])
    expect(fieldsOf(sheet({ lines: [line(1), line(2, { heatNo: 'H77' })] }))).toContain('heatNo')
  })

  it('says units as people do, the second one beside its quantity', () => {
    knowUnitNames({ BOX: '盒', EA: '个', KG: '千克' })
    const boxes = { entryUnit: 'BOX', unitNumerator: 5, unitDenominator: 1 }
    const weighed = { secondQuantity: '21.500', secondUnit: 'KG' }
    const paper = sheet({ name: 'arrival', lines: [line(1, { ...boxes, ...weighed })] })
    const cells = Object.fromEntries(
      fieldsOf(paper).map((field, index) => [field, paper.rows[0]![index]]),
    )
    expect(cells).toMatchObject({
      unit: '个',
      quantity: '2 盒 = 10',
      secondQuantity: '21.5 千克',
    })
    expect(cells).not.toHaveProperty('secondUnit')
    expect(cells).not.toHaveProperty('entryUnit')
    knowUnitNames({})
  })

  it('names the serial numbers of each line below it, and needs no column for them', () => {
    const numbered = line(1, { quantity: '3.000', serialNumbers: ['SN1', 'SN2', 'SN3'] })
    const paper = sheet({ name: 'goods-receipt', lines: [numbered, line(2)] })
    expect(paper.notes).toEqual([['序列号（3）：SN1、SN2、SN3'], []])
    expect(fieldsOf(paper)).not.toContain('serialNumbers')
    languageStore.set('en')
    expect(sheet({ name: 'goods-issue', lines: [numbered] }).notes).toEqual([
      ['Serial numbers (3): SN1, SN2, SN3'],
    ])
  })

  it('names the predecessor where it is not the order that stands there already', () => {
    expect(fieldsOf(sheet({ lines: [line(1, { sourceNo: 'DH20261100001' })] }))).toContain(
      'sourceNo',
    )
  })

  it('sums quantities for each unit, exactly, and money over all', () => {
    const lines = [
      line(1, { quantity: '0.100' }),
      line(2, { quantity: '0.200' }),
      line(3, { quantity: '2.500', unit: 'KG' }),
    ]
    const { columns, totals } = sheet({ lines })
    expect(totals?.[columns.findIndex(({ field }) => field === 'quantity')]).toBe('0.3 EA\n2.5 KG')
    const second = sheet({
      lines: [
        ...['20.5', '1.200'].map((secondQuantity, index) =>
          line(index + 1, { secondQuantity, secondUnit: 'KG' }),
        ),
        line(3, { secondQuantity: '6', secondUnit: 'M2' }),
        line(4),
      ],
    })
    expect(
      second.totals?.[second.columns.findIndex(({ field }) => field === 'secondQuantity')],
    ).toBe('21.7 KG\n6 M2')
    const priced = sheet({
      name: 'goods-receipt',
      lines: lines.map((one) => ({ ...one, amount: '1000.10' })),
    })
    expect(priced.totals?.[priced.columns.findIndex(({ field }) => field === 'amount')]).toBe(
      '3,000.30',
    )
  })

  it('has no amounts where the server gave none', () => {
    expect(fieldsOf(sheet({ name: 'goods-receipt' }))).not.toContain('amount')
    expect(
      fieldsOf(sheet({ name: 'goods-receipt', lines: [line(1, { amount: '5.00' })] })),
    ).toContain('amount')
  })

  it('lies down where the columns want the room', () => {
    expect(sheet().isLandscape).toBe(false)
    const full = {
      batch: 'B1',
      heatNo: 'H1',
      certificateNo: 'C1',
      productionDate: '2026-01-01',
      expiryDate: '2027-01-01',
      caseNo: '1',
    }
    expect(sheet({ lines: [line(1, full)] }).isLandscape).toBe(true)
  })
})

describe('places to sign', () => {
  it('are for the ordinary life of a document, not for undoing it', () => {
    expect(ordinaryActions(documentDefinition('delivery-note')!)).toEqual(['submit', 'confirm'])
    expect(ordinaryActions(documentDefinition('goods-receipt')!)).toEqual([
      'receive',
      'review',
      'post',
    ])
    expect(ordinaryActions(documentDefinition('goods-issue')!)).toEqual([
      'pick',
      'issue',
      'review',
      'post',
    ])
  })

  it('name who did what in one go once, then what is to come, then the people of the header', () => {
    expect(titlesOf(sheet())).toEqual(['制单、提交 李供', '确认', '司机'])
    expect(titlesOf(sheet({ head: { driver: '赵师傅' } })).at(-1)).toBe('司机 赵师傅')
  })

  it('give each of several people a place of their own', () => {
    const head = { state: 'inspecting', acts: {}, attendees: ['张监理', '钱用户'] }
    expect(titlesOf(sheet({ name: 'inspection-order', head })).slice(-2)).toEqual([
      '参加人 张监理',
      '参加人 钱用户',
    ])
  })

  it('show what was undone, and ask for nothing more then', () => {
    const acts = { ...header.acts, writeOff: act('u2', '周采', '2026-11-23T01:00:00.000Z') }
    expect(titlesOf(sheet({ head: { state: 'writtenOff', acts } }))).toEqual([
      '制单、提交 李供',
      '核销 周采',
      '司机',
    ])
  })
})

it('says on paper that lines outside the printing person’s data scope are missing', () => {
  expect(sheet().lineCount).toBe('共 1 行')
  expect(sheet({ hiddenLines: [2, 3] }).lineCount).toBe(
    '共 1 行 （另有 2 行不在打印人的数据范围内，未打印）',
  )
})
