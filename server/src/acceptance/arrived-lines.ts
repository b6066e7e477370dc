import { sumQuantities, type Quantity } from '@kufang/kernel/quantity.ts'
import type { DocumentPort } from '../document/act/effects.ts'
import type { Transaction } from '../platform/database/database.ts'
import type { arrivalKey } from '../receiving/public.ts'
import { movesOfDocument } from '../ledger/public.ts'

// What an inspection decided is about goods of arrivals: their lines stand behind those of the inspection order, with the
// notice between the two.

type Loaded = Awaited<ReturnType<DocumentPort['load']>>
type LoadedLine = Loaded['lines'][number]

/** A line made from one of an inspection order, with the notice, the arrival and its line behind it. */
export interface ArrivedLine<Line> {
  line: Line
  notice: Loaded
  arrival: Loaded
  arrived: LoadedLine
}

/** The documents with these ids, each locked once, in order of their ids. */
export async function loadEach(
  documents: Pick<DocumentPort, 'load'>,
  name: Parameters<DocumentPort['load']>[0],
  companyCode: string,
  ids: Iterable<unknown>,
): Promise<Map<string, Loaded>> {
  const found = new Map<string, Loaded>()
  for (const id of [...new Set([...ids].map(String))].toSorted())
    found.set(id, await documents.load(name, companyCode, id))
  return found
}

/** The line of a loaded document. */
export const lineOf = (found: ReadonlyMap<string, Loaded>, id: unknown, lineNo: unknown) =>
  found.get(String(id))!.lines.find((line) => line.lineNo === lineNo)!

/** The arrival line behind each line made from an inspection order, in their order. */
export async function arrivedLines<Line extends { sourceId: unknown; sourceLine: unknown }>({
  document: { companyCode },
  lines,
  documents,
}: {
  document: { companyCode: string }
  lines: readonly Line[]
  documents: Pick<DocumentPort, 'load'>
}): Promise<ArrivedLine<Line>[]> {
  const loadAll = (name: Parameters<DocumentPort['load']>[0], ids: Iterable<unknown>) =>
    loadEach(documents, name, companyCode, ids)
  const orders = await loadAll(
    'inspection-order',
    lines.map(({ sourceId }) => sourceId),
  )
  const inspected = lines.map((line) => lineOf(orders, line.sourceId, line.sourceLine))
  const notices = await loadAll(
    'inspection-notice',
    inspected.map((line) => line['sourceId']),
  )
  const called = inspected.map((line) => lineOf(notices, line['sourceId'], line['sourceLine']))
  const arrivals = await loadAll(
    'arrival',
    called.map((line) => line['sourceId']),
  )
  return lines.map((line, index) => {
    const { sourceId, sourceLine } = called[index]!
    const arrival = arrivals.get(String(sourceId))!
    const notice = notices.get(String(inspected[index]!['sourceId']))!
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

/** The fields of an arrival line that say where its goods are. */
export const stockOf = (arrived: LoadedLine) =>
  arrived as unknown as Parameters<typeof arrivalKey>[3]

/** The arrivals' movements into GR blocked stock, by `arrival/line`: the ERP's items that a 104 or 124 refers to. */
export async function movesInto(
  tx: Transaction,
  companyCode: string,
  behind: readonly Pick<ArrivedLine<unknown>, 'arrival' | 'arrived'>[],
): Promise<Map<string, string>> {
  const blocked = behind.filter(({ arrived }) => arrived['stockCategory'] === 'GRB')
  const ids = [...new Set(blocked.map(({ arrival }) => arrival.header.id))]
  const moves = await Promise.all(ids.map((id) => movesOfDocument(tx, companyCode, 'arrival', id)))
  return new Map(
    moves.flatMap((own, index) => own.map((one) => [`${ids[index]}/${one.lineNo}`, one.id])),
  )
}
