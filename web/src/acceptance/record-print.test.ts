import { expect, it } from 'vitest'
import { inspectionRecord } from '@kufang/contract/acceptance/inspection-record.ts'
import type { DocumentResponse } from '@kufang/contract/document/api.ts'
import { printSheetOf } from '../kit/document/print/print-model.ts'

it('prints each characteristic with its limits, the sampled values and the verdict, to be signed by who concluded it', () => {
  const act = { userId: 'u1', userName: '郝明', at: '2026-11-26T00:18:00.000Z' }
  const header = {
    docNo: 'JL20261100006',
    state: 'failed',
    companyCode: '1010',
    acts: { create: act, conclude: act },
    reportNo: 'JY-12',
  }
  const line = {
    lineNo: 1,
    materialNo: '15020004',
    description: '不锈钢无缝管',
    unit: 'M',
    quantity: '60',
    characteristic: 'C10',
    characteristicName: '壁厚',
    lowerLimit: '5.25',
    upperLimit: '6.9',
    measuringUnit: 'mm',
    sampleSize: 3,
    sampledValues: '5.1、5.9、6.02',
    verdict: 'failed',
    standard: 'GB/T 8163',
    lowest: '5.1',
  }
  const sheet = printSheetOf({
    definition: inspectionRecord,
    document: { header, lines: [line], hiddenLines: [] } as unknown as DocumentResponse,
    printCount: 1,
    printedBy: '郝明',
    printedAt: '2026-11-26T00:20:00.000Z',
  })
  expect(sheet.title.zh).toBe('物化材料检验记录表')
  const [row = []] = sheet.rows
  const printed = Object.fromEntries(sheet.columns.map((column, at) => [column.label, row[at]]))
  expect(printed).toMatchObject({
    项目名称: '壁厚',
    下限: '5.25',
    上限: '6.9',
    实测值: '5.1、5.9、6.02',
    单项结论: '不合格',
    检验标准: 'GB/T 8163',
  })
  expect(sheet.isLandscape).toBe(true)
  // The same quantity stands in each line of the goods, so it is not added up.
  expect(sheet.totals).toBeNull()
  expect(sheet.signatures.some(({ name }) => name === '郝明')).toBe(true)
})
