import { addAll } from '@kufang/kernel/add-all.ts'
import { sourceOfLine } from '../document/effects/source-of-line.ts'
import type { SourceLineOf } from '../document/effects/typed-documents.ts'
import type { DocumentNamed } from '../document/effects/typed-documents.ts'
import { inspectionOrder } from '@kufang/contract/acceptance/inspection-order.ts'
import type { LineOf } from '@kufang/contract/document/declare/define-document.ts'
import {
  addQuantity,
  compareQuantity,
  isPositive,
  negateQuantity,
  subtractQuantity,
  sumQuantities,
  zeroQuantity,
  type Quantity,
} from '@kufang/kernel/quantity.ts'
import { refuseAll, type RefusalDetail } from '@kufang/kernel/refusal.ts'
import { entryOf, itemWith } from '@kufang/kernel/present.ts'
import { effectsFor, type ContextOf, type DocumentPort } from '../document/effects/effects.ts'
import { binsForPurpose, readMaterials } from '../masters/public.ts'
import { receivedByCategory } from '../receiving/public.ts'
import { assignedNotices } from './assigned-inspector.ts'
import {
  destroyedOf,
  problemsOfSamples,
  recordDestroyed,
  takeLeftBack,
} from './destroyed-pieces.ts'
import { problemsOfPieces } from './inspected-pieces.ts'
import { problemsOfRecords } from './record-decision.ts'
import { foundDocuments } from './packing-links.ts'
import { sampledPieces } from './record-links.ts'
import { usageDecision } from './usage-decision.ts'

// The usage decision, per line and batch, complete or partial. It writes accepted and rejected quantities to the notice
// and the arrival; only these can be received (spec domain.md 1.2).

type Source = SourceLineOf<typeof inspectionOrder>
type Line = LineOf<typeof inspectionOrder>
type Decision = {
  lineNo: number
  accepted: Quantity
  rejected: Quantity
  missing: Quantity
  destroyed: Quantity
  rejectedPieces: readonly string[]
}

const accepted = (line: Line) => line.acceptedQuantity ?? zeroQuantity
const rejected = (line: Line) => line.rejectedQuantity ?? zeroQuantity
const missing = (line: Line) => line.missingQuantity ?? zeroQuantity

type Deciding = ContextOf<typeof inspectionOrder, 'decide'>

async function decide(context: Deciding): Promise<void> {
  const { document, lines, problem } = context
  const notices = await assignedNotices(context)
  const problems = lines.flatMap((line): RefusalDetail[] => {
    const sum = sumQuantities([accepted(line), rejected(line), missing(line), destroyedOf(line)])
    if (compareQuantity(sum, line.quantity) !== 0) {
      return [
        problem(
          'decision-incomplete',
          {
            accepted: accepted(line),
            rejected: rejected(line),
            missing: missing(line),
            destroyed: destroyedOf(line),
            inspected: line.quantity,
            unit: line.unit,
          },
          line.lineNo,
          'acceptedQuantity',
        ),
      ]
    }
    return isPositive(rejected(line)) && !line.defectClass
      ? [problem('defect-required', {}, line.lineNo, 'defectClass')]
      : []
  })
  addAll(problems, problemsOfSamples(context))
  addAll(problems, await missingDocuments(context))
  addAll(problems, await problemsOfRecords(context, notices))
  addAll(problems, await problemsOfPieces(context.tx, lines))
  if (problems.length > 0) throw refuseAll(problems)
  context.setState(
    usageDecision(
      sumQuantities(lines.map(accepted)),
      sumQuantities(lines.map((line) => subtractQuantity(line.quantity, destroyedOf(line)))),
    ),
  )
  context.afterwards(async () => {
    await propagateDecision(context.documents, document.companyCode, lines, 1)
    await recordShortage(context)
    await recordDestroyed(context)
    await recordRejects(context)
  })
}

/** What is rejected is followed to its end by a record of its own, with the bin where it will be kept. */
async function recordRejects({ tx, document, documents, lines }: Deciding): Promise<void> {
  const refused = lines.filter((line) => isPositive(rejected(line)))
  if (refused.length === 0) return
  const { companyCode, plant, storageLocation } = document
  const [bins, materials] = await Promise.all([
    binsForPurpose(tx, { companyCode, plant, storageLocation, purpose: 'rejects' }),
    readMaterials(
      tx,
      refused.map(({ materialNo }) => materialNo),
    ),
  ])
  const binOf = (materialNo: string) =>
    bins.get(materials.get(materialNo)?.hazardClass ?? '') ?? bins.get('') ?? null
  await documents.create('rejected-goods', {
    companyCode,
    header: {},
    lines: refused.map((line) => ({
      source: { id: document.id, lineNo: line.lineNo },
      quantity: rejected(line),
      rejectsBin: binOf(line.materialNo),
      ...(line.rejectedSerialNumbers ? { serialNumbers: line.rejectedSerialNumbers } : {}),
    })),
  })
}

/** The record of rejected goods ends with the decision, while nobody has set them aside. */
async function takeRejectsBack(context: ContextOf<typeof inspectionOrder, 'withdraw'>) {
  const { document, documents, successors, firstToUndo, refuse } = context
  for (const { id, docNo, state } of await successors('rejected-goods')) {
    if (!['recorded', 'appealed'].includes(state))
      throw refuse('successor-stands', { by: (await firstToUndo()) || docNo })
    await documents.act('rejected-goods', document.companyCode, id, 'withdraw')
  }
}

/** What is missing never arrived: it leaves the goods in inspection with a document of its own. */
async function recordShortage({ document, documents, lines }: Deciding): Promise<void> {
  const short = lines.filter((line) => isPositive(missing(line)))
  if (short.length === 0) return
  const { companyCode } = document
  const { id } = await documents.create('arrival-shortage', {
    companyCode,
    header: {},
    lines: short.map((line) => ({
      source: { id: document.id, lineNo: line.lineNo },
      quantity: missing(line),
      ...(line.missingSerialNumbers ? { serialNumbers: line.missingSerialNumbers } : {}),
    })),
  })
  await documents.act('arrival-shortage', companyCode, id, 'record')
}

/** What the materials require to come with them and did not, of the lines with accepted goods. */
async function missingDocuments({ tx, lines, problem }: Deciding): Promise<RefusalDetail[]> {
  const accepting = lines.filter((line) => isPositive(accepted(line)))
  const materials = await readMaterials(
    tx,
    accepting.map((line) => line.materialNo),
  )
  return accepting.flatMap((line) => {
    const required = materials.get(line.materialNo)?.requiredDocuments ?? []
    const present = new Set((line.documentsPresent ?? []).map((one) => one.trim().toLowerCase()))
    const missing = required.filter((one) => !present.has(one.trim().toLowerCase()))
    if (missing.length === 0) return []
    const params = {
      material: line.materialNo,
      missing: missing.join('、'),
      required: required.join('、'),
      accepted: accepted(line),
      unit: line.unit,
    }
    return [problem('documents-missing', params, line.lineNo, 'documentsPresent')]
  })
}

async function withdraw(context: ContextOf<typeof inspectionOrder, 'withdraw'>): Promise<void> {
  const { tx, document, lines, refuse } = context
  // Lock the arrivals first, so that no receipt occurs between the check and the withdrawal.
  const decided = await decisionsByArrival(context.documents, document.companyCode, lines)
  const arrivals = new Map<string, DocumentNamed<'arrival'>>()
  for (const id of decided.keys())
    arrivals.set(id, await context.documents.load('arrival', document.companyCode, id))
  const received = await receivedByCategory(tx, document.companyCode, [...decided.keys()])
  for (const [arrivalId, decisions] of decided) {
    const arrival = entryOf(arrivals, arrivalId)
    for (const decision of decisions) {
      const line = itemWith(arrival.lines, (one) => one.lineNo === decision.lineNo)
      for (const [category, field, given] of [
        ['UU', 'acceptedQuantity', decision.accepted],
        ['BL', 'rejectedQuantity', decision.rejected],
      ] as const) {
        const taken = received.get(`${arrivalId}/${decision.lineNo}/${category}`)
        const left = subtractQuantity(line[field] ?? zeroQuantity, given)
        if (taken && compareQuantity(taken.quantity, left) > 0)
          throw refuse('already-received', { by: taken.docNo })
      }
    }
  }
  await takeLeftBack(context, 'arrival-shortage')
  await takeLeftBack(context, 'sample-withdrawal')
  await takeRejectsBack(context)
  await context.releaseSources('all')
  context.afterwards(() => propagateDecision(context.documents, document.companyCode, lines, -1))
}

/** The decision by line of the arrivals behind the notices. */
async function decisionsByArrival(
  documents: DocumentPort,
  companyCode: string,
  lines: readonly Line[],
): Promise<Map<string, Decision[]>> {
  const found = new Map<string, Decision[]>()
  for (const [noticeId, own] of groupBy(lines, (line) => sourceOfLine(line).id)) {
    const notice = await documents.load('inspection-notice', companyCode, noticeId)
    for (const line of own) {
      const called = itemWith(notice.lines, (one) => one.lineNo === line.sourceLine)
      const arrivalId = String(called.sourceId)
      const list = found.get(arrivalId) ?? []
      list.push({
        lineNo: Number(called.sourceLine),
        accepted: accepted(line),
        rejected: rejected(line),
        missing: missing(line),
        destroyed: destroyedOf(line),
        rejectedPieces: line.rejectedSerialNumbers ?? [],
      })
      found.set(arrivalId, list)
    }
  }
  return found
}

/** Adds (or subtracts) the findings on notices and arrivals, and updates the states of the notices. */
async function propagateDecision(
  documents: DocumentPort,
  companyCode: string,
  lines: readonly Line[],
  sign: 1 | -1,
): Promise<void> {
  const signed = (quantity: Quantity) => (sign === 1 ? quantity : negateQuantity(quantity))
  for (const [arrivalId, decisions] of await decisionsByArrival(documents, companyCode, lines)) {
    const arrival = await documents.load('arrival', companyCode, arrivalId)
    await documents.change('arrival', companyCode, arrivalId, {
      lines: withRejectedPieces(
        arrival.lines,
        decisions,
        sign,
        changed(arrival.lines, decisions, signed, decidedFields),
      ),
    })
  }
  for (const [noticeId, own] of groupBy(lines, (line) => sourceOfLine(line).id)) {
    const notice = await documents.load('inspection-notice', companyCode, noticeId)
    const decisions = own.map((line): Decision => ({
      lineNo: sourceOfLine(line).lineNo,
      accepted: accepted(line),
      rejected: rejected(line),
      missing: missing(line),
      destroyed: destroyedOf(line),
      rejectedPieces: [],
    }))
    await documents.act('inspection-notice', companyCode, noticeId, 'recordFindings', {
      lines: changed(notice.lines, decisions, signed, foundFields),
    })
  }
}

/** The changes of an arrival with its rejected pieces; unchanged if none has serial numbers. */
function withRejectedPieces<Change extends { lineNo: number }>(
  lines: readonly { lineNo: number; rejectedSerialNumbers: string[] | null }[],
  decisions: readonly Decision[],
  sign: 1 | -1,
  changes: readonly Change[],
): (Change & { rejectedSerialNumbers?: string[] })[] {
  if (decisions.every(({ rejectedPieces }) => rejectedPieces.length === 0)) return [...changes]
  return changes.map((change) => {
    const line = itemWith(lines, ({ lineNo }) => lineNo === change.lineNo)
    const before = line.rejectedSerialNumbers ?? []
    const own = decisions
      .filter(({ lineNo }) => lineNo === change.lineNo)
      .flatMap(({ rejectedPieces }) => rejectedPieces)
    const rejectedSerialNumbers =
      sign === 1 ? [...before, ...own] : before.filter((one) => !own.includes(one))
    return { ...change, rejectedSerialNumbers }
  })
}

type Found = keyof Omit<Decision, 'lineNo' | 'rejectedPieces'>

/** Where a decision is kept on an arrival, which has what is missing or destroyed from documents of their own. */
const decidedFields = { acceptedQuantity: 'accepted', rejectedQuantity: 'rejected' } as const
/** The same on a notice. */
const foundFields = {
  ...decidedFields,
  missingQuantity: 'missing',
  destroyedQuantity: 'destroyed',
} as const

function changed<Name extends string>(
  lines: readonly ({ lineNo: number } & Record<NoInfer<Name>, Quantity | null>)[],
  decisions: readonly Decision[],
  signed: (quantity: Quantity) => Quantity,
  fields: Readonly<Record<Name, Found>>,
) {
  return [...groupBy(decisions, (decision) => decision.lineNo)].map(([lineNo, own]) => {
    const line = itemWith(lines, (one) => one.lineNo === lineNo)
    const sums = (Object.entries(fields) as [Name, Found][]).map(([field, part]) => {
      const added = signed(sumQuantities(own.map((decision) => decision[part])))
      return [field, addQuantity(line[field] ?? zeroQuantity, added)]
    })
    return { lineNo, ...(Object.fromEntries(sums) as Record<Name, Quantity>) }
  })
}

function groupBy<T, K>(rows: readonly T[], key: (row: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>()
  for (const row of rows) groups.set(key(row), [...(groups.get(key(row)) ?? []), row])
  return groups
}

export const inspectionOrderEffects = effectsFor(inspectionOrder, {
  actions: { decide, withdraw },
  // Complete acceptance is the usual case, with all documents or those that were found in the crate; the inspector changes
  // what differs.
  async prefill({ tx, sources }) {
    const companyCode = String(sources[0]?.['companyCode'])
    const noticeIds = sources.map(({ id }) => id)
    const isSampled = sources[0]?.['inspectionMethod'] === 'sample'
    const [materials, found, samples] = await Promise.all([
      readMaterials(
        tx,
        sources.map((source) => String(source.materialNo)),
      ),
      foundDocuments(tx, companyCode, noticeIds),
      isSampled ? sampledPieces(tx, companyCode, noticeIds) : new Map<string, Quantity>(),
    ])
    const inspectedOf = (source: Source) => source.wantedQuantity ?? source.freeQuantity
    const sampleOf = (source: Source) => {
      const sample = samples.get(`${source.id}/${source.lineNo}`)
      if (sample === undefined) return {}
      const inspected = inspectedOf(source)
      return { sampleQuantity: compareQuantity(sample, inspected) < 0 ? sample : inspected }
    }
    return {
      header: {
        inspectionMethod: sources[0]?.['inspectionMethod'] ?? 'full',
        attendees: sources[0]?.['attendees'] ?? [],
      },
      lines: sources.map((source) => ({
        source: { id: source.id, lineNo: source.lineNo },
        quantity: inspectedOf(source),
        ...sampleOf(source),
        acceptedQuantity: inspectedOf(source),
        rejectedQuantity: '0',
        missingQuantity: '0',
        destroyedQuantity: '0',
        documentsPresent:
          found.get(`${source.id}/${source.lineNo}`) ??
          materials.get(String(source.materialNo))?.requiredDocuments ??
          [],
      })),
    }
  },
})
