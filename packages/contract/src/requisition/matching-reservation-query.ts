import { defineQuery } from '../document/declare/define-query.ts'
import { date, integer, quantity, reference, text } from '../document/declare/field.ts'
import { label } from '../document/declare/label.ts'
import { accountAssignment } from '../external-documents/mirror.ts'

/**
 * The open items of reservations from which goods that left in an emergency can be taken when their paper is written (补单,
 * spec domain.md 1.3): with what they are charged to.
 */
export const matchingReservationQuery = defineQuery({
  name: 'matching-reservation',
  area: 'requisition',
  label: label('可补单的预留', 'Reservations for a paper'),
  fields: {
    docNo: text(label('预留号', 'Reservation'), { width: 110 }),
    lineNo: integer(label('预留行', 'Item'), { width: 70 }),
    freeQuantity: quantity(label('可用数量', 'Free quantity'), { width: 100 }),
    unit: reference(label('单位', 'Unit'), 'unit', { width: 60 }),
    deliveryDate: date(label('需求日期', 'Required on'), { width: 110 }),
    recipientName: text(label('收货方', 'Recipient'), { width: 120 }),
    movementType: text(label('移动类型', 'Movement type'), { width: 80 }),
    ...accountAssignment,
    materialNo: reference(label('物料编码', 'Material'), 'material', { width: 120 }),
    companyCode: reference(label('公司', 'Company'), 'company', { width: 70 }),
    plant: reference(label('工厂', 'Plant'), 'plant', { width: 70 }),
    storageLocation: reference(label('库存地点', 'Storage location'), 'storage-location', {
      width: 80,
    }),
    materialGroup: reference(label('物料组', 'Material group'), 'material-group', { width: 80 }),
  },
  identifiers: { id: 'uuid' },
  key: ['companyCode', 'id', 'lineNo'],
  sort: { field: 'deliveryDate', direction: 'asc' },
  search: ['docNo'],
  // What the goods are needed for is planned for a plant; the storage location is often open.
  scope: { companyCode: 'companyCode', plant: 'plant', materialGroup: 'materialGroup' },
  pages: {},
  readers: ['/pickings/materialApplicationSupplement'],
})
