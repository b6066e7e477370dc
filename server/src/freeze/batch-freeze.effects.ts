import { batchFreeze } from '@kufang/contract/freeze/batch-freeze.ts'
import { freezeReasons } from '@kufang/contract/freeze/freeze-reasons.ts'
import type { LocalDate } from '@kufang/kernel/local-date.ts'
import { itemAt } from '@kufang/kernel/present.ts'
import { refuseAll, type RefusalDetail } from '@kufang/kernel/refusal.ts'
import { textOf } from '@kufang/kernel/text-of.ts'
import type { DocumentName } from '@kufang/contract/registry.ts'
import { effectsFor, type ContextOf, type SaveContext } from '../document/effects/effects.ts'
import {
  batchHolder,
  batchNumbers,
  holdBatches,
  holdersOfBatch,
  type HeldBatch,
} from '../ledger/public.ts'
import { announceFrozenBatch } from '../messages/public.ts'
import { endHold, extendHold } from './whole-hold.ts'

// A batch in doubt is held wherever it lies (spec domain.md 1.7): the ledger lets nobody use it meanwhile.

type Context<N extends string> = ContextOf<typeof batchFreeze, N>

/** A batch that is written wrongly would leave the one in doubt in use. */
async function beforeSave(context: SaveContext<typeof batchFreeze>): Promise<void> {
  const { tx, header, lines, problem } = context
  const { companyCode: company = '' } = header
  const problems: RefusalDetail[] = []
  for (const { line } of lines) {
    const [material, batch] = [textOf(line.ofMaterialNo), textOf(line.ofBatch)]
    if (material === '' || batch === '') continue
    // oxlint-disable-next-line no-await-in-loop -- a document has one line
    const known = await batchNumbers(tx, company, material)
    const params = { company, material, batch, batches: known.slice(0, 20).join('、') }
    if (!known.includes(batch))
      problems.push(problem('freeze-batch-unknown', params, line.lineNo, 'ofBatch'))
  }
  if (problems.length > 0) throw refuseAll(problems)
}

/** One document holds a batch, so that who releases it knows what he releases. */
async function freeze(context: Context<'freeze'>): Promise<void> {
  const { tx, session, document, lines, now, afterwards, problem } = context
  const { companyCode } = document
  const batches = lines.map(({ lineNo, ofMaterialNo, ofBatch }): HeldBatch => ({
    lineNo,
    materialNo: ofMaterialNo,
    batch: ofBatch,
  }))
  const holders = await Promise.all(batches.map((one) => batchHolder(tx, companyCode, one)))
  const problems = holders.flatMap((holder, index): RefusalDetail[] => {
    if (holder === undefined) return []
    const { lineNo, materialNo: material, batch } = itemAt(batches, index)
    const { documentNo: by, placedByName: person, heldUntil } = holder
    const params = { material, batch, by, person, until: heldUntil ?? '' }
    return [problem('freeze-batch-held', params, lineNo)]
  })
  if (problems.length > 0) throw refuseAll(problems)
  // Afterwards, because its number is drawn with it, and others are told of it.
  afterwards(async () => {
    await holdBatches(tx, {
      companyCode,
      documentType: 'batch-freeze',
      documentId: document.id,
      documentNo: document.docNo,
      userId: session.userId,
      userName: session.userName,
      now,
      heldUntil: document.holdUntil as LocalDate,
      batches,
    })
    // oxlint-disable-next-line no-await-in-loop -- a document has one line
    for (const batch of batches) await tellHolders(context, batch)
  })
}

/** Who waits for goods of the batch learns why he does not get them: who made the document, and who approved it. */
async function tellHolders(context: Context<'freeze'>, batch: HeldBatch): Promise<void> {
  const { tx, document, documents } = context
  const { companyCode, docNo: freezeNo, holdUntil: until } = document
  const reason = freezeReasons[document.freezeReason]
  const facts = { companyCode, material: batch.materialNo, batch: batch.batch, freezeNo, reason }
  for (const holder of await holdersOfBatch(tx, companyCode, batch)) {
    const { documentType, documentId, documentNo, quantity, placedBy } = holder
    // oxlint-disable-next-line no-await-in-loop -- one statement for each document that holds goods of the batch
    const { acts } = await documents.loadHeader(
      documentType as DocumentName,
      companyCode,
      documentId,
    )
    const people = Object.values(acts as Record<string, { userId: string }>)
    const userIds = [...new Set([...people.map(({ userId }) => userId), placedBy])]
    // oxlint-disable-next-line no-await-in-loop -- as above
    await announceFrozenBatch(tx, {
      ...facts,
      until,
      documentType,
      documentId,
      documentNo,
      quantity,
      userIds,
    })
  }
}

const release = endHold(batchFreeze.name)

export const batchFreezeEffects = effectsFor(batchFreeze, {
  actions: { freeze, release, extend: extendHold(batchFreeze.name), cancel: release },
  beforeSave,
})
