import { rejectsScrap } from '@kufang/contract/acceptance/rejects-scrap.ts'
import { effectsFor, type ContextOf } from '../document/effects/effects.ts'
import { postingEffects } from '../document/act/shared-effects.ts'
import { stockKey } from '../ledger/public.ts'
import { proposeRejects } from './propose-rejects.ts'
import { assertNotInspected, rejectedLines, rejectsKey } from './rejected-lines.ts'

// Rejected goods are destroyed where they were set aside (553, or 555 out of blocked stock; spec domain.md 1.2).

async function approve(context: ContextOf<typeof rejectsScrap, 'approve'>): Promise<void> {
  const { document, move } = context
  const { companyCode, plant } = document
  const behind = await rejectedLines(context)
  assertNotInspected(context, behind)
  for (const { line, arrived } of behind)
    await move({
      lineNo: line.lineNo,
      from: rejectsKey(document, arrived, line),
      to: stockKey({ companyCode, place: 'scrap', plant, materialNo: line.materialNo }),
      quantity: line.quantity,
    })
}

export const rejectsScrapEffects = effectsFor(rejectsScrap, {
  actions: {
    ...postingEffects(rejectsScrap),
    approve,
  },
  async prefill(request) {
    return { header: {}, lines: await proposeRejects(request) }
  },
})
