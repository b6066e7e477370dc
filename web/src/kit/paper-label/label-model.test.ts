import { bin } from '@kufang/contract/masters/bin.ts'
import { material } from '@kufang/contract/masters/material.ts'
import { expect, test } from 'vitest'
import { labelOf } from './label-model.ts'

test('the label of a bin says its barcode in the code, else its number', () => {
  const row = {
    bin: 'A-01-02',
    storageLocation: '1102',
    area: 'A',
    hazardClass: null,
    barcode: 'B77',
  }
  expect(labelOf(bin, bin.paperLabel!, row)).toEqual({
    code: 'B77',
    title: 'A-01-02',
    lines: ['1102', 'A'],
  })
  expect(labelOf(bin, bin.paperLabel!, { ...row, barcode: null }).code).toBe('A-01-02')
})

test('the label of a material says its hazard in words', () => {
  const row = { materialNo: '11010001', description: '闸阀', unit: 'EA', hazardClass: '3' }
  const label = labelOf(material, material.paperLabel!, row)
  expect([label.code, label.title, label.lines[0]]).toEqual(['11010001', '11010001', '闸阀'])
  expect(label.lines.at(-1)).toMatch(/[\u4e00-\u9fff]/)
})
