import { expect, test } from 'vitest'
import { generalRefusals } from './general-refusals.ts'
import { refusalCatalogue } from './refusal-catalogue.ts'
import { warehouseRefusals } from './warehouse-refusals.ts'

test('each refusal stands in one of the catalogues only', () => {
  const codes = [...Object.keys(generalRefusals), ...Object.keys(warehouseRefusals)]
  expect(Object.keys(refusalCatalogue).toSorted()).toEqual(codes.toSorted())
})
