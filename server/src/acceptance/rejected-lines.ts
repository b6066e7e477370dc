import { sumQuantities, type Quantity } from '@kufang/kernel/quantity.ts'
import { entryOf, itemAt } from '@kufang/kernel/present.ts'
import type { DocumentPort } from '../document/effects/effects.ts'
import type { DocumentNamed, LineNamed } from '../document/effects/typed-documents.ts'
import { arrivalKey } from '../receiving/public.ts'
import type { StockKey } from '../ledger/public.ts'
import { arrivedLines, lineOf, loadEach, type ArrivedLine } from './arrived-lines.ts'

// What disposes of rejected goods is made from lines of their record, behind which are the inspection and the arrival.

interface Disposing {
  sourceId: string | null
  sourceLine: number | null
  materialNo: string
  quantity: Quantity
  serialNumbers: string[] | null
}

/** A line that disposes of rejected goods, with their record and the arrival line behind it. */
export interface RejectedLine<Line> extends ArrivedLine<Line> {
  record: DocumentNamed<'rejected-goods'>
}

/** The record and the arrival line behind each line made from a record, in their order. */
export async function rejectedLines<Line extends Disposing>({
  document,
  lines,
  documents,
}: {
  document: { companyCode: string }
  lines: readonly Line[]
  documents: Pick<DocumentPort, 'load'>
}): Promise<RejectedLine<Line>[]> {
  const ids = lines.map(({ sourceId }) => sourceId)
  const records = await loadEach(documents, 'rejected-goods', document.companyCode, ids)
  const rejected = lines.map(({ sourceId, sourceLine }) => lineOf(records, sourceId, sourceLine))
  const behind = await arrivedLines({ document, lines: rejected, documents })
  return behind.map(({ notice, arrival, arrived }, index) => {
    const line = itemAt(lines, index)
    return { line, record: entryOf(records, String(line.sourceId)), notice, arrival, arrived }
  })
}

/** Nobody approves what becomes of goods that he has rejected himself. */
export function assertNotInspected(
  {
    session,
    refuse,
  }: {
    session: { userId: string; userName: string }
    refuse: (code: 'inspector-disposes', params: Record<string, string>) => Error
  },
  behind: readonly Pick<RejectedLine<unknown>, 'record'>[],
): void {
  const own = behind.find(({ record }) => record.header.createdBy === session.userId)
  if (own === undefined) return
  throw refuse('inspector-disposes', { no: own.record.header.docNo, user: session.userName })
}

/**
 * Where the rejected goods of an arrival line are: set aside, and for the ERP where they arrived, or in blocked stock, into
 * which a receipt took them. In route A they are in GR blocked stock either way.
 */
export function rejectsKey(
  {
    companyCode,
    plant,
    storageLocation,
  }: Record<'companyCode' | 'plant' | 'storageLocation', string>,
  arrived: LineNamed<'arrival'>,
  { rejectsBin, isReceived }: { rejectsBin: string | null; isReceived: boolean | null },
): StockKey {
  const from = arrivalKey(companyCode, plant, storageLocation, arrived)
  const stockCategory =
    isReceived === true && from.stockCategory === 'QI' ? 'BL' : from.stockCategory
  return { ...from, bin: rejectsBin ?? '', stockCategory }
}

const piecesOf = (numbers: readonly string[]) => (numbers.length === 0 ? null : [...numbers])

/** What is handled of each arrival, each of its lines once: the input of its acts. */
function handledByArrival(
  behind: readonly ArrivedLine<Pick<Disposing, 'quantity' | 'serialNumbers'>>[],
) {
  const groups = Map.groupBy(behind, ({ arrival }) => arrival.header.id)
  return [...groups].map(([id, own]) => ({
    id,
    lines: [...Map.groupBy(own, ({ arrived }) => arrived.lineNo)].map(([lineNo, same]) => ({
      lineNo,
      handledQuantity: sumQuantities(same.map(({ line }) => line.quantity)),
      handledSerialNumbers: piecesOf(same.flatMap(({ line }) => line.serialNumbers ?? [])),
    })),
  }))
}

/** An act of an arrival on rejected goods of its lines. */
type RejectsAct =
  | 'setRejectsAside'
  | 'takeRejectsBack'
  | 'acceptConceded'
  | 'withdrawConceded'
  | 'awaitReplacement'
  | 'withdrawReplacement'

/** Tells each arrival what became of its rejected goods. */
export async function tellArrivals(
  documents: Pick<DocumentPort, 'act'>,
  companyCode: string,
  act: RejectsAct,
  behind: Parameters<typeof handledByArrival>[0],
): Promise<void> {
  for (const { id, lines } of handledByArrival(behind))
    await documents.act('arrival', companyCode, id, act, { lines })
}
