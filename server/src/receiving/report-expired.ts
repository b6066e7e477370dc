import { heldUpSteps, problemCauses } from '@kufang/contract/delivery/problem-document.ts'
import type { LocalDate } from '@kufang/kernel/local-date.ts'
import type { Quantity } from '@kufang/kernel/quantity.ts'
import type { RefusalDetail } from '@kufang/kernel/refusal.ts'
import { raiseExpired } from '../delivery/public.ts'
import type { RefusalReport } from '../document/effects/refusal-report.ts'
import { clock, systemDocuments } from '../document/public.ts'
import type { Transaction } from '../platform/database/database.ts'
import type { Session } from '../platform/session/session.ts'

// Goods of an expired contract stand at the gate, and nobody was told: the buyer learns of it by a problem document, which
// the refusal names.

const codes = ['contract-expired']

/** The refused line as an item of an expired contract. */
function itemOf({ params }: RefusalDetail) {
  const [orderNo, orderLine] = String(params['source']).split('/') as [string, string]
  return {
    orderNo,
    orderLine: Number(orderLine),
    contractNo: String(params['contract']),
    contractEnd: String(params['end']) as LocalDate,
    quantity: String(params['quantity']) as Quantity,
    noteNo: String(params['note']),
  }
}

async function report(
  tx: Transaction,
  session: Session,
  details: readonly RefusalDetail[],
): Promise<RefusalDetail[]> {
  const items = details.filter(({ code }) => codes.includes(code)).map(itemOf)
  const orders = await tx.query<{ docNo: string; companyCode: string }>(
    `select doc_no, company_code from purchase_order where company_code = any ($1::text[]) and doc_no = any ($2::text[])`,
    [session.scope.companyCodes, items.map(({ orderNo }) => orderNo)],
  )
  // The papers of goods that came without any are gone with the refused work.
  const notes = await tx.query<{ docNo: string }>(
    `select doc_no from delivery_note where company_code = any ($1::text[]) and doc_no = any ($2::text[])`,
    [session.scope.companyCodes, items.map(({ noteNo }) => noteNo)],
  )
  const known = new Set(notes.map(({ docNo }) => docNo))
  const companyOf = new Map(orders.map(({ docNo, companyCode }) => [docNo, companyCode]))
  const documents = systemDocuments(tx, session, clock())
  const raised = new Map<string, string>()
  const named = items.map((item) => (known.has(item.noteNo) ? item : { ...item, noteNo: '' }))
  for (const [companyCode, own] of Map.groupBy(named, ({ orderNo }) => companyOf.get(orderNo)))
    if (companyCode !== undefined)
      for (const [source, problemNo] of await raiseExpired(tx, documents, companyCode, own))
        raised.set(source, problemNo)
  const { zh, en } = problemCauses.contractExpired
  const { zh: step, en: stepEn } = heldUpSteps.arriving
  return details.map((detail) => {
    const source = String(detail.params['source'])
    const problem = codes.includes(detail.code) ? raised.get(source) : undefined
    if (problem === undefined) return detail
    const params = { source, problem, cause: zh, causeEn: en, step, stepEn }
    return { ...detail, code: 'problem-open', params }
  })
}

/** Reports goods of expired contracts to the buyers. */
export const expiredReport: RefusalReport = { codes, report }
