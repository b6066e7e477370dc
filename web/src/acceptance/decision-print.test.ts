import { expect, it } from 'vitest'
import { inspectionOrder } from '@kufang/contract/acceptance/inspection-order.ts'
import type { DocumentResponse } from '@kufang/contract/document/api.ts'
import { printSheetOf } from '../kit/document/print/print-model.ts'

/** What the printed inspection order says of its first line, by column. */
function printed(line: Record<string, unknown>): Record<string, string | undefined> {
  const act = { userId: 'u1', userName: '郝明', at: '2026-11-26T00:18:00.000Z' }
  const header = {
    docNo: 'ZJ20261100006',
    state: 'qualified',
    companyCode: '1010',
    acts: { create: act, decide: act },
    inspectionMethod: 'sample',
  }
  const goods = { lineNo: 1, materialNo: '15020004', description: '高强螺栓', unit: 'EA' }
  const sheet = printSheetOf({
    definition: inspectionOrder,
    document: {
      header,
      lines: [{ ...goods, ...line }],
      hiddenLines: [],
    } as unknown as DocumentResponse,
    printCount: 1,
    printedBy: '郝明',
    printedAt: '2026-11-26T00:20:00.000Z',
  })
  const [row = []] = sheet.rows
  return Object.fromEntries(sheet.columns.map((column, at) => [column.label, row[at]]))
}

it('prints how many pieces were sampled and how many of them the test destroyed, also if these are as many', () => {
  const line = {
    quantity: '100',
    sampleQuantity: '2',
    acceptedQuantity: '98',
    rejectedQuantity: '0',
    missingQuantity: '0',
    destroyedQuantity: '2',
  }
  expect(printed(line)).toMatchObject({
    检验数量: '100',
    抽样数: '2',
    合格数量: '98',
    不合格数量: '0',
    检毁数量: '2',
  })
})

it('prints what was accepted although it is all that was inspected, and no further column of zeros', () => {
  const none = { rejectedQuantity: '0', missingQuantity: '0', destroyedQuantity: '0' }
  const sheet = printed({ quantity: '100', acceptedQuantity: '100', ...none })
  expect(sheet).toMatchObject({ 检验数量: '100', 合格数量: '100', 不合格数量: '0' })
  expect(Object.keys(sheet)).not.toContain('检毁数量')
})
