import { defineQuery } from '../document/declare/define-query.ts'
import { choice, decimal, flag, reference, text } from '../document/declare/field.ts'
import { label } from '../document/declare/label.ts'

/** What the sum of quantity by threshold of a unit says (GB 18218): from 1 on it is a major hazard source. */
export const hazardLevels = {
  below: { label: label('未达临界量', 'Below the threshold'), tone: 'done' },
  near: { label: label('接近临界量', 'Near the threshold'), tone: 'waiting' },
  major: { label: label('重大危险源', 'Major hazard source'), tone: 'failed' },
} as const

/** From this sum on a unit is near the threshold. */
export const nearThreshold = 0.8

/**
 * Major hazard sources 重大危险源: what lies of each hazardous chemical in a storage location beside its threshold quantity, with
 * the sum of quantity by threshold of the location and of its plant. Goods of which nobody knows what they weigh are shown
 * without a quantity, because a sum that leaves them out says too little.
 */
export const majorHazardQuery = defineQuery({
  name: 'major-hazard',
  area: 'stock',
  label: label('重大危险源', 'Major hazard sources'),
  fields: {
    plant: reference(label('工厂', 'Plant'), 'plant', { width: 80 }),
    storageLocation: reference(label('库存地点', 'Storage location'), 'storage-location', {
      width: 100,
    }),
    level: choice(
      label('辨识结果', 'Result'),
      {
        below: hazardLevels.below.label,
        near: hazardLevels.near.label,
        major: hazardLevels.major.label,
      },
      { width: 110 },
    ),
    locationRatio: decimal(label('库存地点 Σq/Q', 'Σq/Q of the location'), {
      decimals: 3,
      width: 150,
    }),
    plantRatio: decimal(label('工厂 Σq/Q', 'Σq/Q of the plant'), { decimals: 3, width: 100 }),
    name: text(label('危险化学品', 'Chemical'), { width: 220 }),
    category: text(label('类别', 'Category'), { width: 110 }),
    quantityTonnes: decimal(label('存量（t）', 'Quantity (t)'), { decimals: 3, width: 100 }),
    thresholdTonnes: decimal(label('临界量（t）', 'Threshold (t)'), { decimals: 3, width: 100 }),
    ratio: decimal(label('q/Q', 'q/Q'), { decimals: 3, width: 80 }),
    isUnweighed: flag(label('重量未知', 'Weight unknown'), { width: 90 }),
    basis: text(label('依据', 'Basis'), { width: 130 }),
    companyCode: reference(label('公司', 'Company'), 'company', { width: 80 }),
  },
  identifiers: { substanceNo: 'text' },
  key: ['companyCode', 'plant', 'storageLocation', 'substanceNo'],
  sort: { field: 'locationRatio', direction: 'desc' },
  search: ['name', 'category'],
  scope: { companyCode: 'companyCode', plant: 'plant', storageLocation: 'storageLocation' },
  states: { level: hazardLevels },
  pages: {
    '/materialPropertyManage/majorHazard': {
      kind: 'query',
      filters: ['level', 'plant', 'storageLocation', 'name', 'category'],
    },
  },
})
