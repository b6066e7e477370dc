import {
  choice,
  date,
  instant,
  quantity,
  reference,
  text,
} from '@kufang/contract/document/field.ts'
import type { Fields } from '@kufang/contract/document/field.ts'
import { label } from '@kufang/contract/document/label.ts'

/** The columns of the stock list (POST /api/stock/list): what, where, how much, all on a screen of 1366 px. */
export const stockFields = {
  materialNo: reference(label('物料编码', 'Material'), 'material', { width: 100 }),
  description: text(label('物料描述', 'Description'), { width: 180 }),
  plant: reference(label('工厂', 'Plant'), 'plant', { width: 70 }),
  storageLocation: reference(label('库存地点', 'Storage location'), 'storage-location', {
    width: 80,
  }),
  bin: text(label('货位', 'Bin'), { width: 110 }),
  batch: text(label('批次', 'Batch'), { width: 90 }),
  stockCategory: choice(
    label('库存类型', 'Stock category'),
    {
      UU: label('非限制', 'Unrestricted'),
      QI: label('质检', 'In inspection'),
      BL: label('冻结', 'Blocked'),
      GRB: label('收货冻结', 'GR blocked'),
      IT: label('在途', 'In transit'),
    },
    { width: 90 },
  ),
  quantity: quantity(label('数量', 'Quantity'), { isTotalled: true, width: 100 }),
  available: quantity(label('可用', 'Available'), { isTotalled: true, width: 100 }),
  unit: text(label('单位', 'Unit'), { width: 56 }),
  reserved: quantity(label('已占用', 'Reserved'), { isTotalled: true, width: 90 }),
  frozen: quantity(label('已冻结', 'Frozen'), { isTotalled: true, width: 90 }),
  expiryDate: date(label('有效期至', 'Expiry date'), { width: 100 }),
  specialStock: choice(
    label('特殊库存', 'Special stock'),
    {
      K: label('代储', 'Consignment'),
      Q: label('项目', 'Project'),
      E: label('销售订单', 'Sales order'),
      O: label('外协', 'Subcontractor'),
    },
    { width: 80 },
  ),
  specification: text(label('规格型号', 'Specification'), { width: 140 }),
  companyCode: reference(label('公司', 'Company'), 'company', { width: 70 }),
  materialGroup: reference(label('物料组', 'Material group'), 'material-group', { width: 80 }),
  specialStockReference: text(label('特殊库存参考', 'Special stock reference'), { width: 120 }),
  book: choice(
    label('账别', 'Book'),
    {
      ERP: label('账内', 'In the ERP'),
      ZERO: label('零价值', 'Zero value'),
      OFF: label('账外', 'Off book'),
    },
    { width: 70 },
  ),
  lastMoveAt: instant(label('最后移动', 'Last moved'), { width: 140 }),
} as const satisfies Fields

/** Stock of a moment has no holds: who held what then is not asked for. */
export const asOfFields: Fields = Object.fromEntries(
  Object.entries(stockFields).filter(
    ([name]) => !['available', 'reserved', 'frozen', 'lastMoveAt'].includes(name),
  ),
)
