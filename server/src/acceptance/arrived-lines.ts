import type { DocumentName } from '@kufang/contract/registry.ts'
import { sumQuantities, type Quantity } from '@kufang/kernel/quantity.ts'
import { entryOf, itemAt } from '@kufang/kernel/present.ts'
import type { DocumentPort } from '../document/effects/effects.ts'
import type { DocumentNamed, LineNamed } from '../document/effects/typed-documents.ts'
import type { Transaction } from '../platform/database/database.ts'
import { movesOfDocument } from '../ledger/public.ts'

// What an inspection decided is about goods of arrivals: their lines stand behind those of the inspection order, with the
// notice between the two.

/** A line made from one of an inspection order, with the notice, the arrival and its line behind it. */
export interface ArrivedLine<Line> {
  line: Line
  notice: DocumentNamed<'inspection-notice'>
  arrival: DocumentNamed<'arrival'>
  arrived: LineNamed<'arrival'>
}

/** The documents with these ids, each locked once, in order of their ids. */
export async function loadEach<N extends DocumentName>(
  documents: Pick<DocumentPort, 'load'>,
  name: N,
  companyCode: string,
  ids: Iterable<string | null>,
): Promise<Map<string, DocumentNamed<N>>> {
  const found = new Map<string, DocumentNamed<N>>()
  for (const id of [...new Set([...ids].map(String))].toSorted())
    found.set(id, await documents.load(name, companyCode, id))
  return found
}

/** The line of a loaded document. */
export function lineOf<Line extends { lineNo: number }>(
  found: ReadonlyMap<string, { lines: readonly Line[] }>,
  id: string | null,
  lineNo: number | null,
): Line {
  const line = found.get(String(id))?.lines.find((one) => one.lineNo === lineNo)
  if (line === undefined) throw new Error(`line ${id}/${lineNo} is not loaded`)
  return line
}

/** The arrival line behind each line made from an inspection order, in their order. */
export async function arrivedLines<
  Line extends { sourceId: string | null; sourceLine: number | null },
>({
  document: { companyCode },
  lines,
  documents,
}: {
  document: { companyCode: string }
  lines: readonly Line[]
  documents: Pick<DocumentPort, 'load'>
}): Promise<ArrivedLine<Line>[]> {
  const loadAll = <N extends DocumentName>(name: N, ids: Iterable<string | null>) =>
    loadEach(documents, name, companyCode, ids)
  const orders = await loadAll(
    'inspection-order',
    lines.map(({ sourceId }) => sourceId),
  )
  const inspected = lines.map((line) => lineOf(orders, line.sourceId, line.sourceLine))
  const notices = await loadAll(
    'inspection-notice',
    inspected.map((line) => line.sourceId),
  )
  const called = inspected.map((line) => lineOf(notices, line.sourceId, line.sourceLine))
  const arrivals = await loadAll(
    'arrival',
    called.map((line) => line.sourceId),
  )
  return lines.map((line, index) => {
    const { sourceId, sourceLine } = itemAt(called, index)
    const arrival = entryOf(arrivals, String(sourceId))
    const notice = entryOf(notices, String(itemAt(inspected, index).sourceId))
    return { line, notice, arrival, arrived: lineOf(arrivals, sourceId, sourceLine) }
  })
}

/** The quantities and pieces of lines by the arrival behind them, each line of it once. */
export function quantitiesByArrival(
  behind: readonly ArrivedLine<{ quantity: Quantity; serialNumbers: readonly string[] | null }>[],
) {
  const groups = Map.groupBy(behind, ({ arrival }) => arrival.header.id)
  return [...groups].map(([id, own]) => ({
    id,
    lines: [...Map.groupBy(own, ({ arrived }) => arrived.lineNo)].map(([lineNo, same]) => {
      const numbers = same.flatMap(({ line }) => line.serialNumbers ?? [])
      return {
        lineNo,
        quantity: sumQuantities(same.map(({ line }) => line.quantity)),
        serialNumbers: numbers.length === 0 ? null : numbers,
      }
    }),
  }))
}

/**
 * The arrivals' movements from the supplier, by `arrival/line`: the ERP's items that a return or a shortage refers to,
 * whichever stock category they were received into (102, 104, 122, 124; spec domain.md 1.7, "references").
 */
export async function movesInto(
  tx: Transaction,
  companyCode: string,
  behind: readonly Pick<ArrivedLine<unknown>, 'arrival' | 'arrived'>[],
): Promise<Map<string, string>> {
  const ids = [...new Set(behind.map(({ arrival }) => arrival.header.id))]
  const moves = await Promise.all(ids.map((id) => movesOfDocument(tx, companyCode, 'arrival', id)))
  return new Map(
    moves.flatMap((own, index) =>
      own
        .filter(({ from }) => from.place === 'supplier')
        .map((one) => [`${ids[index]}/${one.lineNo}`, one.id]),
    ),
  )
}
