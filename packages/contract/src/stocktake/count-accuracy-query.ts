import { defineQuery } from '../document/declare/define-query.ts'
import {
  choice,
  flag,
  instant,
  integer,
  quantity,
  reference,
  text,
} from '../document/declare/field.ts'
import { label } from '../document/declare/label.ts'
import { differenceReasons } from './count-lines.ts'
import { countTypes } from './count-types.ts'

/**
 * How often the books were right: each line of a count that was compared with them, by keeper and by area. A line is right if
 * nothing differed when it was counted last, neither quantity, second quantity nor pieces. SAP: inventory record
 * accuracy.
 */
export const countAccuracyQuery = defineQuery({
  name: 'count-accuracy',
  area: 'stocktake',
  label: label('盘点准确率', 'Count accuracy'),
  fields: {
    period: text(label('月份', 'Month'), { width: 80 }),
    keeperName: text(label('保管员', 'Keeper'), { width: 90 }),
    binArea: text(label('库区', 'Area'), { width: 80 }),
    docNo: text(label('盘点单号', 'Stocktaking order'), { width: 140 }),
    lineNo: integer(label('行', 'Line'), { width: 56 }),
    countType: choice(label('盘点类型', 'Count type'), countTypes, { width: 90 }),
    plant: reference(label('工厂', 'Plant'), 'plant', { width: 70 }),
    storageLocation: reference(label('库存地点', 'Storage location'), 'storage-location', {
      width: 90,
    }),
    bin: text(label('货位', 'Bin'), { width: 110 }),
    materialNo: reference(label('物料编码', 'Material'), 'material', { width: 120 }),
    description: text(label('物料描述', 'Description'), { width: 200 }),
    bookAtCount: quantity(label('盘时账面', 'Book at count'), { width: 100 }),
    differenceQuantity: quantity(label('差异数量', 'Difference'), { width: 100 }),
    unit: reference(label('单位', 'Unit'), 'unit', { width: 60 }),
    differenceReason: choice(label('差异原因', 'Reason of difference'), differenceReasons, {
      width: 120,
    }),
    isAccurate: flag(label('账实相符', 'Agrees'), { width: 80 }),
    countedAt: instant(label('清点时间', 'Counted at'), { width: 140 }),
    countedLines: integer(label('盘点行数', 'Lines counted'), { isTotalled: true, width: 90 }),
    accurateLines: integer(label('相符行数', 'Lines that agree'), { isTotalled: true, width: 90 }),
  },
  identifiers: { id: 'uuid', companyCode: 'text', materialGroup: 'text' },
  key: ['companyCode', 'id', 'lineNo'],
  sort: { field: 'countedAt', direction: 'desc' },
  search: ['docNo', 'materialNo', 'description'],
  links: { docNo: { document: 'stocktaking', id: 'id' } },
  scope: {
    companyCode: 'companyCode',
    plant: 'plant',
    storageLocation: 'storageLocation',
    materialGroup: 'materialGroup',
  },
  groupings: {
    period: { label: label('按月', 'By month'), by: ['period'] },
    keeper: { label: label('按保管员', 'By keeper'), by: ['keeperName', 'storageLocation'] },
    area: { label: label('按库区', 'By area'), by: ['storageLocation', 'binArea'] },
  },
  figure: {
    grouping: 'period',
    numerator: 'accurateLines',
    denominator: 'countedLines',
    formula: label(
      '账实相符的行 ÷ 当月盘点的行（按最后一次清点）',
      'Lines that agree with the books ÷ lines counted in the month, by their last count',
    ),
  },
  pages: {
    '/checkForm/checkFormAccuracy': {
      kind: 'query',
      columns: [
        'docNo',
        'lineNo',
        'keeperName',
        'binArea',
        'bin',
        'materialNo',
        'description',
        'bookAtCount',
        'differenceQuantity',
        'isAccurate',
        'differenceReason',
        'countedAt',
        'storageLocation',
      ],
      filters: ['period', 'storageLocation', 'binArea', 'isAccurate', 'countType'],
    },
  },
})
