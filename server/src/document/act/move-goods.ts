import type { Transaction } from '../../platform/database/database.ts'
import { numberParameter } from '../../platform/database/drawn-number.ts'
import { isPositive } from '@kufang/kernel/quantity.ts'
import {
  movesOfDocument,
  placeHolds,
  releaseHolds,
  postMoves,
  type PostedMove,
  reverseMoves,
} from '../../ledger/public.ts'
import { assertConsignmentPrices } from '../books/consignment-price.ts'
import type { BegunAct } from './begin-act.ts'
import { takenBackPieces, withSerialNumbers } from './serial-numbers.ts'
import { keepSecondQuantities, withSecondQuantities } from './second-quantities.ts'
import { withValuationTypes } from './valuation-types.ts'
import type { Work } from './work.ts'

/** Executes all stock changes requested by the effect: releases, reversals, movements and holds. */
export async function moveGoods(tx: Transaction, act: BegunAct): Promise<PostedMove[]> {
  const { acting, made, work } = act
  const { session, table, action, clock } = acting
  const { header } = act.loaded
  const { name } = table.definition
  const by = {
    companyCode: header.companyCode,
    documentType: name,
    documentId: header.id,
    // The ledger calls this after it has its locks, so that waiting for them does not hold the number range.
    documentNo:
      made === undefined || header.docNo !== ''
        ? header.docNo
        : () => {
            made.draw()
            return numberParameter(header.docNo)
          },
    userId: session.userId,
    userName: session.userName,
    now: clock.now,
  }
  // The version makes the prefix unique per deliberate act and identical for a repeated request.
  const idempotencyPrefix = `${header.id}:${action}:${header.version}`
  if (work.releasesHolds)
    await releaseHolds(tx, {
      ...by,
      ...(work.releasedLines === undefined ? {} : { lines: work.releasedLines }),
    })
  if (work.triesReversal)
    await tryReversal(tx, async () => {
      // What it holds of them itself would not stand against it.
      await releaseHolds(tx, by)
      await reverseMoves(tx, {
        ...by,
        byDocumentType: name,
        byDocumentId: header.id,
        byDocumentNo: header.docNo,
        idempotencyPrefix: `${idempotencyPrefix}:t`,
      })
    })
  let moves: PostedMove[] = []
  if (work.reversesMoves) {
    moves = await reverseMoves(tx, {
      ...by,
      byDocumentType: name,
      byDocumentId: header.id,
      byDocumentNo: (await made?.number()) ?? header.docNo,
      idempotencyPrefix,
      ...(work.reversedLines === undefined
        ? {}
        : { lines: takenBackPieces(act, work.reversedLines) }),
    })
    if (work.reversedLines !== undefined) {
      const recorded = await movesOfDocument(tx, header.companyCode, name, header.id)
      const left = recorded.filter(({ remaining }) => isPositive(remaining))
      work.linesLeft = new Set(left.map(({ lineNo }) => lineNo))
    }
  }
  await assertConsignmentPrices(tx, work.moves, clock.today)
  if (work.moves.length > 0)
    moves = [
      ...moves,
      ...(await postMoves(tx, {
        ...by,
        idempotencyPrefix: `${idempotencyPrefix}:m`,
        moves: await withValuationTypes(
          tx,
          table,
          withSerialNumbers(act, withSecondQuantities(act)),
        ),
      })),
    ]
  if (work.holds.length > 0) {
    await placeHolds(tx, {
      ...by,
      documentNo: (await made?.number()) ?? header.docNo,
      rows: work.holds.map((hold) => ({ ...hold, kind: hold.kind ?? 'reservation' })),
    })
  }
  keepSecondQuantities(act, moves)
  return moves
}

/** Runs a reversal and undoes it; a refusal of it is thrown. */
async function tryReversal(tx: Transaction, reverse: () => Promise<unknown>): Promise<void> {
  const isPossible = new Error('the goods are there')
  try {
    await tx.attempt(async () => {
      await reverse()
      throw isPossible
    })
  } catch (error) {
    if (error !== isPossible) throw error
  }
}

/** Whether the effect requested changes of the stock. */
export const touchesStock = (work: Work): boolean =>
  work.reversesMoves ||
  work.triesReversal ||
  work.releasesHolds ||
  work.moves.length > 0 ||
  work.holds.length > 0
