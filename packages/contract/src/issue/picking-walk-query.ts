import { defineQuery } from '../document/declare/define-query.ts'
import { date, instant, integer, quantity, reference, text } from '../document/declare/field.ts'
import { label } from '../document/declare/label.ts'

/**
 * What is to be picked: the lines of all goods issues that are 待拣货, in the order in which a storekeeper walks through the
 * bins of a storage location (spec domain.md 1.3, 外向领料单处理), so that several requisitions are picked in one walk. SAP:
 * picking list.
 */
export const pickingWalkQuery = defineQuery({
  name: 'picking-walk',
  area: 'issue',
  label: label('拣货路线', 'Picking walk'),
  fields: {
    /** Storage location, area, aisle, rack, level and position of the bin; bins without them follow by their code. */
    walkingOrder: text(label('路线', 'Walking order'), { width: 150 }),
    plant: reference(label('工厂', 'Plant'), 'plant', { width: 70 }),
    storageLocation: reference(label('库存地点', 'Storage location'), 'storage-location', {
      width: 80,
    }),
    binArea: text(label('库区', 'Area'), { width: 70 }),
    bin: text(label('拣货货位', 'Bin'), { width: 120 }),
    materialNo: reference(label('物料编码', 'Material'), 'material', { width: 120 }),
    description: text(label('物料描述', 'Description'), { width: 200 }),
    batch: text(label('批次', 'Batch'), { code: 'capitals', width: 100 }),
    quantity: quantity(label('拣货数量', 'Quantity'), { width: 90 }),
    unit: reference(label('单位', 'Unit'), 'unit', { width: 60 }),
    docNo: text(label('出库单号', 'Goods issue'), { width: 140 }),
    lineNo: integer(label('行', 'Line'), { width: 50 }),
    requisitionNo: text(label('领料单号', 'Requisition'), { width: 140 }),
    pickingUnit: reference(label('领料单位', 'Picking unit'), 'picking-unit', { width: 120 }),
    pickingUnitName: text(label('领料单位名称', 'Name of the unit'), { width: 140 }),
    recipient: text(label('提货人', 'Picked up by'), { width: 90 }),
    requiredDate: date(label('需用日期', 'Required date'), { width: 100 }),
    createdBy: text(label('拣货人', 'Storekeeper'), { width: 90 }),
    createdAt: instant(label('开始时间', 'Started at'), { width: 140 }),
    companyCode: reference(label('公司', 'Company'), 'company', { width: 70 }),
    materialGroup: reference(label('物料组', 'Material group'), 'material-group', { width: 80 }),
  },
  identifiers: { id: 'uuid', createdById: 'uuid' },
  key: ['companyCode', 'id', 'lineNo'],
  sort: { field: 'walkingOrder', direction: 'asc' },
  search: ['docNo', 'requisitionNo', 'materialNo', 'description', 'bin'],
  scope: {
    companyCode: 'companyCode',
    plant: 'plant',
    storageLocation: 'storageLocation',
    materialGroup: 'materialGroup',
    pickingUnit: 'pickingUnit',
  },
  pages: {},
  readers: ['/pickings/materialApplicationOut'],
})
