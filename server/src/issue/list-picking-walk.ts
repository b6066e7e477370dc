import { pickingWalkQuery } from '@kufang/contract/issue/picking-walk-query.ts'
import { bindQuery, filled } from '../document/list/bind-query.ts'

const of = (column: string): string => `coalesce(b.${column}, '')`
/** A character below all others parts the coordinates, so that aisle 1 with rack 12 does not come behind aisle 11. */
const coordinates = ['area', 'aisle', 'rack', 'level', 'position'].map(of).join(` || ' ' || `)

/** The lines to be picked within the person's scope; a storekeeper's are few, so they are sorted. */
export const pickingWalkList = bindQuery(pickingWalkQuery, {
  from: `goods_issue h
    join goods_issue_line l on l.company_code = h.company_code and l.document_id = h.id
    join requisition r on r.company_code = h.company_code and r.id = l.source_id
    left join bin b on b.company_code = h.company_code and b.plant = h.plant
      and b.storage_location = h.storage_location and b.bin = l.bin
    left join picking_unit u on u.company_code = h.company_code and u.picking_unit = h.picking_unit`,
  where: `h.state = 'draft'`,
  columns: {
    companyCode: filled('h.company_code'),
    id: filled('h.id'),
    lineNo: filled('l.line_no'),
    walkingOrder: filled(`h.storage_location || ' ' || ${coordinates} || ' ' || l.bin`),
    plant: filled('h.plant'),
    storageLocation: filled('h.storage_location'),
    binArea: filled(of('area')),
    bin: filled('l.bin'),
    materialNo: filled('l.material_no'),
    description: 'l.description',
    materialGroup: 'l.material_group',
    batch: 'l.batch',
    quantity: filled('l.quantity'),
    unit: filled('l.unit'),
    docNo: filled('h.doc_no'),
    requisitionNo: filled('r.doc_no'),
    pickingUnit: 'h.picking_unit',
    pickingUnitName: 'u.name',
    recipient: 'h.recipient',
    requiredDate: 'r.required_date',
    createdBy: filled('h.created_by_name'),
    createdById: filled('h.created_by'),
    createdAt: filled('h.created_at'),
  },
})
