import { defineQuery } from '../document/declare/define-query.ts'
import {
  date,
  flag,
  instant,
  integer,
  quantity,
  reference,
  text,
} from '../document/declare/field.ts'
import { label } from '../document/declare/label.ts'

/**
 * 入库及时率一 (spec domain.md 1.5): of the arrival lines whose receipt had to be reviewed by a day, those reviewed in time.
 * The limit is N1 working days after the confirmation of the arrival (`performance.storageDays`). Lines are counted,
 * not quantities, in the month of that day; a line not due yet is not counted. The lines of a closed month are recorded and
 * never change; what is different later counts as an adjustment in the month that is open then, with the difference.
 */
export const timelyStorageQuery = defineQuery({
  name: 'timely-storage',
  area: 'performance',
  label: label('入库及时率一', 'Timely storage rate one'),
  fields: {
    period: text(label('月份', 'Month'), { width: 80 }),
    state: text(label('期间状态', 'Period state'), { width: 80 }),
    docNo: text(label('到货单号', 'Arrival record'), { width: 130 }),
    lineNo: integer(label('行', 'Line'), { width: 56 }),
    plant: reference(label('工厂', 'Plant'), 'plant', { width: 70 }),
    storageLocation: reference(label('库存地点', 'Storage location'), 'storage-location', {
      width: 90,
    }),
    supplierNo: reference(label('供应商', 'Supplier'), 'supplier', { width: 180 }),
    materialNo: reference(label('物料编码', 'Material'), 'material', { width: 120 }),
    description: text(label('物料描述', 'Description'), { width: 200 }),
    quantity: quantity(label('到货数量', 'Arrived quantity'), { width: 100 }),
    unit: reference(label('单位', 'Unit'), 'unit', { width: 60 }),
    confirmedAt: instant(label('到货确认', 'Arrival confirmed'), { width: 140 }),
    dueOn: date(label('应审核日', 'Review due on'), { width: 100 }),
    reviewedAt: instant(label('收货审核', 'Receipt reviewed'), { width: 140 }),
    isInTime: flag(label('及时', 'In time'), { width: 70 }),
    dueLines: integer(label('应审核行数', 'Lines due'), { isTotalled: true, width: 90 }),
    timelyLines: integer(label('及时行数', 'Lines in time'), { isTotalled: true, width: 90 }),
  },
  identifiers: { id: 'uuid', companyCode: 'text', materialGroup: 'text', changeNo: 'integer' },
  key: ['companyCode', 'id', 'lineNo', 'changeNo'],
  sort: { field: 'dueOn', direction: 'desc' },
  search: ['docNo', 'materialNo', 'description'],
  links: { docNo: { document: 'arrival', id: 'id' } },
  scope: {
    companyCode: 'companyCode',
    plant: 'plant',
    storageLocation: 'storageLocation',
    materialGroup: 'materialGroup',
  },
  states: {
    state: {
      running: { label: label('进行中', 'Running'), tone: 'waiting' },
      recorded: { label: label('已封存', 'Recorded'), tone: 'done' },
      adjustment: { label: label('调整', 'Adjustment'), tone: 'partial' },
    },
  },
  groupings: { period: { label: label('按月', 'By month'), by: ['period'] } },
  figure: {
    grouping: 'period',
    numerator: 'timelyLines',
    denominator: 'dueLines',
    formula: label(
      '到货确认后规定工作日内完成收货审核的行 ÷ 当月应完成的行',
      'Lines whose receipt was reviewed within the working days allowed after the arrival ÷ lines due in the month',
    ),
  },
  pages: {
    '/indicatorData/timelyStorageOneRate': {
      kind: 'query',
      columns: [
        'docNo',
        'lineNo',
        'materialNo',
        'description',
        'quantity',
        'unit',
        'confirmedAt',
        'dueOn',
        'reviewedAt',
        'isInTime',
        'state',
        'storageLocation',
        'supplierNo',
      ],
      filters: ['period', 'state', 'isInTime', 'storageLocation', 'supplierNo', 'materialNo'],
    },
  },
})
