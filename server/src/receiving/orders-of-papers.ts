import { textOf } from '@kufang/kernel/text-of.ts'
import type { AskedAct, MirroredNumbers } from '../document/effects/refreshes.ts'
import { matchOrderItemsOfAll } from '../external-documents/public.ts'
import type { Queryable } from '../platform/database/database.ts'

interface Waiting {
  id: string
  companyCode: string
  supplierNo: string
  plant: string
  storageLocation: string
  lines: { lineNo: number; materialNo: string; quantity: string }[]
}

/**
 * The purchase orders that become the papers of goods which came without: those named, and for other lines those with the open
 * item that fits best by what is known of the ERP. They are read again before the papers are made. One statement, and one for
 * each company.
 */
export async function ordersOfPapers(
  queryable: Queryable,
  { ids, companyCodes, lines = [] }: AskedAct,
): Promise<Omit<MirroredNumbers, 'name'>[]> {
  const waiting = await queryable.query<Waiting>(
    `select h.id, h.company_code, h.supplier_no, h.plant, h.storage_location,
       json_agg(json_build_object('lineNo', l.line_no, 'materialNo', l.material_no,
         'quantity', trim_scale(l.awaiting_quantity)::text) order by l.line_no) as lines
     from unannounced_arrival h
     join unannounced_arrival_line l on l.company_code = h.company_code and l.document_id = h.id and l.awaiting_quantity > 0
     where h.company_code = any ($1) and h.id = any ($2::uuid[]) and h.state in ('awaiting', 'partlySupplemented')
     group by h.company_code, h.id, h.supplier_no, h.plant, h.storage_location`,
    [companyCodes, ids],
  )
  const named = new Map(lines.map((line) => [line.lineNo, textOf(line['purchaseOrderNo'])]))
  const byCompany = Map.groupBy(waiting, ({ companyCode }) => companyCode)
  return Promise.all(
    [...byCompany].map(async ([companyCode, own]) => {
      const entered = own
        .flatMap((one) => one.lines)
        .flatMap(({ lineNo }) => named.get(lineNo) || [])
      const goods = own.map((one) => ({
        ...one,
        lines: one.lines.filter(({ lineNo }) => !named.get(lineNo)),
      }))
      const fitting = (await matchOrderItemsOfAll(queryable, companyCode, goods)).flatMap((found) =>
        [...found.values()].map(({ orderNo }) => orderNo),
      )
      return { companyCode, docNos: [...new Set([...entered, ...fitting])] }
    }),
  )
}
