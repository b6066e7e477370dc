import { describe, expect, it } from 'vitest'
import { businessParameters } from '@kufang/contract/system/business-parameters.ts'
import { parsedValue, placeOf, valueText } from './parameter-value.ts'

const interval = businessParameters['synchronisation.intervalMinutes']
const route = businessParameters['receiving.route']

describe('business parameters on the screen', () => {
  it('takes whole numbers inside the limits only', () => {
    expect(parsedValue(interval, ' 15 ')).toEqual({ value: 15 })
    for (const entered of ['0', '1441', '1.5', 'ten'])
      expect(parsedValue(interval, entered)).toHaveProperty('problem')
  })

  it('takes declared choices only, and nothing for "as the wider level"', () => {
    expect(parsedValue(route, 'blocked-stock')).toEqual({ value: 'blocked-stock' })
    expect(parsedValue(route, 'elsewhere')).toHaveProperty('problem')
    expect(parsedValue(route, '')).toEqual({ value: null })
  })

  it('says values and places in words', () => {
    expect(valueText(route, 'blocked-stock').zh).toBe('收货冻结库存（路径A）')
    expect(valueText(interval, 10).zh).toBe('10')
    const everywhere = { companyCode: '', plant: '', materialGroup: '' }
    const plant = { ...everywhere, companyCode: '1000', plant: '1010' }
    expect(placeOf(everywhere).zh).toBe('全部公司')
    expect(placeOf(plant).zh).toBe('工厂 1000/1010')
    expect(placeOf({ ...plant, materialGroup: 'V01' })).toEqual({
      zh: '工厂 1000/1010，物料组 V01',
      en: 'Plant 1000/1010, material group V01',
    })
  })
})
