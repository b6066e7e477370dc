import { serialNumberOf } from '@kufang/contract/document/serial-number.ts'
import type { FoundSerialNumber } from '@kufang/contract/document/found-serial-number.ts'
import type { Queryable } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/session/session.ts'
import { createParameters } from '../parameters.ts'
import { companyCondition, scopeWithinCompanies } from './scope.ts'

const foundMax = 10

type Found = Omit<FoundSerialNumber, 'place'> & FoundSerialNumber['place']

/**
 * Pieces whose serial number equals or begins with the text, the exact ones first, also those that have left the stock: for
 * who may see stock at a key of one of their movements, as the movements themselves. One statement.
 */
export async function findSerialNumbers(
  queryable: Queryable,
  scope: Scope,
  wanted: { text: string; materialNo?: string | undefined },
): Promise<FoundSerialNumber[]> {
  const number = serialNumberOf(wanted.text)
  const parameters = createParameters()
  const from = parameters.add(number)
  // A range instead of a LIKE pattern: a prepared statement can always use the index for it.
  const to = parameters.add(`${number}\u{10ffff}`)
  const material =
    wanted.materialNo === undefined
      ? ''
      : `and n.material_no = ${parameters.add(wanted.materialNo)}`
  const companies = companyCondition('n', scope.companyCodes, parameters)
  const visible = scopeWithinCompanies(scope, 'b', parameters, 'w')
  const rows = await queryable.query<Found>(
    `select n.company_code, n.material_no, m.description, n.serial_no, n.key_id is not null as is_in_stock,
       case when n.key_id is not null then n.received_at end as received_at, n.moved_at, v.document_no,
       k.place, k.place_reference, k.plant, k.storage_location, k.bin, k.batch, k.stock_category, k.special_stock
     from stock_serial_number n
       join stock_move v on v.company_code = n.company_code and v.id = n.move_id
       join stock_key k on k.company_code = n.company_code and k.id = coalesce(n.key_id, v.to_key)
       left join material m on m.material_no = n.material_no
     where ${companies} and n.serial_no >= ${from} and n.serial_no < ${to} ${material}
       and exists (
         select from stock_move_serial_number s
           join stock_move o on o.company_code = s.company_code and o.id = s.move_id
           join stock_key w on w.company_code = o.company_code and w.id in (o.from_key, o.to_key)
           join stock_balance b on b.company_code = w.company_code and b.key_id = w.id
         where s.company_code = n.company_code and s.material_no = n.material_no and s.serial_no = n.serial_no and ${visible})
     order by n.serial_no = ${from} desc, n.serial_no, n.material_no, n.company_code limit ${foundMax}`,
    parameters.values,
  )
  return rows.map(
    ({
      place,
      placeReference,
      plant,
      storageLocation,
      bin,
      batch,
      stockCategory,
      specialStock,
      ...piece
    }) => ({
      ...piece,
      place: {
        place,
        placeReference,
        plant,
        storageLocation,
        bin,
        batch,
        stockCategory,
        specialStock,
      },
    }),
  )
}
