import { defineQuery } from '../document/declare/define-query.ts'
import {
  date,
  decimal,
  instant,
  integer,
  quantity,
  reference,
  text,
} from '../document/declare/field.ts'
import { label } from '../document/declare/label.ts'
import { distributionOrder } from './distribution-order.ts'

/**
 * What the board of distribution shows (domain.md 1.3): each order that is to be delivered or on its way, with its goods in a
 * few words, its weight, and the hazard classes that decide what may travel together.
 */
export const distributionBoardQuery = defineQuery({
  name: 'distribution-board',
  area: 'distribution',
  label: label('配送看板', 'Distribution board'),
  fields: {
    docNo: text(label('配送单号', 'Distribution order'), { width: 140 }),
    state: text(label('状态', 'State'), { width: 90 }),
    tripDate: date(label('配送日期', 'Day of delivery'), { width: 100 }),
    vehicle: reference(label('车辆', 'Vehicle'), 'vehicle', { width: 100 }),
    plateNo: text(label('车牌号', 'Plate no.'), { width: 110 }),
    tripNo: integer(label('车次', 'Trip'), { width: 60 }),
    stopNo: integer(label('停靠顺序', 'Stop'), { width: 80 }),
    driver: reference(label('配送人', 'Driver'), 'driver', { width: 100 }),
    driverName: text(label('配送人姓名', 'Name of the driver'), { width: 100 }),
    deliveryPlace: text(label('配送点位', 'Delivery place'), { width: 140 }),
    pickingUnit: reference(label('领料单位', 'Picking unit'), 'picking-unit', { width: 120 }),
    pickingUnitName: text(label('领料单位名称', 'Name of the unit'), { width: 140 }),
    requesterName: text(label('领料人姓名', 'Name of the requester'), { width: 100 }),
    /** Of the first line. */
    description: text(label('物料描述', 'Description'), { width: 240 }),
    quantity: quantity(label('数量', 'Quantity'), { width: 90 }),
    unit: reference(label('单位', 'Unit'), 'unit', { width: 60 }),
    lineCount: integer(label('行数', 'Lines'), { width: 60 }),
    /** Entered, otherwise by the materials; empty where one of them has no weight. */
    weightKg: decimal(label('总重（kg）', 'Weight (kg)'), { decimals: 3, width: 100 }),
    hazardClasses: text(label('危险类别', 'Hazard classes'), { width: 110 }),
    requiredDate: date(label('需用日期', 'Required date'), { width: 100 }),
    issueNo: text(label('出库单', 'Goods issue'), { width: 140 }),
    companyCode: reference(label('公司', 'Company'), 'company', { width: 70 }),
    plant: reference(label('工厂', 'Plant'), 'plant', { width: 70 }),
    storageLocation: reference(label('库存地点', 'Storage location'), 'storage-location', {
      width: 80,
    }),
    createdAt: instant(label('制单时间', 'Created at'), { width: 140 }),
  },
  identifiers: { id: 'uuid', version: 'integer' },
  key: ['companyCode', 'id'],
  sort: { field: 'createdAt', direction: 'asc' },
  search: ['docNo', 'issueNo', 'deliveryPlace', 'description'],
  states: { state: distributionOrder.states },
  scope: {
    companyCode: 'companyCode',
    plant: 'plant',
    storageLocation: 'storageLocation',
    pickingUnit: 'pickingUnit',
  },
  pages: {},
  readers: ['/distribu/deliveryOrderDistribute', '/distribu/deliveryOrderEdit'],
})
