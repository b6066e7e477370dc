import { documentDefinition } from '@kufang/contract/registry.ts'
import { expect, it } from 'vitest'
import { goodsReceipt } from '@kufang/contract/receiving/goods-receipt.ts'
import {
  isTraceIdentity,
  traceActWords,
  traceEntryWords,
  traceFieldWords,
  tracePathText,
  traceValueText,
} from './trace-words.ts'

const receipt = documentDefinition('goods-receipt')!

it('names what the frame does, and what the document declares', () => {
  expect(traceActWords(receipt, 'edit')).toMatchObject({ zh: '修改' })
  expect(traceActWords(receipt, 'followed')).toMatchObject({
    en: 'Changed along with another document',
  })
  expect(traceActWords(receipt, 'attachment.add')).toMatchObject({ zh: '上传附件' })
  expect(traceActWords(receipt, 'review')).toEqual(goodsReceipt.actions.review.label)
})

it('names an act that was called otherwise when it was done as it is called today, with what was entered', () => {
  expect(traceActWords(receipt, 'audit')).toEqual(goodsReceipt.actions.review.label)
  const problem = documentDefinition('problem-document')!
  expect(traceActWords(problem, 'settle')).toMatchObject({ zh: '确认处理' })
  expect(traceFieldWords(problem, 'input.reason', 'settle')).toMatchObject({ zh: '处理说明' })
})

it('says which state a successor brought the document to, and which successor', () => {
  const arrival = documentDefinition('arrival')!
  const after = { state: 'received', causeType: 'goods-receipt', causeNo: 'RK20261100001' }
  expect(traceEntryWords(arrival, { action: 'progress', after })).toEqual({
    zh: '已收货（通过 RK20261100001）',
    en: 'Received (through RK20261100001)',
  })
  expect(
    traceEntryWords(arrival, { action: 'confirm', after: { state: 'arrived' } }),
  ).toMatchObject({ zh: '到货确认' })
})

it('names fields of the frame, of the document and of the input, with their line', () => {
  expect(traceFieldWords(receipt, 'header.erpState')).toMatchObject({ zh: '过账状态' })
  expect(traceFieldWords(receipt, 'input.reason', 'refuse')).toEqual(
    goodsReceipt.actions.refuse.input.reason.label,
  )
  expect(tracePathText('lines.3.bin', traceFieldWords(receipt, 'lines.3.bin'))).toBe('行 3 货位')
})

it('writes values as the pages write them', () => {
  expect(traceValueText(receipt, 'state', 'received')).toBe(goodsReceipt.states.received.label.zh)
  expect(traceValueText(receipt, 'lines.1.stockCategory', 'UU')).toBe(
    goodsReceipt.lines.stockCategory.choices.UU.zh,
  )
  expect(traceValueText(receipt, 'unknown', 'x')).toBeUndefined()
  expect(traceValueText(receipt, 'lines', { a: 1 })).toBeUndefined()
})

it('leaves out keys that nobody knows', () => {
  expect(['lines.1.sourceId', 'lines.1.sourceNo'].map(isTraceIdentity)).toEqual([true, false])
})
