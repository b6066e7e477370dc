import { matchingReservationQuery } from '@kufang/contract/requisition/matching-reservation-query.ts'
import { bindQuery, filled } from '../document/list/bind-query.ts'

/** Of a reservation item `l` of a reservation `h`: goods of own stock can still be taken from it. */
export const isOpenItem = `h.state = 'synced' and l.free_quantity > 0 and l.is_movement_allowed
  and not coalesce(l.is_completed, false) and not coalesce(l.is_deleted, false) and coalesce(l.special_stock, '') = ''`

/** Asked for one material at a time. */
export const matchingReservationList = bindQuery(matchingReservationQuery, {
  from: `reservation_line l join reservation h on h.company_code = l.company_code and h.id = l.document_id`,
  where: isOpenItem,
  columns: {
    companyCode: filled('l.company_code'),
    id: filled('l.document_id'),
    lineNo: filled('l.line_no'),
    docNo: filled('h.doc_no'),
    plant: 'l.plant',
    storageLocation: 'l.storage_location',
    materialNo: filled('l.material_no'),
    materialGroup: 'l.material_group',
    freeQuantity: filled('l.free_quantity'),
    unit: filled('l.unit'),
    deliveryDate: 'l.delivery_date',
    recipientName: 'h.recipient_name',
    movementType: 'l.movement_type',
    costCenter: 'h.cost_center',
    wbsElement: 'h.wbs_element',
    orderNo: 'h.order_no',
    networkNo: 'h.network_no',
    assetNo: 'h.asset_no',
    assetSubNo: 'h.asset_sub_no',
    glAccount: 'h.gl_account',
  },
})
