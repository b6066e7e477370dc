import type { AnyDocument } from '@kufang/contract/document/declare/define-document.ts'
import {
  erpStates,
  isPostedByOthers,
  type ErpState,
} from '@kufang/contract/document/declare/erp-state.ts'
import { inSentence } from '@kufang/contract/document/declare/label.ts'
import { documents } from '@kufang/contract/registry.ts'
import type { UnpostedDocument } from '@kufang/contract/stock/posting-period.ts'
import { refuseAll } from '@kufang/kernel/refusal.ts'
import { itemWith } from '@kufang/kernel/present.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { documentTable } from '../storage/table.ts'

// Documents whose goods have moved and that are not in the ERP's books: a month is not closed over them without a word (spec
// domain.md 1.7, "month end: nothing unposted").

const definitions: readonly AnyDocument[] = Object.values<AnyDocument>(documents)
const posting = definitions.filter((one) => one.posts === true && !isPostedByOthers(one))

/** Not in the books as a whole, or on their way; what others post by line follows those. */
const erpStatesUnposted = [
  'unposted',
  'posting',
  'failed',
  'partlyPosted',
  'reversing',
  'cancelledInErp',
] as const satisfies readonly ErpState[]

/** More are no list that anybody works through, and a refusal names fewer. */
const documentsMax = 200
const refusedMax = 50

/** The documents of a company that moved goods in this month (yyyyMM) or earlier and are not posted, the oldest first: one statement. */
export async function readUnpostedDocuments(
  queryable: Queryable,
  { companyCode, monthMax }: { companyCode: string; monthMax: string },
): Promise<UnpostedDocument[]> {
  const rows = await queryable.query<Omit<UnpostedDocument, 'documentLabel'>>(
    `${posting.map(unpostedOf).join(' union all ')} order by document_date, document_no limit ${documentsMax}`,
    [companyCode, monthMax, erpStatesUnposted],
  )
  return rows.map((row) => ({
    ...row,
    documentLabel: itemWith(definitions, ({ name }) => name === row.documentType).label,
  }))
}

function unpostedOf(definition: AnyDocument): string {
  const { name, actions } = definition
  const { header } = documentTable(definition)
  const states = actions['post']!.from.map((state) => `'${state}'`).join(', ')
  return `select '${name}' as document_type, h.id as document_id, h.doc_no as document_no, h.document_date::text as document_date,
      h.erp_state, coalesce(h.plant, '') as plant, coalesce(h.storage_location, '') as storage_location, h.created_by_name
    from ${header} h
    where h.company_code = $1 and h.erp_state = any($3) and to_char(h.document_date, 'YYYYMM') <= $2
      and (h.state in (${states}) or h.erp_state in ('posting', 'reversing'))`
}

/**
 * Refuses to close a month over documents that are not posted and that nobody has named.
 * @param named the numbers of those that are left for later, with the reason of the request
 * @throws Refusals 'unposted-holds-month', one per document
 */
export async function refuseWhileUnposted(
  queryable: Queryable,
  { companyCode, period, named }: { companyCode: string; period: string; named: readonly string[] },
): Promise<void> {
  const known = new Set(named)
  const found = await readUnpostedDocuments(queryable, { companyCode, monthMax: period })
  const unnamed = found.filter(({ documentNo }) => !known.has(documentNo))
  if (unnamed.length === 0) return
  throw refuseAll(
    unnamed.slice(0, refusedMax).map((one) => {
      const words = inSentence(one.documentLabel)
      const { label: state } = erpStates[one.erpState]
      return {
        code: 'unposted-holds-month',
        params: {
          period,
          document: words.zh,
          documentEn: words.en,
          no: one.documentNo,
          date: one.documentDate,
          plant: one.plant,
          storageLocation: one.storageLocation,
          who: one.createdByName,
          state: state.zh,
          stateEn: state.en,
        },
        field: 'period',
      }
    }),
  )
}
