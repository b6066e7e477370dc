import type { LineOf } from '@kufang/contract/document/declare/define-document.ts'
import { batchChange, batchData, clearedBatchData } from '@kufang/contract/stock/batch-change.ts'
import { inSentence } from '@kufang/contract/document/declare/label.ts'
import { batchDataLabels } from '@kufang/contract/stock/batch-history-query.ts'
import { refuseAll, type RefusalDetail } from '@kufang/kernel/refusal.ts'
import type { LocalDate } from '@kufang/kernel/local-date.ts'
import { textOf } from '@kufang/kernel/text-of.ts'
import { itemAt } from '@kufang/kernel/present.ts'
import { expiryBeforeProduction } from '../bins/public.ts'
import { effectsFor, type ContextOf, type SaveContext } from '../document/effects/effects.ts'
import { readMaterials } from '../masters/public.ts'
import { writeAudit } from '../platform/audit/audit.ts'
import type { Transaction } from '../platform/database/database.ts'
import {
  batchFields,
  lockBatches,
  readBatches,
  writeBatches,
  type BatchData,
  type NamedBatch,
} from '../ledger/public.ts'

// Data of batches in stock: submitted with what is recorded, changed by another person's approval while that is still
// recorded, and taken back while the batch still has the new data (spec domain.md 1.4, 库存调整).

type Context<N extends string> = ContextOf<typeof batchChange, N>
type Problem = SaveContext<typeof batchChange>['problem']
type Entered = Partial<LineOf<typeof batchChange>>
type Line = Entered & NamedBatch
/** A line with what is recorded of its batch, and what will be. */
type Planned = NamedBatch & { recorded: BatchData; data: BatchData }

const asData = (line: Entered): BatchData =>
  Object.fromEntries(batchFields.map((field) => [field, textOf(line[field]) || null])) as never

/** The fields that a line clears. */
const clearedBy = (line: Entered): ReadonlySet<string> =>
  new Set<string>(clearedBatchData[textOf(line.cleared) as keyof typeof clearedBatchData] ?? [])

/** The data of the batch after the change: an empty new value leaves what is recorded, unless it is cleared. */
function changedBy(line: Entered, recorded: BatchData): BatchData {
  const cleared = clearedBy(line)
  return Object.fromEntries(
    batchFields.map((field) => [
      field,
      cleared.has(field) ? null : textOf(line[batchData[field]]) || recorded[field],
    ]),
  ) as never
}

/** Whether the line changes this field of its batch, compared with what it has kept of it. */
const changes = (line: Line, field: keyof BatchData): boolean =>
  changedBy(line, asData(line))[field] !== asData(line)[field]

const named = (lines: readonly (Entered & { lineNo: number })[]): NamedBatch[] =>
  lines.map((line) => ({
    lineNo: line.lineNo,
    materialNo: textOf(line.materialNo),
    batch: textOf(line.batch),
  }))

/** The lines with what is recorded of their batches now. One statement. */
async function plan(
  tx: Transaction,
  companyCode: string,
  lines: readonly (Entered & { lineNo: number })[],
): Promise<Planned[]> {
  const batches = named(lines)
  const found = await readBatches(tx, companyCode, batches)
  return batches.map((batch, index) => {
    const recorded = itemAt(found, index)
    return { ...batch, recorded, data: changedBy(itemAt(lines, index), recorded) }
  })
}

/**
 * What may not be cleared: a value of which a new one is entered, and the expiry date of goods with a shelf life, by which
 * they are issued. One statement.
 */
async function problemsOfCleared(
  tx: Transaction,
  lines: readonly (Entered & { lineNo: number })[],
  problem: Problem,
): Promise<RefusalDetail[]> {
  const clearing = lines.filter((line) => clearedBy(line).size > 0)
  if (clearing.length === 0) return []
  const materials = await readMaterials(
    tx,
    clearing.map(({ materialNo }) => textOf(materialNo)),
  )
  return clearing.flatMap((line) => {
    const { lineNo } = line
    const [material, batch] = [textOf(line.materialNo), textOf(line.batch)]
    const cleared = clearedBy(line)
    const both = batchFields
      .filter((field) => cleared.has(field) && textOf(line[batchData[field]]) !== '')
      .map((field) =>
        problem(
          'batch-data-cleared-and-new',
          { material, batch, ...nameOf(field), given: textOf(line[batchData[field]]) },
          lineNo,
          batchData[field],
        ),
      )
    if (both.length > 0 || !cleared.has('expiryDate')) return both
    return materials.get(material)?.shelfLifeDays
      ? [problem('batch-expiry-needed', { material, batch }, lineNo, 'cleared')]
      : []
  })
}

/** What may be cleared, each batch on one line, something of it changed, and no date before the other. */
async function problemsOf(
  tx: Transaction,
  lines: readonly (Entered & { lineNo: number })[],
  planned: readonly Planned[],
  today: LocalDate,
  problem: Problem,
): Promise<RefusalDetail[]> {
  const seen = new Map<string, number>()
  const ofCleared = await problemsOfCleared(tx, lines, problem)
  const ofChanged = planned.flatMap(({ lineNo, materialNo, batch, recorded, data }) => {
    const found: RefusalDetail[] = []
    const params = { material: materialNo, batch }
    const source = `${materialNo}/${batch}`
    const other = seen.get(source)
    seen.set(source, lineNo)
    if (other !== undefined) found.push(problem('line-repeated', { other, source }, lineNo))
    if (batchFields.every((field) => data[field] === recorded[field]))
      found.push(problem('batch-data-same', params, lineNo))
    const { productionDate: production } = data
    const contradicting = expiryBeforeProduction(data)
    if (contradicting !== null)
      found.push(
        problem(
          'expiry-before-production',
          { ...params, ...contradicting },
          lineNo,
          data.expiryDate === recorded.expiryDate ? 'newProductionDate' : 'newExpiryDate',
        ),
      )
    if (production !== null && production > today && production !== recorded.productionDate)
      found.push(
        problem(
          'production-in-future',
          { ...params, production, today },
          lineNo,
          'newProductionDate',
        ),
      )
    return found
  })
  return [...ofCleared, ...ofChanged]
}

/** Shows what is recorded beside the new values of a draft, and refuses what could not be submitted. */
async function beforeSave(context: SaveContext<typeof batchChange>): Promise<void> {
  const { tx, header, today, problem } = context
  const lines = context.lines.map(({ line }) => line)
  const planned = await plan(tx, textOf(header.companyCode), lines)
  for (const [index, { recorded }] of planned.entries())
    Object.assign(itemAt(lines, index), recorded)
  const problems = await problemsOf(tx, lines, planned, today, problem)
  if (problems.length > 0) throw refuseAll(problems)
}

/** Keeps what is recorded now, which is what the other person decides about. */
async function submit(context: Context<'submit'>): Promise<void> {
  const { tx, document, lines, today, problem, setLine } = context
  const planned = await plan(tx, document.companyCode, lines)
  const problems = await problemsOf(tx, lines, planned, today, problem)
  if (problems.length > 0) throw refuseAll(problems)
  for (const { lineNo, recorded } of planned) setLine(lineNo, recorded)
}

const shown = (value: string | null): string => value ?? '–'

/** Refuses a change of what is no longer recorded as it was when the change was submitted. */
async function approve(context: Context<'approve'>): Promise<void> {
  const { tx, document, lines, problem } = context
  const { companyCode } = document
  await lockBatches(tx, companyCode, named(lines))
  const planned = await plan(tx, companyCode, lines)
  const problems = planned.flatMap(({ lineNo, materialNo, batch, recorded }, index) => {
    const kept = asData(itemAt(lines, index))
    return batchFields
      .filter((field) => recorded[field] !== kept[field])
      .map((field) =>
        problem(
          'batch-data-changed',
          {
            material: materialNo,
            batch,
            ...nameOf(field),
            kept: shown(kept[field]),
            recorded: shown(recorded[field]),
          },
          lineNo,
          field,
        ),
      )
  })
  if (problems.length > 0) throw refuseAll(problems)
  await write(context, planned)
}

/** The name of the field as the batch has it, for a refusal. */
const nameOf = (field: keyof BatchData) => {
  const { zh, en } = inSentence(batchDataLabels[field])
  return { field: zh, fieldEn: en }
}

/** Writes the data of locked batches, each with an entry of its own in the operation log. */
async function write(
  { tx, session, document }: Context<'approve' | 'approveReversal'>,
  planned: readonly Planned[],
): Promise<void> {
  const { companyCode, docNo } = document
  await writeBatches(tx, companyCode, planned)
  await writeAudit(
    tx,
    session,
    planned.map(({ materialNo, batch, recorded, data }) => ({
      companyCode,
      subjectType: 'batch',
      subjectId: `${materialNo}/${batch}`,
      subjectNo: `${materialNo}/${batch}`,
      action: 'update',
      before: recorded,
      after: data,
      cause: { type: batchChange.name, no: docNo },
    })),
  )
}

/** Refuses the reversal of a change whose data the batch no longer has. */
async function refuseIfChangedSince({
  tx,
  document,
  lines,
  problem,
}: Context<'requestReversal' | 'approveReversal'>): Promise<Planned[]> {
  const planned = await plan(tx, document.companyCode, lines)
  const problems = planned.flatMap(({ lineNo, materialNo, batch, recorded }, index) => {
    const line = itemAt(lines, index)
    const given = changedBy(line, asData(line))
    return batchFields
      .filter((field) => changes(line, field) && recorded[field] !== given[field])
      .map((field) =>
        problem(
          'batch-data-changed-since',
          {
            material: materialNo,
            batch,
            ...nameOf(field),
            given: shown(given[field]),
            recorded: shown(recorded[field]),
          },
          lineNo,
          batchData[field],
        ),
      )
  })
  if (problems.length > 0) throw refuseAll(problems)
  return planned
}

/** Of what the change has changed, what was recorded before is recorded again; the rest stays. */
async function approveReversal(context: Context<'approveReversal'>): Promise<void> {
  const { tx, document, lines } = context
  await lockBatches(tx, document.companyCode, named(lines))
  const planned = await refuseIfChangedSince(context)
  const before = planned.map((one, index): Planned => {
    const line = itemAt(lines, index)
    const kept = asData(line)
    const data = Object.fromEntries(
      batchFields.map((field) => [field, (changes(line, field) ? kept : one.recorded)[field]]),
    ) as never
    return { ...one, data }
  })
  await write(context, before)
}

export const batchChangeEffects = effectsFor(batchChange, {
  actions: {
    submit,
    approve,
    requestReversal: async (context) => void (await refuseIfChangedSince(context)),
    approveReversal,
  },
  beforeSave,
})
