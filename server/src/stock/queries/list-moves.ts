import { stockMoveQuery } from '@kufang/contract/stock/stock-move-query.ts'
import type { ParametersOf } from '@kufang/contract/document/declare/define-query.ts'
import { bindQuery, filled, type Bind } from '../../document/list/bind-query.ts'
import type { Queryable, Row } from '../../platform/database/database.ts'
import { createParameters } from '../parameters.ts'
import { scopeWithinCompanies } from './scope.ts'

type Parameters = ParametersOf<typeof stockMoveQuery>

/** The latest ERP document that posted a move; none before posting. */
const erpDocuments = `select distinct on (i.company_code, i.move_id) i.company_code, i.move_id, p.material_document,
    p.material_document_year
  from erp_posting_item i
  join erp_posting p on p.company_code = i.company_code and p.id = i.posting_id and p.direction = 'post'
    and p.material_document <> ''`
const latestFirst = 'order by i.company_code, i.move_id, p.sequence desc'

/** The outbox is a queue over all companies, so a distributed database has it on another machine than the moves. */
async function readErpDocuments(queryable: Queryable, rows: readonly Row[]): Promise<void> {
  if (rows.length === 0) return
  const documents = await queryable.query<{
    companyCode: string
    moveId: string
    materialDocument: string
    materialDocumentYear: string
  }>(
    `${erpDocuments}
      join unnest($1::text[], $2::uuid[]) as move (company_code, id) on move.company_code = i.company_code and move.id = i.move_id
      ${latestFirst}`,
    [rows.map((row) => row['companyCode']), rows.map((row) => row['id'])],
  )
  const known = new Map(
    documents.map((document) => [`${document.companyCode}/${document.moveId}`, document]),
  )
  for (const row of rows) {
    const document = known.get(`${String(row['companyCode'])}/${String(row['id'])}`)
    row['materialDocument'] = document?.materialDocument ?? null
    row['materialDocumentYear'] = document?.materialDocumentYear ?? null
  }
}

/** The moves of the ledger, or those of one key or of all keys matching the parameters. */
export const moveList = bindQuery(stockMoveQuery, {
  from: (parameters, bind, isDistributed) => `${movesOfKeys(parameters, bind, isDistributed)}
    join stock_key f on f.company_code = m.company_code and f.id = m.from_key
    join stock_key t on t.company_code = m.company_code and t.id = m.to_key
    left join stock_move_valuation v on v.company_code = m.company_code and v.move_id = m.id
    left join app_user u on u.id = m.user_id`,
  columns: {
    companyCode: filled('m.company_code'),
    id: filled('m.id'),
    movedAt: filled('m.moved_at'),
    documentType: filled('m.document_type'),
    documentId: filled('m.document_id'),
    documentNo: filled('m.document_no'),
    lineNo: filled('m.line_no'),
    materialNo: filled('m.material_no'),
    quantity: filled('m.quantity'),
    secondQuantity: 'm.second_quantity',
    secondUnit: `(select nullif(s.second_unit, '') from material s where s.material_no = m.material_no)`,
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
    // The ERP's own amount after posting, and where it was read; otherwise the estimate.
    amount: 'coalesce(v.amount, m.amount)',
    amountSource: 'coalesce(v.source, m.amount_source)',
    postsToErp: filled('m.posts_to_erp'),
    materialDocument: 'e.material_document',
    materialDocumentYear: 'e.material_document_year',
    reverses: 'm.reverses',
    reversesDocumentNo: `(select o.document_no from stock_move o where o.company_code = m.company_code and o.id = m.reverses)`,
    reversedQuantity: filled(
      `(select coalesce(sum(r.quantity), 0) from stock_move r where r.company_code = m.company_code and r.reverses = m.id)`,
    ),
    reversedByDocumentNos: `array(select distinct r.document_no from stock_move r where r.company_code = m.company_code and r.reverses = m.id order by 1)`,
    userName: 'u.user_name',
  },
  apart: {
    columns: ['materialDocument', 'materialDocumentYear'],
    join: `left join (${erpDocuments} ${latestFirst}) e on e.company_code = m.company_code and e.move_id = m.id`,
    complete: readErpDocuments,
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

/**
 * As FROM: the moves `m`, each once even if both its keys match. Citus joins no union of joins with rows of another
 * machine, as those of users are.
 */
function movesOfKeys(parameters: Parameters, bind: Bind, isDistributed: boolean): string {
  const { keyId } = parameters
  // For a single key, both branches are read backwards along their index, up to the page size.
  if (keyId !== null) {
    const key = `${bind(keyId)}::bigint`
    return `(select * from stock_move where from_key = ${key} union all select * from stock_move where to_key = ${key}) m`
  }
  const conditions = keyConditions(parameters, bind)
  if (conditions.length === 0) return 'stock_move m'
  const keys = `select k.company_code, k.id from stock_key k join stock_place p on p.place = k.place and p.keeps_balance where ${conditions.join(' and ')}`
  if (isDistributed) {
    const ids = `array(select w.id from (${keys}) w where w.company_code = m.company_code)`
    return `(select m.* from stock_move m where m.from_key = any(${ids}) or m.to_key = any(${ids})) m`
  }
  return `(select m.* from (${keys}) w join stock_move m on m.company_code = w.company_code and m.from_key = w.id
    union all
    select m.* from (${keys}) w join stock_move m on m.company_code = w.company_code and m.to_key = w.id
    where not exists (select from (${keys}) x where x.company_code = m.company_code and x.id = m.from_key)) m`
}

function keyConditions(parameters: Parameters, bind: Bind): string[] {
  const { specialStock } = parameters
  const wanted: [string, string | null][] = [
    ['material_no', parameters.materialNo],
    ['plant', parameters.plant],
    ['storage_location', parameters.storageLocation],
    ['bin', parameters.bin],
    ['stock_category', parameters.stockCategory],
    ['special_stock', specialStock === 'none' ? '' : specialStock],
    ['special_stock_reference', specialStock === 'none' ? '' : parameters.specialStockReference],
    ['book', parameters.book],
  ]
  return wanted.flatMap(([column, value]) =>
    value === null ? [] : [`k.${column} = ${bind(value)}::text`],
  )
}
