import type { Queryable } from '../platform/database/database.ts'
import type { PostingRequest } from './posting-model.ts'
import { inBooksSql } from './posting-row.ts'

interface SettledMove {
  moveId: string
  materialDocument: string
  year: string
  item: string
}

/**
 * The request with the ERP items that its items settle (`settlesMove`): the release of a receipt from GR blocked stock
 * (105) and what takes goods of a receipt back (102, 104, 122, 124) name its item (MSEG-LFBNR, LFBJA, LFPOS), without
 * which the ERP refuses them, or releases any. Known only when the request is sent, because the receipt is posted before.
 * @returns null if the number of one is still to be read back
 */
export async function withSettledReferences(
  queryable: Queryable,
  request: PostingRequest,
): Promise<PostingRequest | null> {
  const moveIds = request.items.flatMap(({ settlesMove }) => settlesMove ?? [])
  if (moveIds.length === 0) return request
  const settled = await queryable.query<SettledMove>(
    `select i.move_id, p.material_document, p.material_document_year as year, i.material_document_item as item
     from erp_posting_item i join erp_posting p on p.company_code = i.company_code and p.id = i.posting_id
     where i.company_code = $1 and i.move_id = any($2::uuid[]) and ${inBooksSql('p')}`,
    [request.companyCode, moveIds],
  )
  if (settled.some(({ item }) => item === '')) return null
  const byMove = new Map(settled.map(({ moveId, ...reference }) => [moveId, reference]))
  return {
    ...request,
    items: request.items.map((item) => {
      const referenceMaterialDocument = byMove.get(item.settlesMove ?? '')
      return referenceMaterialDocument === undefined ? item : { ...item, referenceMaterialDocument }
    }),
  }
}
