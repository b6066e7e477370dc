import { expect, test } from 'vitest'
import { withoutAmounts } from './amounts.ts'

test('amounts are taken out of what the ERP said, whatever way it said them, and nothing else', () => {
  const json =
    '{"PurchaseOrderQuantity":"12.5","NetPriceAmount":"987654.32","NetPriceQuantity":"1","d":{"GdsMvtExtAmtInCoCodeCrcy": -12.50,"Plant":"0001"}}'
  const shown = withoutAmounts(json)
  expect(JSON.parse(shown)).toEqual({
    PurchaseOrderQuantity: '12.5',
    NetPriceAmount: '***',
    NetPriceQuantity: '***',
    d: { GdsMvtExtAmtInCoCodeCrcy: '***', Plant: '0001' },
  })
  expect(
    withoutAmounts(
      '<d:NetAmount m:type="Edm.Decimal">987654.32</d:NetAmount><d:Plant>0001</d:Plant>',
    ),
  ).toBe('<d:NetAmount m:type="Edm.Decimal">***</d:NetAmount><d:Plant>0001</d:Plant>')
})

test('an exchange that was cut off in the middle of an amount shows no part of it', () => {
  expect(withoutAmounts('{"NetPriceAmount":"9876… (30000 characters)')).toBe(
    '{"NetPriceAmount":"***"',
  )
  expect(withoutAmounts('{"NetPriceAmount":9876')).toBe('{"NetPriceAmount":"***"')
})
