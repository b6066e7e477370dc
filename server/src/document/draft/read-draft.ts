import { addAll } from '@kufang/kernel/add-all.ts'
import { textOf } from '@kufang/kernel/text-of.ts'
import { usualLinesMax } from '@kufang/contract/document/lines-max.ts'
import { copiedUnits } from '@kufang/contract/document/declare/common-fields.ts'
import { variantOfDocument } from '@kufang/contract/document/page-variants.ts'
import {
  limitOfStock,
  type AnyDocument,
} from '@kufang/contract/document/declare/define-document.ts'
import { isEnteredByPerson, type Field } from '@kufang/contract/document/declare/field.ts'
import { zeroQuantity, type Quantity } from '@kufang/kernel/quantity.ts'
import { problemsOf, refuse, refuseAll, type RefusalDetail } from '@kufang/kernel/refusal.ts'
import { itemAt } from '@kufang/kernel/present.ts'
import { readMaterials } from '../../masters/public.ts'
import type { Transaction } from '../../platform/database/database.ts'
import type { Session } from '../../platform/session/session.ts'
import type { Clock } from '../storage/clock.ts'
import type { DraftContent, DraftInput, Maker } from './draft.ts'
import { companyWithin, completeMaterials, outsideScope } from './draft-checks.ts'
import { effectsOf, type LooseSaveContext } from '../effects/effects.ts'
import { isFirstOfGoods, problemsOfPosting } from './posting-obstacle.ts'
import { convertUnits, withoutUnits } from './entered-units.ts'
import { readInput } from '../input/input.ts'
import type { NewLink } from '../storage/links.ts'
import type { LoadedDocument } from '../storage/document.ts'
import { holdersOf } from '../storage/successors.ts'
import { checkReferences } from './reference-check.ts'
import { completeSerialNumbers } from './serial-numbers.ts'
import { beyondAvailable, problemsOfStock, stockOfLines, withoutStock } from './stock-lines.ts'
import { entered, sourceOfHeader, takenFromSources, unlikeSource } from './entered-if-empty.ts'
import { checkSources, loadSourceLines, sourceKey, type SourceLines } from './sources.ts'
import type { DocumentTable } from '../storage/table.ts'

/** Reads and validates header and lines of a new or changed draft. */
// oxlint-disable-next-line max-lines-per-function -- one order: input, sources, references, checks, each with the results of those before
export async function readDraft(
  tx: Transaction,
  session: Session,
  table: DocumentTable,
  input: DraftInput,
  clock: Clock,
  maker: Maker,
): Promise<DraftContent> {
  const { definition } = table
  const linesMax = definition.linesMax ?? usualLinesMax
  if (input.lines.length > linesMax)
    throw refuse('too-many-lines', { count: input.lines.length, limit: linesMax })
  if (input.lines.length === 0) throw refuse('lines-required', {})
  const accepts = (_name: string, field: Field) => maker === 'system' || isEnteredByPerson(field)
  const problems: RefusalDetail[] = []
  const header = readInput(table.headerFields, input.header, {
    relabel: definition.relabel,
    accepts,
    today: clock.today,
  })
  addAll(problems, header.problems)

  const given = input.lines.map((raw, index) => {
    const { source, lineNo: _ignored, ...fields } = raw
    const lineNo = index + 1
    const { plain, units } = withoutUnits(table.lineFields, fields)
    const line = readInput(table.lineFields, plain, {
      relabel: definition.relabel,
      accepts,
      line: lineNo,
      today: clock.today,
    })
    addAll(problems, line.problems)
    return {
      lineNo,
      source: readSource(source, lineNo, problems),
      values: line.values,
      units,
    }
  })
  if (problems.length > 0) throw refuseAll(problems)

  const references = given.flatMap((line) => (line.source ? [line.source] : []))
  const sources = definition.source
    ? await loadSourceLines(tx, session, definition.source.document, references, true)
    : new Map<string, never>()
  const sourceOf = (line: { source: { id: string; lineNo: number } | null }) =>
    line.source ? sources.get(sourceKey(line.source)) : undefined
  addAll(
    problems,
    await convertUnits(tx, table.lineFields, given, (lineNo) =>
      sourceOf(itemAt(given, lineNo - 1)),
    ),
  )
  if (problems.length > 0) throw refuseAll(problems)
  const checked = given.map((line) => {
    const source = sourceOf(line)
    const quantity =
      (line.values['quantity'] as Quantity | undefined) ?? source?.freeQuantity ?? null
    return { ...line, quantity }
  })
  addAll(problems, await checkSources(tx, definition, checked, sources))
  if (problems.length > 0) throw refuseAll(problems)

  if (maker === 'person') addAll(problems, unlikeSource(table, header.values, checked, sources))
  if (problems.length > 0) throw refuseAll(problems)
  const head = headerOf(table, header.values, sources, input.companyCode, session)
  Object.assign(head, input.where)
  const lines = checked.map((line, index) => {
    const kept = line.units.has('quantity') ? undefined : input.keptUnits?.[index]
    return { ...lineOf(table, line, sources), ...kept }
  })
  // The queries are sent together; their results are checked one after the other.
  const [materials, unknown] = await Promise.all([
    table.hasGoods
      ? readMaterials(
          tx,
          lines.map((line) => textOf(line['materialNo'])),
        )
      : undefined,
    checkReferences(tx, table, head, lines, takenFromSources(table, sources)),
  ])
  if (materials !== undefined) {
    completeMaterials(materials, lines, maker, problems, definition.stockLines !== undefined)
    if (maker === 'person' && isFirstOfGoods(definition))
      addAll(problems, await problemsOfPosting(tx, definition, head, lines))
  }
  addAll(problems, outsideScope(table, session, head, lines))
  addAll(problems, unknown)
  if (problems.length > 0) throw refuseAll(problems)
  const limit = limitOfStock(definition)
  if (definition.stockLines !== undefined && limit === null) {
    const found = await stockOfLines(tx, head, lines)
    for (const [index, line] of lines.entries()) line.quantity = itemAt(found, index).quantity
    const empty = table.lineFields['quantity']?.mayBeZero === true ? [] : withoutStock(head, lines)
    if (empty.length > 0) throw refuseAll(empty)
  }
  await beforeSave(
    definition,
    saveContext(
      tx,
      session,
      clock,
      head,
      lines.map((line, index) => {
        const { source } = itemAt(checked, index)
        return { line, source: (source && sources.get(sourceKey(source))) || null }
      }),
    ),
    lines,
  )
  if (materials !== undefined)
    addAll(
      problems,
      await completeSerialNumbers({
        tx,
        table,
        companyCode: String(head['companyCode']),
        materials,
        lines,
        sourceOf: ({ lineNo }) => sourceOf(itemAt(checked, lineNo - 1)),
      }),
    )
  // After the document's own checks: what an unknown bin has available says nothing.
  if (limit !== null) addAll(problems, await beyondAvailable(tx, limit, head, lines))
  if (problems.length > 0) throw refuseAll(problems)
  const links = checked.flatMap((line): NewLink[] =>
    line.source
      ? [
          {
            fromType: definition.source!.document,
            fromId: line.source.id,
            fromLine: line.source.lineNo,
            toLine: line.lineNo,
            quantity: itemAt(lines, line.lineNo - 1).quantity,
          },
        ]
      : [],
  )
  return { header: head, lines, links, sources }
}

/** The checks of lines that are about stock and the document's own, reported together. */
async function beforeSave(
  definition: AnyDocument,
  context: LooseSaveContext,
  lines: DraftContent['lines'],
): Promise<void> {
  const { tx, today, header } = context
  const [own, ofStock] = await Promise.all([
    problemsOf(async () => effectsOf(definition.name).beforeSave?.(context)),
    definition.stockLines === undefined
      ? []
      : problemsOfStock(tx, definition, today, header, lines),
  ])
  const problems = [...ofStock, ...own]
  if (problems.length > 0) throw refuseAll(problems)
}

/** The context of the document's own check (`beforeSave`). */
function saveContext(
  tx: Transaction,
  session: Session,
  clock: Clock,
  header: LooseSaveContext['header'],
  lines: LooseSaveContext['lines'],
): LooseSaveContext {
  return {
    tx,
    session,
    today: clock.today,
    header,
    lines,
    holdersOf: (source) => holdersOf(tx, source.companyCode, source),
    problem: (code, params, line, field) => ({
      code,
      params,
      ...(line === undefined ? {} : { line }),
      ...(field === undefined ? {} : { field }),
    }),
  }
}

/**
 * Checks an existing draft against the current free quantity of its predecessors: first the frame's checks, then the
 * document's own.
 */
export async function checkShares(
  tx: Transaction,
  session: Session,
  table: DocumentTable,
  clock: Clock,
  { header, lines }: LoadedDocument,
): Promise<void> {
  const definition = variantOfDocument(table.definition, header)
  if (definition.source === undefined) return
  const shares = lines.map(({ lineNo, sourceId, sourceLine, quantity }) => ({
    lineNo,
    source: sourceId === null || sourceLine === null ? null : { id: sourceId, lineNo: sourceLine },
    quantity,
  }))
  const references = shares.flatMap(({ source }) => (source ? [source] : []))
  const sources = await loadSourceLines(tx, session, definition.source.document, references, true)
  const problems = await checkSources(tx, definition, shares, sources)
  if (problems.length > 0) throw refuseAll(problems)
  const saved = lines.map((line, index) => {
    const { source } = itemAt(shares, index)
    return { line, source: (source && sources.get(sourceKey(source))) || null }
  })
  await effectsOf(definition.name).beforeSave?.(saveContext(tx, session, clock, header, saved))
}

function readSource(
  source: unknown,
  line: number,
  problems: RefusalDetail[],
): { id: string; lineNo: number } | null {
  if (source === undefined || source === null) return null
  const { id, lineNo } = source as { id?: unknown; lineNo?: unknown }
  if (typeof id !== 'string' || !/^[0-9a-f-]{36}$/i.test(id) || !Number.isSafeInteger(lineNo)) {
    problems.push({ code: 'source-not-found', params: { source: '?' }, line })
    return null
  }
  return { id, lineNo: lineNo as number }
}

/**
 * Values copied from the first source line and those entered by the person; the company must be within the person's
 * scope.
 */
function headerOf(
  table: DocumentTable,
  values: Record<string, unknown>,
  sources: SourceLines,
  companyCode: string | undefined,
  session: Session,
): DraftContent['header'] {
  const first = sources.values().next().value
  const head: Record<string, unknown> = {}
  for (const name of table.definition.source?.header ?? []) {
    const source = sourceOfHeader(table.headerFields, name, sources)
    if (source && name in table.headerFields) head[name] = source[name] ?? null
  }
  Object.assign(head, entered(table.headerFields, values, head))
  // Plant and storage location are never null: '' means "none" in keys and indexes.
  head['plant'] = head['plant'] ?? ''
  head['storageLocation'] = head['storageLocation'] ?? ''
  const company = (first?.['companyCode'] as string | undefined) ?? companyCode
  return { ...head, companyCode: companyWithin(session, company) }
}

function lineOf(
  table: DocumentTable,
  line: {
    lineNo: number
    source: { id: string; lineNo: number } | null
    values: Record<string, unknown>
    quantity: Quantity | null
  },
  sources: SourceLines,
): DraftContent['lines'][number] {
  const { definition } = table
  const source = line.source ? sources.get(sourceKey(line.source)) : undefined
  const copied: Record<string, unknown> = {}
  if (source)
    for (const name of [...(definition.source?.lines ?? []), ...copiedUnits])
      if (name in table.lineFields) copied[name] = source[name] ?? null
  const result: Record<string, unknown> & { lineNo: number } = {
    ...copied,
    ...entered(table.lineFields, line.values, copied),
    lineNo: line.lineNo,
    ...(table.hasGoods ? { quantity: line.quantity ?? zeroQuantity } : {}),
    ...(source
      ? {
          sourceType: source.type,
          sourceId: source.id,
          sourceNo: source.docNo,
          sourceLine: source.lineNo,
        }
      : {}),
  }
  const isRead = definition.stockLines !== undefined && limitOfStock(definition) === null
  if (table.hasGoods && line.quantity === null && !isRead) {
    const label = definition.relabel?.['quantity'] ?? table.lineFields['quantity']!.label
    throw refuse(
      'field-required',
      { field: label.zh, fieldEn: label.en },
      { line: line.lineNo, field: 'quantity' },
    )
  }
  // Without goods no code reads the quantity.
  return result as DraftContent['lines'][number]
}
