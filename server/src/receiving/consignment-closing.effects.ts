import { consignmentClosing } from '@kufang/contract/receiving/consignment-closing.ts'
import type { LineOf } from '@kufang/contract/document/declare/define-document.ts'
import {
  addQuantity,
  compareQuantity,
  isNegative,
  subtractQuantity,
  zeroQuantity,
  type Quantity,
} from '@kufang/kernel/quantity.ts'
import { isRefusal, refusalDetails, refuseAll, type RefusalDetail } from '@kufang/kernel/refusal.ts'
import { textOf } from '@kufang/kernel/text-of.ts'
import { entryOf } from '@kufang/kernel/present.ts'
import { sourceOfLine } from '../document/effects/source-of-line.ts'
import { effectsFor, type ContextOf } from '../document/effects/effects.ts'
import type { Queryable } from '../platform/database/database.ts'

// What of a consignment arrival is not received any more (spec domain.md 1.2, 代储代销到货关闭). No stock moves: goods that need
// inspection are in stock since their arrival, so they are not closed but found missing, returned or received.

type Context<N extends string> = ContextOf<typeof consignmentClosing, N>
type Line = LineOf<typeof consignmentClosing>

/** The quantities of the lines by arrival and arrival line. */
function byArrival(lines: readonly Line[]): Map<string, Map<number, Quantity>> {
  const found = new Map<string, Map<number, Quantity>>()
  for (const line of lines) {
    const { id, lineNo } = sourceOfLine(line)
    const own = found.get(id) ?? new Map<number, Quantity>()
    found.set(id, own)
    own.set(lineNo, addQuantity(own.get(lineNo) ?? zeroQuantity, line.quantity))
  }
  return found
}

/** Closes or reopens the quantities at their arrivals, in a fixed order. */
async function change(
  { document, lines, documents }: Context<'close'> | Context<'withdraw'>,
  action: 'closeConsignment' | 'reopenConsignment',
): Promise<void> {
  const arrivals = [...byArrival(lines)].toSorted(([one], [other]) => (one < other ? -1 : 1))
  for (const [id, quantities] of arrivals) {
    try {
      await documents.act('arrival', document.companyCode, id, action, {
        lines: [...quantities].map(([lineNo, closedNow]) => ({ lineNo, closedNow })),
      })
    } catch (error) {
      if (!isRefusal(error)) throw error
      // At the line of this document, not of the arrival.
      const lineOf = (line: number | undefined) =>
        lines.find(({ sourceId, sourceLine }) => sourceId === id && sourceLine === line)?.lineNo
      throw refuseAll(
        refusalDetails(error).map(({ line, ...detail }) => {
          const own = lineOf(line)
          return own === undefined ? detail : { ...detail, line: own }
        }),
      )
    }
  }
}

async function close(context: Context<'close'>): Promise<void> {
  const { lines, sources, problem, setHeader, now } = context
  const arrived = await sources()
  const wanted = byArrival(lines)
  const problems = lines.flatMap(({ lineNo, materialNo, ...own }): RefusalDetail[] => {
    const from = sourceOfLine(own)
    const line = entryOf(arrived, `${from.id}/${from.lineNo}`)
    const source = `${line.docNo}/${line.lineNo}`
    if (line.needsInspection === true)
      return [problem('consignment-in-stock', { source, material: materialNo }, lineNo)]
    const quantity = entryOf(entryOf(wanted, from.id), from.lineNo)
    const open = line.freeQuantity
    if (compareQuantity(quantity, open) <= 0) return []
    const params = { quantity, source, open, unit: String(line.unit) }
    return [problem('quantity-exceeds-open', params, lineNo, 'quantity')]
  })
  if (problems.length > 0) throw refuseAll(problems)
  setHeader({ closedAt: now.toISOString() })
  await change(context, 'closeConsignment')
}

export const consignmentClosingEffects = effectsFor(consignmentClosing, {
  actions: {
    close,
    async withdraw(context) {
      await change(context, 'reopenConsignment')
      await context.releaseSources('all')
    },
  },
  async prefill({ tx, sources }) {
    const drafted = await draftedQuantities(tx, sources)
    return {
      header: {},
      lines: sources.map((source) => {
        const { id, lineNo } = source
        const taken = drafted.get(`${id}/${lineNo}`) ?? zeroQuantity
        const left = subtractQuantity(source.freeQuantity, taken)
        return {
          source: { id, lineNo },
          quantity: source.wantedQuantity ?? (isNegative(left) ? zeroQuantity : left),
        }
      }),
    }
  },
})

/** What drafts of closings propose to close of these lines already, by `arrival/line`; one statement. */
async function draftedQuantities(
  queryable: Queryable,
  sources: readonly { companyCode: string; id: string }[],
): Promise<Map<string, Quantity>> {
  const rows = await queryable.query<{ line: string; quantity: Quantity }>(
    `select k.from_id || '/' || k.from_line as line, sum(k.quantity) as quantity
     from document_link k
     join consignment_closing h on h.company_code = k.company_code and h.id = k.to_id and h.state = 'draft'
     where k.company_code = $1 and k.from_type = 'arrival' and k.from_id = any($2::uuid[])
       and k.to_type = 'consignment-closing' and k.is_live
     group by 1`,
    [textOf(sources[0]?.['companyCode']), [...new Set(sources.map(({ id }) => id))]],
  )
  return new Map(rows.map(({ line, quantity }) => [line, quantity]))
}
