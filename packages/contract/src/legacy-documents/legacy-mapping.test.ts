import { describe, expect, test } from 'vitest'
import {
  proposeColumns,
  proposeDateFormat,
  readLegacyDate,
  type LegacyDateFormat,
} from './legacy-mapping.ts'

describe('dates of old systems', () => {
  test.each<[LegacyDateFormat, string, string | null]>([
    ['yearFirst', '2014-09-10', '2014-09-10'],
    ['yearFirst', '2014/9/1 08:30', '2014-09-01'],
    ['yearFirst', '2014年9月10日', '2014-09-10'],
    ['yearFirst', '20140910', '2014-09-10'],
    ['yearFirst', '2014-02-30', null],
    ['monthFirst', '11/13/06', '2006-11-13'],
    ['monthFirst', '10/09/2014', '2014-10-09'],
    ['monthFirst', '13/11/2006', null],
    ['dayFirst', '10/09/2014', '2014-09-10'],
    ['dayFirst', '31.12.69', '2069-12-31'],
    ['dayFirst', '31.12.70', '1970-12-31'],
    ['monthName', '02-Jun-06', '2006-06-02'],
    ['monthName', '2 September 2014', '2014-09-02'],
    ['monthName', '02-Juz-06', null],
    ['serial', '41892', '2014-09-10'],
    ['serial', '41892.75', '2014-09-10'],
    ['serial', 'Pre-PQ Process', null],
    ['monthFirst', 'Pre-PQ Process', null],
  ])('in the form %s, %s is %s', (format, text, day) => {
    expect(readLegacyDate(format, text)).toBe(day)
  })

  test('the form that reads most values is proposed', () => {
    expect(proposeDateFormat(['Pre-PQ Process', '11/13/06', '10/09/2014'])).toBe('monthFirst')
    expect(proposeDateFormat(['31/12/2014', '10/09/2014'])).toBe('dayFirst')
    expect(proposeDateFormat(['41892', '41893'])).toBe('serial')
    expect(proposeDateFormat([])).toBe('yearFirst')
  })
})

describe('columns of old systems', () => {
  test('are found by Chinese and English names and by those of SAP, each once', () => {
    const headers = [
      '采购凭证',
      '行项目',
      '入库单号',
      '入库日期',
      '供方',
      '物资编码',
      '实收数量',
      '计量单位',
      '备 注',
    ]
    expect(
      Object.entries(proposeColumns('receipt', headers, [])).map(([name, { header }]) => [
        name,
        header,
      ]),
    ).toEqual([
      ['orderNo', '采购凭证'],
      ['orderItem', '行项目'],
      ['documentNo', '入库单号'],
      ['documentDate', '入库日期'],
      ['supplierNo', '供方'],
      ['materialNo', '物资编码'],
      ['quantity', '实收数量'],
      ['unit', '计量单位'],
      ['remark', '备 注'],
    ])
    expect(
      proposeColumns('order', ['EBELN', 'EBELP', 'BEDAT', 'LIFNR', 'MATNR', 'MENGE', 'MEINS'], []),
    ).toMatchObject({
      orderNo: { header: 'EBELN' },
      orderItem: { header: 'EBELP' },
      documentDate: { header: 'BEDAT', dateFormat: 'yearFirst' },
      supplierNo: { header: 'LIFNR' },
      materialNo: { header: 'MATNR' },
      quantity: { header: 'MENGE' },
      unit: { header: 'MEINS' },
    })
  })

  test('that only contain the words come after those named exactly so', () => {
    const headers = ['Supplier contact person', 'Supplier', 'Delivery date (promised)', 'Delivered']
    const columns = proposeColumns('delivery', headers, [])
    expect(columns.supplierNo?.header).toBe('Supplier')
    expect(columns.documentDate?.header).toBe('Delivery date (promised)')
    expect(columns.orderNo).toBeUndefined()
  })
})
