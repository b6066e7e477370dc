import { expect, test } from 'vitest'
import { describeRefusal, refusalCatalogue } from './refusal-catalogue.ts'

/** What goods may lack, so that a sentence names it only if it is there. */
const optional = ['batch', 'bin', 'by', 'open']
/** Refusals about this very thing, which therefore is there. */
const alwaysThere: Readonly<Record<string, readonly string[]>> = {
  bin: [
    'bin-unknown',
    'bin-inactive',
    'bin-hazard-mismatch',
    'bin-same',
    'bin-being-counted',
    'bin-not-for-storage',
    'bin-not-mixed',
    'bin-overloaded',
    'bin-too-many-pieces',
    'storage-class-conflict',
    'bin-frozen',
  ],
  batch: [
    'batch-not-allowed',
    'batch-expired',
    'remaining-life-short',
    'valuation-type-not-batch',
    'wanted-batch-missing',
    'wanted-batch-changed',
    'batch-frozen',
    'freeze-batch-unknown',
    'freeze-batch-held',
    'delivery-other-batch',
  ],
  by: [
    'already-received',
    'successor-stands',
    'initialisation-closed',
    'initialisation-repeated',
    'already-issued',
    'being-picked',
    'serial-number-moved-on',
    'supplement-stands',
    'stock-frozen',
    'bin-frozen',
    'freeze-place-held',
    'batch-frozen',
    'freeze-batch-held',
    'delivery-taken',
  ],
  open: ['quantity-exceeds-open', 'quantity-held', 'delivery-quantity-exceeded'],
}
const codes = Object.keys(refusalCatalogue) as (keyof typeof refusalCatalogue)[]
const namesIn = (text: string): string[] =>
  [...text.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)

test('no refusal names a batch, a bin or a document that may be missing outside a part that is then left out', () => {
  const found = codes.flatMap((code) =>
    (['zh', 'en'] as const).flatMap((language) =>
      namesIn(refusalCatalogue[code][language].replaceAll(/\[[^[\]]*\]/g, ''))
        .filter((name) => optional.includes(name) && alwaysThere[name]?.includes(code) !== true)
        .map((name) => `${code} ${name}`),
    ),
  )
  expect(found).toEqual([])
})

test('a refusal whose parts are all empty still is a sentence', () => {
  const withParts = codes.filter((code) => refusalCatalogue[code].zh.includes('['))
  expect(withParts.length).toBeGreaterThan(3)
  for (const code of withParts) {
    const { zh, en } = refusalCatalogue[code]
    const inParts = [...zh.matchAll(/\[[^[\]]*\]/g)].flatMap(([part]) => namesIn(part))
    const params = Object.fromEntries(
      [...namesIn(zh), ...namesIn(en)].map((name) => [name, inParts.includes(name) ? '' : 'X']),
    )
    for (const language of ['zh', 'en'] as const) {
      const text = describeRefusal({ code, params }, language)
      expect(text).not.toMatch(/ {2}| [,;:)，；：）]|\(\)|（）|[[\]{}]/)
    }
  }
})
