import type { ProposalOf } from '../document/effects/effects.ts'
import { locationAdjustment } from '@kufang/contract/transfer/location-adjustment.ts'
import type { LocalDate } from '@kufang/kernel/local-date.ts'
import { refuseAll, type RefusalDetail } from '@kufang/kernel/refusal.ts'
import { textOf } from '@kufang/kernel/text-of.ts'
import { effectsFor, type ContextOf, type SaveContext } from '../document/effects/effects.ts'
import { problemsOfFilledBins, stockOfLine } from '../document/draft/stock-lines.ts'
import type { Transaction } from '../platform/database/database.ts'
import { proposeBins } from '../bins/public.ts'
import { problemsOfCountedBins } from '../stocktake/public.ts'

// Goods go into another bin of their storage location (spec domain.md 1.4). Nothing else about them changes, so that the ERP
// sees no movement; what holds the goods keeps them where they are.

type Line = SaveContext<typeof locationAdjustment>['lines'][number]['line']

const bins = ['bin', 'targetBin'] as const

/**
 * Target bins in use, of the hazard class, other than the goods' own, with room for them; and bins of which none is being
 * counted.
 */
async function problemsOfBins(
  tx: Transaction,
  today: LocalDate,
  header: SaveContext<typeof locationAdjustment>['header'],
  lines: readonly Line[],
  problem: SaveContext<typeof locationAdjustment>['problem'],
): Promise<RefusalDetail[]> {
  // Goods may also go where they are received, set apart or staged.
  const problems = await problemsOfFilledBins(tx, today, header, lines, 'targetBin', {
    isInEveryArea: true,
  })
  for (const line of lines) {
    const bin = textOf(line.bin)
    if (bin !== '' && bin === textOf(line.targetBin))
      problems.push(problem('bin-same', { bin }, line.lineNo, 'targetBin'))
  }
  return [...problems, ...(await problemsOfCountedBins(tx, header, lines, bins))]
}

async function beforeSave(context: SaveContext<typeof locationAdjustment>): Promise<void> {
  const { tx, header, today, problem } = context
  const lines = context.lines.map(({ line }) => line)
  const problems = await problemsOfBins(tx, today, header, lines, problem)
  if (problems.length > 0) throw refuseAll(problems)
}

/** Each line's best bin other than its own. */
async function proposeLines({ tx, header, lines }: ProposalOf<typeof locationAdjustment>) {
  const proposed = await proposeBins(tx, {
    companyCode: header.companyCode,
    plant: textOf(header.plant),
    storageLocation: textOf(header.storageLocation),
    goods: lines.map((line) => ({
      materialNo: textOf(line.materialNo),
      batch: textOf(line.batch),
      exceptBin: textOf(line.bin),
      quantity: line.quantity,
    })),
  })
  return proposed.map((targetBin) => ({ targetBin }))
}

/** The bins are checked again, because a draft may be days old. */
async function execute(context: ContextOf<typeof locationAdjustment, 'execute'>): Promise<void> {
  const { tx, today, document, lines, move, problem } = context
  const problems = await problemsOfBins(tx, today, document, lines, problem)
  if (problems.length > 0) throw refuseAll(problems)
  for (const line of lines) {
    const to = stockOfLine(document, line, { bin: line.targetBin })
    await move({
      lineNo: line.lineNo,
      from: stockOfLine(document, line),
      to,
      quantity: line.quantity,
    })
  }
}

/** Refused if the goods have moved on (`stock-moved-on`); their way back is one between the same bins. */
async function undo({
  tx,
  document,
  lines,
  reverseMoves,
}: ContextOf<typeof locationAdjustment, 'undo'>): Promise<void> {
  const problems = await problemsOfCountedBins(tx, document, lines, bins)
  if (problems.length > 0) throw refuseAll(problems)
  reverseMoves()
}

export const locationAdjustmentEffects = effectsFor(locationAdjustment, {
  actions: {
    execute,
    undo,
  },
  beforeSave,
  proposeLines,
})
