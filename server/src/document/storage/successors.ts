import { addAll } from '@kufang/kernel/add-all.ts'
import { definitionOf } from '@kufang/contract/registry.ts'
import { sumQuantities, type Quantity } from '@kufang/kernel/quantity.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { documentTable } from './table.ts'

export interface Successor {
  type: string
  id: string
  docNo: string
  state: string
  erpState: string
}

/** The live successors of a document, latest first, optionally of one type. One statement per type found. */
export async function liveSuccessors(
  queryable: Queryable,
  companyCode: string,
  fromType: string,
  fromId: string,
  toType?: string,
): Promise<Successor[]> {
  const found = await queryable.query<{ type: string; ids: string[] }>(
    `select to_type as type, array_agg(distinct to_id) as ids from document_link
     where company_code = $1 and from_type = $2 and from_id = $3 and is_live and ($4::text is null or to_type = $4) group by to_type`,
    [companyCode, fromType, fromId, toType ?? null],
  )
  const successors: Successor[] = []
  for (const { type, ids } of found) {
    const rows = await queryable.query<Omit<Successor, 'type'>>(
      `select id, doc_no, state, erp_state from ${documentTable(definitionOf(type)).header}
       where company_code = $1 and id = any($2::uuid[]) order by created_at desc`,
      [companyCode, ids],
    )
    addAll(
      successors,
      rows.map((row) => ({ ...row, type })),
    )
  }
  return successors
}

/** A draft that holds quantity of a line, and its last editor. */
interface Holder {
  docNo: string
  userName: string
  quantity: Quantity
}

/** What drafts hold of a predecessor's line. */
export interface Holders {
  /** The sum of all. */
  quantity: Quantity
  /** Document, person and quantity of each, oldest first, as parameters of a refusal. */
  named: { heldBy: string; heldByEn: string }
}

/** What drafts hold of a predecessor's line. Read only to explain a refusal. */
export async function holdersOf(
  queryable: Queryable,
  companyCode: string,
  line: { type: string; id: string; lineNo: number },
): Promise<Holders> {
  const kinds = await queryable.query<{ type: string }>(
    `select distinct to_type as type from document_link
     where company_code = $1 and from_type = $2 and from_id = $3 and from_line = $4 and is_live and is_counted and is_held order by 1`,
    [companyCode, line.type, line.id, line.lineNo],
  )
  const holders: Holder[] = []
  for (const { type } of kinds) {
    addAll(
      holders,
      await queryable.query<Holder>(
        `select h.doc_no, coalesce(h.acts -> 'edit' ->> 'userName', h.created_by_name) as user_name, sum(k.quantity) as quantity
         from document_link k
         join ${documentTable(definitionOf(type)).header} h on h.company_code = k.company_code and h.id = k.to_id
         where k.company_code = $1 and k.from_type = $2 and k.from_id = $3 and k.from_line = $4 and k.to_type = $5
           and k.is_live and k.is_counted and k.is_held
         group by h.id, h.doc_no, h.created_at, h.acts, h.created_by_name order by h.created_at`,
        [companyCode, line.type, line.id, line.lineNo, type],
      ),
    )
  }
  const each = holders.map(({ docNo, userName, quantity }) => `${docNo} ${userName} ${quantity}`)
  return {
    quantity: sumQuantities(holders.map(({ quantity }) => quantity)),
    named: { heldBy: each.join('、'), heldByEn: each.join(', ') },
  }
}
