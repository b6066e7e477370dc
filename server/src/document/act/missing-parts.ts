import type { AnyDocument } from '@kufang/contract/document/declare/define-document.ts'
import { commonLine } from '@kufang/contract/document/declare/common-fields.ts'
import { quantitiesBeyondLine } from '@kufang/contract/document/line-limits.ts'
import { entryOf, itemAt } from '@kufang/kernel/present.ts'
import {
  addQuantity,
  subtractQuantity,
  zeroQuantity,
  type Quantity,
} from '@kufang/kernel/quantity.ts'
import type { RefusalDetail } from '@kufang/kernel/refusal.ts'
import { textOf } from '@kufang/kernel/text-of.ts'
import type { Transaction } from '../../platform/database/database.ts'
import { readPieces, type StockKey } from '../../ledger/public.ts'
import { serialNumbersOf } from '../draft/serial-numbers.ts'
import { sourceOfLine } from '../effects/source-of-line.ts'

// A document about goods that are elsewhere and do not come back (`missing` of `inParts`): its lines are made from lines of the document
// that sent them, which is told by `settle` and `reopen` what of each is missing.

type Named = Readonly<Record<string, unknown>>

/** The lines of a draft, with the lines they are made from. */
export type DraftOfMissing = readonly {
  line: { lineNo: number; quantity?: Quantity | null }
  source: ({ id: string; lineNo: number } & object) | null
}[]

/** A line of a document whose goods are elsewhere, from which such a line is made. */
export interface SourceOfMissing {
  id: string
  lineNo: number
  companyCode?: unknown
  heldQuantity: Quantity
  wantedQuantity?: Quantity
}

/** What lines of losses say about each document that sent the goods: the quantity of each of its lines. */
export function missingBySource(
  lines: readonly {
    sourceId?: string | null
    sourceLine?: number | null
    quantity: Quantity
  }[],
): { id: string; lines: { lineNo: number; quantityMissing: Quantity }[] }[] {
  const byDocument = Map.groupBy(lines, (line) => sourceOfLine(line).id)
  return [...byDocument].map(([id, own]) => {
    const byLine = Map.groupBy(own, (line) => sourceOfLine(line).lineNo)
    return {
      id,
      lines: [...byLine].map(([lineNo, some]) => ({
        lineNo,
        quantityMissing: some.map(({ quantity }) => quantity).reduce(addQuantity),
      })),
    }
  })
}

/**
 * The lines of a draft that want more than is elsewhere of the line they are made from, together with those before them.
 * @param open the field of the predecessor's line with the quantity that is elsewhere
 */
export function problemsBeyondOpen(
  definition: Pick<AnyDocument, 'relabel'>,
  predecessor: Pick<AnyDocument, 'goods' | 'lines' | 'relabel'>,
  open: string,
  lines: DraftOfMissing,
): RefusalDetail[] {
  const word = definition.relabel?.['quantity'] ?? commonLine.quantity.label
  const limited = {
    lineInput: { quantity: { ...commonLine.quantity, label: word } },
    lineLimits: { quantity: open },
  }
  const wanted = new Map<string, Quantity>()
  return lines.flatMap(({ line: { lineNo, quantity }, source }) => {
    if (source === null) return []
    const key = `${source.id}/${source.lineNo}`
    wanted.set(key, addQuantity(wanted.get(key) ?? zeroQuantity, quantity ?? zeroQuantity))
    const entered = { quantity: entryOf(wanted, key) }
    const problems = quantitiesBeyondLine(predecessor, limited, source as Named, entered)
    return problems.map((problem) => ({ ...problem, line: lineNo }))
  })
}

/**
 * Proposes lines about what is elsewhere of lines and not yet reported; of goods with serial numbers, the pieces that are there.
 * @param open the field with the quantity that is elsewhere
 * @param at where the goods of a line are
 */
export async function proposeMissing<Source extends SourceOfMissing>(
  tx: Transaction,
  sources: readonly Source[],
  open: string,
  at: (source: Source) => StockKey,
) {
  const there = await readPieces(tx, textOf(sources[0]?.companyCode), sources.map(at))
  return {
    header: {},
    lines: sources.map((source, index) => {
      const elsewhere = ((source as Named)[open] as Quantity | null | undefined) ?? zeroQuantity
      const quantity = source.wantedQuantity ?? subtractQuantity(elsewhere, source.heldQuantity)
      const own = serialNumbersOf(source as Named)
      const pieces = itemAt(there, index).filter((one) => own.includes(one))
      return {
        source: { id: source.id, lineNo: source.lineNo },
        quantity,
        ...(pieces.length === 0 ? {} : { serialNumbers: pieces.slice(0, Number(quantity)) }),
      }
    }),
  }
}
