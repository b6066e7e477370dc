import { addAll } from '@kufang/kernel/add-all.ts'
import type { DemandCause } from '@kufang/contract/requisition/demand-problem.ts'
import { usualLinesMax } from '@kufang/contract/document/lines-max.ts'
import { newId } from '@kufang/kernel/identifier.ts'
import { addQuantity, isPositive, type Quantity } from '@kufang/kernel/quantity.ts'
import { entryOf, firstOf } from '@kufang/kernel/present.ts'
import { clock, systemDocuments, type SystemDocuments } from '../document/public.ts'
import { withdrawLines, type ChangedDemand } from '../external-documents/public.ts'
import type { Transaction } from '../platform/database/database.ts'
import { systemSession } from '../platform/session/session.ts'
import {
  causesOf,
  concernedQuantity,
  factsSince,
  isRestored,
  isRetold,
} from './demand-problem-facts.ts'
import {
  concernedKey,
  demandTypeOf,
  itemKey,
  readDemandProblems,
  readDemandWork,
  type DemandWork,
  type OpenDemandProblem,
} from './demand-work.ts'

// A reservation or sales order that changes, ends or is blocked in the ERP while requisitions, goods issues or distribution
// orders of ours hold quantity of it (spec domain.md 1.2).

/** What is to be told of an item to one unit at one place. */
interface Told {
  item: ChangedDemand
  cause: DemandCause
  /** Never empty. */
  work: readonly DemandWork[]
  /** The open problem that says so already. */
  known: OpenDemandProblem | undefined
  quantity: Quantity
}

/**
 * Raises problem documents for items that changed under open work, adds to those that are open, and closes those whose item
 * was restored or is worked on no more. The items are of one mirror; two statements, and those of the documents.
 */
export async function raiseDemandProblems(
  tx: Transaction,
  companyCode: string,
  items: readonly ChangedDemand[],
): Promise<void> {
  const type = firstOf(items).type
  const [work, open] = await Promise.all([
    readDemandWork(
      tx,
      companyCode,
      type,
      items.map(({ id, lineNo }) => ({ id, line: lineNo })),
    ),
    readDemandProblems(tx, companyCode, type, items),
  ])
  if (work.size === 0 && open.size === 0) return
  const gone = new Map<boolean, OpenDemandProblem[]>([
    [true, []],
    [false, []],
  ])
  const told: Told[] = []
  for (const item of items) {
    const key = itemKey({ id: item.id, line: item.lineNo })
    const byConcerned = Map.groupBy(work.get(key) ?? [], concernedKey)
    const restored: OpenDemandProblem[] = []
    const still: OpenDemandProblem[] = []
    for (const problem of open.get(key) ?? []) {
      if (isRestored(item, problem)) restored.push(problem)
      else if (!byConcerned.has(concernedKey(problem))) entryOf(gone, false).push(problem)
      else still.push(problem)
    }
    addAll(entryOf(gone, true), restored)
    for (const [concerned, own] of byConcerned) {
      const isOfThem = (problem: OpenDemandProblem) => concernedKey(problem) === concerned
      const answered = new Set(restored.filter(isOfThem).map(({ cause }) => cause))
      // What brings the item back is a change too.
      addAll(
        told,
        tellOf(item, own, still.filter(isOfThem)).filter(({ cause }) => !answered.has(cause)),
      )
    }
  }
  const documents = systemDocuments(tx, systemSession([companyCode], newId()), clock())
  for (const [restored, problems] of gone)
    await withdrawLines(problems, (id, lines) =>
      documents.act('demand-problem', companyCode, id, 'withdraw', {
        input: { isRestored: restored },
        lines,
      }),
    )
  await raise(documents, companyCode, told)
}

/** What the change of an item says to one unit at one place, beside what open problems say to it already. */
function tellOf(
  item: ChangedDemand,
  work: readonly DemandWork[],
  open: readonly OpenDemandProblem[],
): Told[] {
  const causes = new Set(causesOf(item))
  if (isRetold(item) && open.some(({ cause }) => cause === 'changed')) causes.add('changed')
  return [...causes].flatMap((cause) => {
    const known = open.find((problem) => problem.cause === cause)
    const facts = factsSince(item, known)
    const quantity = concernedQuantity(cause, work, item.excess, facts)
    return isPositive(quantity) ? [{ item, cause, work, known, quantity }] : []
  })
}

/**
 * Raises one document per demand, cause, unit and place, or adds to the one that is open for the item. What is more than a
 * document may have makes another one.
 */
async function raise(
  documents: SystemDocuments,
  companyCode: string,
  told: readonly Told[],
): Promise<void> {
  const groups = Map.groupBy(
    told,
    ({ item, cause, work, known }) =>
      known?.problemId ?? `${item.id}/${cause}/${concernedKey(firstOf(work))}`,
  )
  for (const group of groups.values())
    for (let at = 0; at < group.length; at += usualLinesMax) {
      const own = group.slice(at, at + usualLinesMax)
      const { known } = firstOf(own)
      // oxlint-disable-next-line no-await-in-loop -- each is a document of its own
      await (known === undefined
        ? documents.create('demand-problem', newProblem(companyCode, own))
        : addFinding(documents, companyCode, known, own))
    }
}

/** What a new document says of items to one unit at one place. */
function newProblem(companyCode: string, told: readonly Told[]) {
  const [{ item, cause, work }] = told as [Told]
  const [{ pickingUnit, requester, plant, storageLocation }] = work as [DemandWork]
  return {
    companyCode,
    header: {
      demandType: demandTypeOf(item.type),
      demandNo: item.docNo,
      cause,
      remedy: cause,
      pickingUnit,
      requester,
      plant,
      storageLocation,
      ...numbersOf(told),
    },
    lines: told.map((one) => ({
      source: { id: one.item.id, lineNo: one.item.lineNo },
      demandLine: one.item.lineNo,
      quantity: one.quantity,
      ...factsSince(one.item, undefined),
    })),
  }
}

/** Adds what is told of items to the open document that they are in. */
const addFinding = (
  documents: SystemDocuments,
  companyCode: string,
  known: OpenDemandProblem,
  told: readonly Told[],
): Promise<void> =>
  documents.act('demand-problem', companyCode, known.problemId, 'addFinding', {
    input: numbersOf(told, known),
    lines: told.map((one) => ({
      lineNo: one.known!.problemLine,
      quantity: addQuantity(one.quantity, one.known!.goneQuantity),
      ...factsSince(one.item, one.known),
    })),
  })

/** The numbers of our documents concerned, each once, after those known already. */
function numbersOf(told: readonly Told[], known?: OpenDemandProblem) {
  const work = told.flatMap((one) => one.work)
  const once = (numbers: readonly string[]): string[] => [...new Set(numbers)]
  return {
    requisitionNos: once([
      ...(known?.requisitionNos ?? []),
      ...work.map(({ requisitionNo }) => requisitionNo),
    ]),
    issueNos: once([...(known?.issueNos ?? []), ...work.flatMap(({ issueNos }) => issueNos)]),
  }
}
