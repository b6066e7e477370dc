import { afterEach, expect, test } from 'vitest'
import { describeRefusal } from './refusal-catalogue.ts'
import { goodsSentence } from '../goods-words.ts'
import { knowUnitNames, unitCode, unitWord } from './unit-words.ts'

afterEach(() => knowUnitNames({}))

test('a unit is said by its name in Chinese and by its code in English, an unknown one by its code', () => {
  knowUnitNames({ BOX: '盒', EA: '个' })
  expect(unitWord('BOX', 'zh')).toBe('盒')
  expect(unitWord('BOX', 'en')).toBe('BOX')
  expect(unitWord('PAL', 'zh')).toBe('PAL')
  expect(unitWord('constructor', 'zh')).toBe('constructor')
})

test('a unit is found by its code or its name', () => {
  knowUnitNames({ BOX: '盒', KG: 'kg' })
  expect(['盒', 'box', 'BOX', 'kg', 'KG', 'pal'].map(unitCode)).toEqual([
    'BOX',
    'BOX',
    'BOX',
    'KG',
    'KG',
    'PAL',
  ])
})

test('refusals and the goods of to-dos name units as people say them', () => {
  knowUnitNames({ BOX: '盒', EA: '个' })
  const refused = {
    code: 'unit-not-of-material',
    params: { material: 'M1', unit: 'BOX', units: 'EA/PAL' },
  }
  expect(describeRefusal(refused, 'zh')).toContain('没有单位 盒，可用的单位：个/PAL')
  expect(describeRefusal(refused, 'en')).toContain('has no unit BOX, only EA/PAL')
  const goods = { materialNo: 'M1', description: '螺栓', quantity: '500', unit: 'EA', lineCount: 1 }
  expect(goodsSentence(goods, 'zh')).toBe('M1 · 螺栓 500 个')
  expect(goodsSentence(goods, 'en')).toBe('M1 · 螺栓 500 EA')
  const place = { about: { zh: '货位 A-01', en: 'Bin A-01' }, quantity: null, unit: '' }
  const paper = { ...place, materialNo: '', description: '', lineCount: 2 }
  expect(goodsSentence(paper, 'zh')).toBe('货位 A-01 等 2 行')
  expect(goodsSentence(paper, 'en')).toBe('Bin A-01 and 1 more')
})
