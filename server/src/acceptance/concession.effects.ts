import { concession } from '@kufang/contract/acceptance/concession.ts'
import { refuseAll } from '@kufang/kernel/refusal.ts'
import { effectsFor, type ContextOf, type SaveContext } from '../document/effects/effects.ts'
import { arrivalKey } from '../receiving/public.ts'
import { proposeRejects } from './propose-rejects.ts'
import { assertNotInspected, rejectedLines, rejectsKey, tellArrivals } from './rejected-lines.ts'

// What is conceded lies where it arrived again, and counts as accepted: its receipt brings it into unrestricted stock, and
// the ERP learns of it with that (321, or 105 out of GR blocked stock; spec domain.md 1.2).

async function approve(context: ContextOf<typeof concession, 'approve'>): Promise<void> {
  const { document, documents, move } = context
  const behind = await rejectedLines(context)
  assertNotInspected(context, behind)
  const { companyCode, plant, storageLocation } = document
  await tellArrivals(documents, companyCode, 'acceptConceded', behind)
  for (const { line, arrived } of behind)
    await move({
      lineNo: line.lineNo,
      from: rejectsKey(document, arrived, line),
      to: arrivalKey(companyCode, plant, storageLocation, arrived),
      quantity: line.quantity,
    })
}

/** Refused once the goods are received. */
async function approveReversal(
  context: ContextOf<typeof concession, 'approveReversal'>,
): Promise<void> {
  const { document, documents } = context
  const behind = await rejectedLines(context)
  await tellArrivals(documents, document.companyCode, 'withdrawConceded', behind)
  context.reverseMoves()
  await context.releaseSources('all')
}

/** What a receipt took into blocked stock is no longer with its arrival, from which it could be received. */
async function beforeSave({ lines, problem }: SaveContext<typeof concession>): Promise<void> {
  const problems = lines.flatMap(({ line, source }) =>
    source?.isReceived === true
      ? [
          problem(
            'rejects-in-blocked-stock',
            { source: `${source.docNo}/${source.lineNo}` },
            line.lineNo,
          ),
        ]
      : [],
  )
  if (problems.length > 0) throw refuseAll(problems)
}

export const concessionEffects = effectsFor(concession, {
  actions: { approve, approveReversal },
  beforeSave,
  async prefill(request) {
    return { header: {}, lines: await proposeRejects(request) }
  },
})
