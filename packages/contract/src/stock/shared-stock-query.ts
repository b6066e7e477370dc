import { flag, quantity, reference, text } from '../document/declare/field.ts'
import { defineQuery } from '../document/declare/define-query.ts'
import { label } from '../document/declare/label.ts'

/**
 * What companies of the group have free and share (共享物资查询, domain.md 1.4): material, place, quantity and who looks after
 * it, and nothing else of another company: only what is beyond its safety stock, no amounts, no batches and bins, nobody who holds goods. Materials of criticality
 * A, expired batches, and companies that do not share are left out. The own company is left out too; whoever belongs to
 * several companies sees all of them, with his own marked.
 */
export const sharedStockQuery = defineQuery({
  name: 'shared-stock',
  area: 'stock',
  label: label('共享物资', 'Shared stock'),
  fields: {
    materialNo: reference(label('物料编码', 'Material'), 'material', { width: 104 }),
    description: text(label('物料描述', 'Description'), { width: 180 }),
    freeQuantity: quantity(label('可共享数量（已扣安全库存）', 'Free beyond safety stock'), {
      width: 110,
    }),
    unit: reference(label('单位', 'Unit'), 'unit', { width: 56 }),
    companyCode: reference(label('公司', 'Company'), 'company', { width: 76 }),
    isOwn: flag(label('本公司', 'Own company'), { width: 70 }),
    keeperName: text(label('联系人（保管员）', 'Contact (keeper)'), { width: 128 }),
    plant: text(label('工厂', 'Plant'), { width: 70 }),
    storageLocation: text(label('库存地点', 'Storage location'), { width: 84 }),
    storageLocationName: text(label('库存地点名称', 'Name of the location'), { width: 140 }),
    address: text(label('地址', 'Address'), { width: 180 }),
    specification: text(label('规格型号', 'Specification'), { width: 150 }),
    manufacturer: text(label('制造商', 'Manufacturer'), { width: 150 }),
    materialGroup: reference(label('物料组', 'Material group'), 'material-group', { width: 90 }),
  },
  identifiers: {},
  key: ['materialNo', 'plant', 'storageLocation', 'companyCode'],
  sort: { field: 'materialNo', direction: 'asc' },
  search: ['materialNo', 'description', 'specification'],
  scope: { companyCode: 'companyCode', materialGroup: 'materialGroup' },
  pages: {},
  readers: ['/Stock/shareStockSearch'],
})
