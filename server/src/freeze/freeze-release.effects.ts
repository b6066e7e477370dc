import { freezeRelease } from '@kufang/contract/freeze/freeze-release.ts'
import { blocksStock } from '@kufang/contract/freeze/freeze-reasons.ts'
import type { Act } from '@kufang/contract/document/declare/define-document.ts'
import type { LocalDate } from '@kufang/kernel/local-date.ts'
import { refuseAll, type RefusalDetail } from '@kufang/kernel/refusal.ts'
import { sourceOfLine } from '../document/effects/source-of-line.ts'
import { effectsFor, type ContextOf } from '../document/effects/effects.ts'
import { postingEffects } from '../document/act/shared-effects.ts'
import { stockOfLine } from '../document/draft/stock-lines.ts'
import { placeHolds, releaseHolds } from '../ledger/public.ts'
import { blockedStock } from './blocked-stock.ts'

// Frozen goods are free again (spec domain.md 1.4): what was blocked is unrestricted stock (343 when it is posted), of the
// rest the hold ends.

type Context<N extends string> = ContextOf<typeof freezeRelease, N>
type Line = Context<'release'>['lines'][number]

const posting = postingEffects(freezeRelease)

/** The lines, by the freeze order that holds their goods. */
const byFreeze = (lines: readonly Line[]): [string, Line[]][] => [
  ...Map.groupBy(lines, (line) => sourceOfLine(line).id),
]

/** Who put goods in doubt does not also find them good. */
async function assertByOther(context: Context<'release'>): Promise<void> {
  const { session, document, lines, documents, problem } = context
  if (!blocksStock(document.freezeReason)) return
  const problems: RefusalDetail[] = []
  for (const [id, own] of byFreeze(lines)) {
    // oxlint-disable-next-line no-await-in-loop -- one statement for each freeze order, in the order of the lines
    const { header } = await documents.load('freeze-order', document.companyCode, id)
    const acts = header.acts as Partial<Record<string, Act>>
    if (acts['freeze']?.userId !== session.userId) continue
    for (const { lineNo, sourceLine } of own) {
      const source = `${header.docNo}/${sourceLine}`
      problems.push(problem('freeze-released-by-freezer', { source }, lineNo))
    }
  }
  if (problems.length > 0) throw refuseAll(problems)
}

async function release(context: Context<'release'>): Promise<void> {
  const { tx, document, lines, now, move } = context
  const { companyCode } = document
  await assertByOther(context)
  if (!blocksStock(document.freezeReason)) {
    for (const [documentId, own] of byFreeze(lines))
      // oxlint-disable-next-line no-await-in-loop -- one statement for each freeze order, in the order of the lines
      await releaseHolds(tx, {
        companyCode,
        documentType: 'freeze-order',
        documentId,
        now,
        lines: own.map((line) => ({ lineNo: sourceOfLine(line).lineNo, quantity: line.quantity })),
      })
    return
  }
  for (const line of lines) {
    const to = stockOfLine(document, line)
    await move({
      lineNo: line.lineNo,
      from: blockedStock(to),
      to,
      quantity: line.quantity,
      consumesHold: {
        kind: 'freeze',
        documentType: 'freeze-order',
        documentId: sourceOfLine(line).id,
        lineNo: sourceOfLine(line).lineNo,
      },
    })
  }
}

/** The goods are frozen again; of blocked stock the reversed movement gives the hold back. */
async function reversePhysical(context: Context<'reversePhysical'>): Promise<void> {
  const { tx, session, document, lines, documents, now } = context
  const { companyCode } = document
  await posting.reversePhysical(context)
  if (blocksStock(document.freezeReason)) return
  for (const [documentId, own] of byFreeze(lines)) {
    // oxlint-disable-next-line no-await-in-loop -- one statement for each freeze order, in the order of the lines
    const { header } = await documents.load('freeze-order', companyCode, documentId)
    await placeHolds(tx, {
      companyCode,
      documentType: 'freeze-order',
      documentId,
      documentNo: header.docNo,
      userId: session.userId,
      userName: session.userName,
      now,
      rows: own.map((line) => ({
        lineNo: sourceOfLine(line).lineNo,
        kind: header.freezeType === 'eam' ? ('eam' as const) : ('freeze' as const),
        key: stockOfLine(document, line),
        quantity: line.quantity,
        heldUntil: header.holdUntil as LocalDate,
      })),
    })
  }
}

export const freezeReleaseEffects = effectsFor(freezeRelease, {
  actions: { ...posting, release, reversePhysical },
  prefill: async ({ sources }) => ({
    header: {},
    lines: sources.map((source) => ({
      source: { id: source.id, lineNo: source.lineNo },
      quantity: source.wantedQuantity ?? source.freeQuantity,
    })),
  }),
})
