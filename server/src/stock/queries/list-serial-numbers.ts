import {
  serialNumberMoveQuery,
  serialNumberQuery,
} from '@kufang/contract/stock/serial-number-query.ts'
import { bindQuery, filled } from '../../document/list/bind-query.ts'
import { createParameters } from '../parameters.ts'
import { scopeWithinCompanies } from './scope.ts'

/** The pieces in stock within the person's scope. */
export const serialNumberList = bindQuery(serialNumberQuery, {
  from: `stock_serial_number n
    join stock_balance b on b.company_code = n.company_code and b.key_id = n.key_id
    left join material m on m.material_no = n.material_no
    left join stock_move v on v.company_code = n.company_code and v.id = n.move_id`,
  columns: {
    companyCode: filled('n.company_code'),
    serialNo: filled('n.serial_no'),
    materialNo: filled('n.material_no'),
    description: 'm.description',
    materialGroup: filled('b.material_group'),
    keyId: filled('n.key_id'),
    plant: filled('b.plant'),
    storageLocation: filled('b.storage_location'),
    bin: filled('b.bin'),
    place: filled('b.place'),
    placeReference: filled('b.place_reference'),
    batch: filled('b.batch'),
    stockCategory: filled('b.stock_category'),
    specialStock: filled('b.special_stock'),
    specialStockReference: filled('b.special_stock_reference'),
    book: filled('b.book'),
    receivedAt: filled('n.received_at'),
    movedAt: filled('n.moved_at'),
    documentNo: 'v.document_no',
    documentType: 'v.document_type',
    documentId: 'v.document_id',
  },
  scope: ({ scope }) => {
    const parameters = createParameters()
    return { sql: scopeWithinCompanies(scope, 'b', parameters), values: parameters.values }
  },
})

/** The movements of one piece, for those who may see stock at one of their keys. */
export const serialNumberMoveList = bindQuery(serialNumberMoveQuery, {
  from: ({ materialNo, serialNo }, bind) => `(
      select company_code, move_id from stock_move_serial_number
      where material_no = ${bind(materialNo)} and serial_no = ${bind(serialNo)}
    ) n
    join stock_move m on m.company_code = n.company_code and m.id = n.move_id
    join stock_key f on f.company_code = m.company_code and f.id = m.from_key
    join stock_key t on t.company_code = m.company_code and t.id = m.to_key
    left join app_user u on u.id = m.user_id`,
  columns: {
    companyCode: filled('m.company_code'),
    id: filled('m.id'),
    movedAt: filled('m.moved_at'),
    documentType: filled('m.document_type'),
    documentId: filled('m.document_id'),
    documentNo: filled('m.document_no'),
    lineNo: filled('m.line_no'),
    movementType: filled('m.movement_type'),
    fromPlace: filled('f.place'),
    fromPlant: filled('f.plant'),
    fromStorageLocation: filled('f.storage_location'),
    fromBin: filled('f.bin'),
    fromPlaceReference: filled('f.place_reference'),
    fromBatch: filled('f.batch'),
    fromStockCategory: filled('f.stock_category'),
    fromSpecialStock: filled('f.special_stock'),
    toPlace: filled('t.place'),
    toPlant: filled('t.plant'),
    toStorageLocation: filled('t.storage_location'),
    toBin: filled('t.bin'),
    toPlaceReference: filled('t.place_reference'),
    toBatch: filled('t.batch'),
    toStockCategory: filled('t.stock_category'),
    toSpecialStock: filled('t.special_stock'),
    isReversal: filled('m.reverses is not null'),
    userName: 'u.user_name',
  },
  scope: ({ scope }) => {
    const parameters = createParameters()
    const sql = scopeWithinCompanies(scope, 'b', parameters, 'k')
    return {
      sql: `exists (select from stock_key k join stock_balance b on b.company_code = k.company_code and b.key_id = k.id
        where k.company_code = m.company_code and k.id in (m.from_key, m.to_key) and ${sql})`,
      values: parameters.values,
    }
  },
})
