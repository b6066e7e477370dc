import type { arrival } from '@kufang/contract/receiving/arrival.ts'
import {
  addQuantity,
  compareQuantity,
  subtractQuantity,
  sumQuantities,
  zeroQuantity,
  type Quantity,
} from '@kufang/kernel/quantity.ts'
import { refuseAll, type RefusalDetail } from '@kufang/kernel/refusal.ts'
import { entryOf, firstOf, itemWith } from '@kufang/kernel/present.ts'
import type { ContextOf } from '../document/effects/effects.ts'
import { beginClearance, isReleased } from '../delivery/public.ts'
import { stateWithClosed } from './arrival-state.ts'
import { clearancesOf } from './gate-checks.ts'
import { receivedByCategory } from './public.ts'

// Rejected goods that were set aside are not received any more: the arrival closes them, as it does what is missing. What
// is conceded becomes accepted, and is received; what is exchanged is to be delivered again on the same note.

type Context<N extends string> = ContextOf<typeof arrival, N>
type Handling = Context<
  'setRejectsAside' | 'takeRejectsBack' | 'acceptConceded' | 'withdrawConceded'
>
type Line = Handling['lines'][number]
type Given = Handling['lineInput'][number]

const of = (quantity: Quantity | null | undefined): Quantity => quantity ?? zeroQuantity
const added = (numbers: readonly string[] | null, more: readonly string[]) => [
  ...(numbers ?? []),
  ...more,
]
const without = (numbers: readonly string[] | null, gone: readonly string[]) =>
  (numbers ?? []).filter((one) => !gone.includes(one))

/** Writes what follows of the given lines, and the state that follows from what is left to be received. */
function handle(
  { lines, lineInput, setLine, setState }: Handling,
  closed: typeof addQuantity,
  changes: (line: Line, given: Quantity, pieces: readonly string[]) => Partial<Line>,
): void {
  const given = new Map(lineInput.map((one) => [one.lineNo, one]))
  const closedOf = (line: Line): Quantity => {
    const one = given.get(line.lineNo)
    return one === undefined
      ? of(line.closedQuantity)
      : closed(of(line.closedQuantity), one.handledQuantity)
  }
  for (const line of lines) {
    const one = given.get(line.lineNo)
    if (one === undefined) continue
    const pieces = one.handledSerialNumbers ?? []
    setLine(line.lineNo, {
      ...changes(line, one.handledQuantity, pieces),
      closedQuantity: closedOf(line),
    })
  }
  setState(stateWithClosed(lines, closedOf))
}

/** Pieces change only where there are some: most goods have no serial numbers. */
const piecesIfAny = (pieces: readonly string[], changes: Partial<Line>): Partial<Line> =>
  pieces.length === 0 ? {} : changes

/** Lines of which receipts took more in this category than would be left; receipts in draft count too. */
async function takenByReceipts(
  { tx, document, lines, lineInput }: Handling,
  category: 'UU' | 'BL',
  refused: (given: Given, left: Quantity, receipt: string, unit: string) => RefusalDetail,
): Promise<RefusalDetail[]> {
  const received = await receivedByCategory(tx, document.companyCode, [document.id])
  return lineInput.flatMap((given) => {
    const line = itemWith(lines, ({ lineNo }) => lineNo === given.lineNo)
    const taken = received.get(`${document.id}/${given.lineNo}/${category}`)
    const decided = of(category === 'BL' ? line.rejectedQuantity : line.acceptedQuantity)
    const left = subtractQuantity(decided, taken?.quantity ?? zeroQuantity)
    if (compareQuantity(given.handledQuantity, left) <= 0) return []
    return [refused(given, left, taken?.docNo ?? '–', line.unit)]
  })
}

/** The effects of an arrival's acts on its rejected goods. */
export const rejectsEffects = {
  async setRejectsAside(context: Context<'setRejectsAside'>): Promise<void> {
    const problems = await takenByReceipts(context, 'BL', (given, left, receipt, unit) =>
      context.problem(
        'rejects-received',
        { quantity: given.handledQuantity, left, receipt, unit },
        given.lineNo,
      ),
    )
    if (problems.length > 0) throw refuseAll(problems)
    handle(context, addQuantity, (line, quantity, pieces) => ({
      rejectedQuantity: subtractQuantity(of(line.rejectedQuantity), quantity),
      ...piecesIfAny(pieces, {
        serialNumbers: without(line.serialNumbers, pieces),
        rejectedSerialNumbers: without(line.rejectedSerialNumbers, pieces),
      }),
    }))
  },
  takeRejectsBack(context: Context<'takeRejectsBack'>): void {
    handle(context, subtractQuantity, (line, quantity, pieces) => ({
      rejectedQuantity: addQuantity(of(line.rejectedQuantity), quantity),
      ...piecesIfAny(pieces, {
        serialNumbers: added(line.serialNumbers, pieces),
        rejectedSerialNumbers: added(line.rejectedSerialNumbers, pieces),
      }),
    }))
  },
  acceptConceded(context: Context<'acceptConceded'>): void {
    handle(context, subtractQuantity, (line, quantity, pieces) => ({
      acceptedQuantity: addQuantity(of(line.acceptedQuantity), quantity),
      ...piecesIfAny(pieces, { serialNumbers: added(line.serialNumbers, pieces) }),
    }))
  },
  async withdrawConceded(context: Context<'withdrawConceded'>): Promise<void> {
    const problems = await takenByReceipts(context, 'UU', (given, left, receipt, unit) =>
      context.problem(
        'conceded-received',
        { quantity: given.handledQuantity, left, receipt, unit },
        given.lineNo,
      ),
    )
    if (problems.length > 0) throw refuseAll(problems)
    handle(context, addQuantity, (line, quantity, pieces) => ({
      acceptedQuantity: subtractQuantity(of(line.acceptedQuantity), quantity),
      ...piecesIfAny(pieces, { serialNumbers: without(line.serialNumbers, pieces) }),
    }))
  },
  async awaitReplacement(context: Context<'awaitReplacement'>): Promise<void> {
    await clearReplacement(context)
    await context.releaseQuantities(handledOf(context))
  },
  /** Refused if it was delivered again meanwhile. */
  async withdrawReplacement(context: Context<'withdrawReplacement'>): Promise<void> {
    const taken = await context.retakeQuantities(handledOf(context))
    if (taken.length > 0)
      throw refuseAll(
        taken.map(({ lineNo, quantity, fromNo, fromLine, free, unit }) =>
          context.problem(
            'replacement-arrived',
            { quantity, unit, free, source: `${fromNo}/${fromLine}` },
            lineNo,
          ),
        ),
      )
    await cancelReplacement(context)
  },
}

const handledOf = ({ lineInput }: Pick<Handling, 'lineInput'>) =>
  lineInput.map(({ lineNo, handledQuantity }) => ({ lineNo, quantity: handledQuantity }))

type Replacing = Context<'awaitReplacement'> | Context<'withdrawReplacement'>

/** What is handled of each line of the notes behind the arrival. */
function byNote({ lines, lineInput }: Replacing) {
  const byNumber = new Map(lines.map((line) => [line.lineNo, line]))
  const handled = lineInput.map(({ lineNo, handledQuantity }) => {
    const { sourceId, sourceLine, materialNo } = entryOf(byNumber, lineNo)
    return {
      noteId: sourceId ?? '',
      lineNo: sourceLine ?? 0,
      materialNo,
      quantity: handledQuantity,
    }
  })
  return [...Map.groupBy(handled, ({ noteId }) => noteId)].map(([noteId, own]) => ({
    noteId,
    lines: [...Map.groupBy(own, ({ lineNo }) => lineNo).values()].map((same) => ({
      ...firstOf(same),
      quantity: sumQuantities(same.map(({ quantity }) => quantity)),
    })),
  }))
}

/** What comes for imported goods crosses the border again: customs releases it by itself. */
async function clearReplacement(context: Context<'awaitReplacement'>): Promise<void> {
  const { tx, document, documents, afterwards } = context
  const { companyCode, docNo } = document
  const imported = new Set((await clearancesOf(context)).map(({ noteId }) => noteId))
  const cleared = byNote(context).filter(({ noteId }) => imported.has(noteId))
  afterwards(async () => {
    for (const { noteId, lines } of cleared)
      await beginClearance(tx, documents, { id: noteId, companyCode }, lines, docNo)
  })
}

/** The goods are here after all: what was begun at customs for their replacement ends. */
async function cancelReplacement(context: Context<'withdrawReplacement'>): Promise<void> {
  const { document, documents, afterwards } = context
  const waiting = (await clearancesOf(context)).filter(
    (one) => one.replacesArrivalNo === document.docNo && !isReleased(one),
  )
  const ended = byNote(context).flatMap(({ noteId, lines }) => {
    const about = lines.map(({ lineNo, quantity }) => `${lineNo} ${quantity}`).toSorted()
    const found = waiting.findLast(
      (one) =>
        one.noteId === noteId &&
        one.lines
          .map(({ noteLine, quantity }) => `${noteLine} ${quantity}`)
          .toSorted()
          .join() === about.join(),
    )
    return found === undefined ? [] : [found.id!]
  })
  afterwards(async () => {
    for (const id of ended)
      await documents.act('customs-clearance', document.companyCode, id, 'cancel')
  })
}
