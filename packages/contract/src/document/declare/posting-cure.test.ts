import { expect, it } from 'vitest'
import { cureOf } from './posting-cure.ts'
import type { FailedPosting } from './posting-cure.ts'

const failed = (state: string, parts: Partial<FailedPosting> = {}): FailedPosting => ({
  direction: 'post',
  documentNo: 'CK1',
  state,
  ...parts,
})

it('says what to do: again, after the interface is released, or first the document that it waits for', () => {
  expect(cureOf(failed('rejected'), 'CK1')).toEqual({
    zh: '排除原因后再次“过账”，ERP 只会记账一次。',
    en: 'Remove the cause and press "Post" again; the ERP books it only once.',
  })
  expect(cureOf(failed('dead', { direction: 'reverse' })).zh).toContain('再次“ERP冲销”')
  expect(cureOf(failed('blocked')).zh).toContain('SAP接口配置')
  expect(cureOf(failed('rejected', { documentNo: 'RK2' }), 'CK1').zh).toContain('RK2')
})

it('says what to do about a cancellation in the ERP itself: post again, or reverse the goods', () => {
  const cure = cureOf(failed('cancelledInErp', { direction: 'reverse' }))
  expect(cure.zh).toMatch(/再次“过账”.*“实物冲销”/)
  expect(cure.en).toContain('reverse the goods movement')
})

it('says of a document that is posted in steps which of them is repeated', () => {
  const step = { zh: '接收过账', en: 'Post receipt' }
  expect(cureOf(failed('rejected', { step })).en).toContain('it continues with "Post receipt"')
  expect(cureOf(failed('dead', { step, direction: 'reverse' })).zh).toContain(
    '只会继续未冲销的步骤',
  )
  expect(cureOf(failed('workRefused', { step })).zh).toContain('不会再次过账')
  expect(cureOf(failed('blocked', { step })).en).toContain('release the interface')
})
