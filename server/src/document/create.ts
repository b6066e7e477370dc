import type { AnyDocument } from '@kufang/contract/document/define-document.ts'
import { holdsAny, rolesForDrafts } from '@kufang/contract/document/decide.ts'
import type { Field } from '@kufang/contract/document/field.ts'
import { newId } from '@kufang/kernel/identifier.ts'
import { parseQuantity, type Quantity } from '@kufang/kernel/quantity.ts'
import { refuse, refuseAll, type RefusalDetail } from '@kufang/kernel/refusal.ts'
import { writeAudit, type AuditEntry } from '../platform/audit/audit.ts'
import type { Transaction } from '../platform/database/database.ts'
import type { Session } from '../platform/session/session.ts'
import { readMaterials } from '../masters/public.ts'
import type { Clock } from './clock.ts'
import type { LoadedDocument } from './document.ts'
import { effectsOf } from './effects.ts'
import { readInput } from './input.ts'
import { linkSources, type NewLink } from './links.ts'
import { checkReferences } from './reference-check.ts'
import { checkSources, loadSourceLines, sourceKey, type SourceLines } from './sources.ts'
import { drawDocumentNumber, insertHeader, insertLines } from './store.ts'
import type { DocumentTable } from './table.ts'
import { refreshTodos } from './todo.ts'
import { textOf } from './text-of.ts'

export const linesMax = 500

export interface DraftInput {
  companyCode?: string | undefined
  header: Record<string, unknown>
  lines: readonly Record<string, unknown>[]
}

/** A draft's content after everything was checked: what goes into the tables. */
export interface DraftContent {
  header: Record<string, unknown> & { companyCode: string }
  lines: (Record<string, unknown> & { lineNo: number; quantity: Quantity })[]
  links: NewLink[]
}

/** Whether fields may be set from outside: a person sets his own, the system also those it copies or derives. */
export type Maker = 'person' | 'system'

/**
 * Makes a draft in the caller's transaction: input by schema, sources locked and checked, references
 * checked, number drawn last, lines and links written. The caller writes the audit entry, and the to-dos of
 * the state it leaves the document in.
 */
export async function makeDraft(
  tx: Transaction,
  session: Session,
  table: DocumentTable,
  input: DraftInput,
  clock: Clock,
  maker: Maker = 'person',
): Promise<{ loaded: LoadedDocument; audit: AuditEntry }> {
  const { definition } = table
  if (maker === 'person') assertMay(definition, session, 'create')
  const content = await readDraft(tx, session, table, input, clock, maker)
  const { companyCode } = content.header
  const id = newId()
  const docNo = await drawDocumentNumber(tx, companyCode, definition.prefix, clock.today)
  const at = clock.now.toISOString()
  const header = {
    ...content.header,
    id,
    docNo,
    state: definition.initial,
    erpState: 'notNeeded' as const,
    version: 1,
    acts: { create: { userId: session.userId, userName: session.userName, at } },
    documentDate: clock.today as string,
    postingDate: null,
    createdBy: session.userId,
    createdByName: session.userName,
    createdAt: at,
    updatedAt: at,
  }
  await insertHeader(tx, table, header)
  const lines = await insertLines(tx, table, companyCode, id, content.lines)
  await linkSources(tx, companyCode, definition.name, id, content.links)
  const loaded: LoadedDocument = {
    header: {
      ...emptyHeader(table),
      printCount: 0,
      ...header,
      plant: textOr(header, 'plant'),
      storageLocation: textOr(header, 'storageLocation'),
    },
    lines,
  }
  const audit: AuditEntry = {
    companyCode,
    subjectType: definition.name,
    subjectId: id,
    subjectNo: docNo,
    action: 'create',
    after: { header: content.header, lines: content.lines },
  }
  return { loaded, audit }
}

/** Makes a draft and leaves it at that: its trace and its to-dos are written at once. */
export async function createDraft(...made: Parameters<typeof makeDraft>): Promise<LoadedDocument> {
  const [tx, session, { definition }] = made
  const { loaded, audit } = await makeDraft(...made)
  await writeAudit(tx, session, [audit])
  await refreshTodos(tx, session, definition, loaded.header)
  return loaded
}

const textOr = (header: Record<string, unknown>, name: string): string => {
  const value = header[name]
  return typeof value === 'string' ? value : ''
}

function emptyHeader(table: DocumentTable): Record<string, null> {
  return Object.fromEntries(Object.keys(table.headerFields).map((name) => [name, null]))
}

export function assertMay(
  definition: AnyDocument,
  session: Session,
  purpose: 'create' | 'edit',
): void {
  const roles = rolesForDrafts(definition, purpose)
  if (definition.isMirror || !holdsAny(session, roles)) {
    const action =
      purpose === 'create'
        ? { action: '新建', actionEn: 'create' }
        : { action: '修改', actionEn: 'edit' }
    throw refuse('role-missing', { ...action, roles: roles.join('/') || '–' })
  }
}

/** Reads and checks header and lines of a draft, new or changed. */
export async function readDraft(
  tx: Transaction,
  session: Session,
  table: DocumentTable,
  input: DraftInput,
  clock: Clock,
  maker: Maker,
): Promise<DraftContent> {
  const { definition } = table
  if (input.lines.length > linesMax)
    throw refuse('too-many-lines', { count: input.lines.length, limit: linesMax })
  if (input.lines.length === 0) throw refuse('lines-required', {})
  const accepts = (_name: string, field: Field) =>
    maker === 'system' || (field.by ?? 'user') === 'user'
  const problems: RefusalDetail[] = []
  const header = readInput(table.headerFields, input.header, {
    relabel: definition.relabel,
    accepts,
  })
  problems.push(...header.problems)

  const given = input.lines.map((raw, index) => {
    const { source, lineNo: _ignored, ...fields } = raw
    const lineNo = index + 1
    const line = readInput(table.lineFields, fields, {
      relabel: definition.relabel,
      accepts,
      line: lineNo,
    })
    problems.push(...line.problems)
    return {
      lineNo,
      source: readSource(source, lineNo, problems),
      values: line.values,
      isBad: line.problems.length > 0,
    }
  })
  if (problems.length > 0) throw refuseAll(problems)

  const references = given.flatMap((line) => (line.source ? [line.source] : []))
  const sources = definition.source
    ? await loadSourceLines(tx, session, definition.source.document, references, true)
    : new Map<string, never>()
  const checked = given.map((line) => {
    const source = line.source ? sources.get(sourceKey(line.source)) : undefined
    const quantity =
      (line.values['quantity'] as Quantity | undefined) ?? source?.openQuantity ?? null
    return { ...line, quantity }
  })
  problems.push(...checkSources(definition, checked, sources))
  if (problems.length > 0) throw refuseAll(problems)

  const head = headerOf(table, header.values, sources, input.companyCode, session)
  const lines = checked.map((line) => lineOf(table, line, sources))
  await completeMaterials(tx, lines, problems)
  problems.push(...outsideScope(table, session, head, lines))
  problems.push(...(await checkReferences(tx, table, head, lines)))
  if (problems.length > 0) throw refuseAll(problems)
  await effectsOf(definition.name).beforeSave?.({
    tx,
    session,
    today: clock.today,
    header: head,
    lines: lines.map((line, index) => ({
      line,
      source: (checked[index]!.source && sources.get(sourceKey(checked[index]!.source))) || null,
    })),
    problem: (code, params, line, field) => ({
      code,
      params,
      ...(line === undefined ? {} : { line }),
      ...(field === undefined ? {} : { field }),
    }),
  })
  const links = checked.flatMap((line): NewLink[] =>
    line.source
      ? [
          {
            fromType: definition.source!.document,
            fromId: line.source.id,
            fromLine: line.source.lineNo,
            toLine: line.lineNo,
            quantity: lines[line.lineNo - 1]!.quantity,
          },
        ]
      : [],
  )
  return { header: head, lines, links }
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
 * What a person names himself lies within his data scope. Lines from a predecessor were found within it; the
 * system's own session is wide.
 */
function outsideScope(
  table: DocumentTable,
  session: Session,
  header: DraftContent['header'],
  lines: DraftContent['lines'],
): RefusalDetail[] {
  const { plants, storageLocations, materialGroups, supplierNo } = session.scope
  const plant = String(header['plant'])
  const storageLocation = String(header['storageLocation'])
  const refusal = (
    what: string,
    whatEn: string,
    value: string,
    place: { line?: number; field?: string },
  ): RefusalDetail => ({
    code: 'outside-scope',
    params: { what, whatEn, value },
    ...place,
  })
  const problems: RefusalDetail[] = []
  if (plants !== null && plant !== '' && !plants.includes(plant))
    problems.push(refusal('工厂', 'Plant', plant, { field: 'plant' }))
  if (
    storageLocations !== null &&
    storageLocation !== '' &&
    !storageLocations.includes(`${plant}/${storageLocation}`)
  ) {
    problems.push(
      refusal('库存地点', 'Storage location', `${plant}/${storageLocation}`, {
        field: 'storageLocation',
      }),
    )
  }
  if (supplierNo !== null && header['supplierNo'] !== supplierNo) {
    const { label } = table.definition
    problems.push(refusal(label.zh, label.en, textOf(header['supplierNo']) || '–', {}))
  }
  for (const line of lines) {
    if (
      materialGroups === null ||
      line['sourceId'] !== undefined ||
      materialGroups.includes(textOf(line['materialGroup']))
    )
      continue
    problems.push(
      refusal('物料', 'Material', String(line['materialNo']), {
        line: line.lineNo,
        field: 'materialNo',
      }),
    )
  }
  return problems
}

/** What the header takes over from its first source line, and what the person gave; the company must be one of the person's. */
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
    if (first && name in table.headerFields) head[name] = first[name] ?? null
  }
  for (const [name, value] of Object.entries(values)) head[name] = value
  // Places are never null: the empty text stands for "none" in keys and indexes.
  head['plant'] = head['plant'] ?? ''
  head['storageLocation'] = head['storageLocation'] ?? ''
  const company =
    (first?.['companyCode'] as string | undefined) ??
    companyCode ??
    (session.scope.companyCodes.length === 1 ? session.scope.companyCodes[0] : undefined)
  if (company === undefined)
    throw refuse('field-required', { field: '公司', fieldEn: 'Company' }, { field: 'companyCode' })
  if (!session.scope.companyCodes.includes(company)) {
    throw refuse(
      'outside-scope',
      { what: '公司', whatEn: 'Company', value: company },
      { field: 'companyCode' },
    )
  }
  return { ...head, companyCode: company }
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
    for (const name of definition.source?.lines ?? [])
      if (name in table.lineFields) copied[name] = source[name] ?? null
  const result = {
    ...copied,
    ...line.values,
    lineNo: line.lineNo,
    quantity: line.quantity ?? parseQuantity('0'),
    ...(source
      ? {
          sourceType: source.type,
          sourceId: source.id,
          sourceNo: source.docNo,
          sourceLine: source.lineNo,
        }
      : {}),
  }
  if (line.quantity === null) {
    const label = definition.relabel?.['quantity'] ?? table.lineFields['quantity']!.label
    throw refuse(
      'field-required',
      { field: label.zh, fieldEn: label.en },
      { line: line.lineNo, field: 'quantity' },
    )
  }
  return result
}

/** Quantities suit the material's unit; lines without a source get the material's facts from its master. */
async function completeMaterials(
  tx: Transaction,
  lines: DraftContent['lines'],
  problems: RefusalDetail[],
): Promise<void> {
  const materials = await readMaterials(
    tx,
    lines.map((line) => textOf(line['materialNo'])),
  )
  for (const line of lines) {
    const number = textOf(line['materialNo'])
    const material = materials.get(number)
    const decimals = line.quantity.split('.')[1]?.length ?? 0
    if (material && decimals > material.unitDecimals) {
      problems.push({
        code: material.unitDecimals === 0 ? 'quantity-whole-only' : 'quantity-too-precise-for-unit',
        params: { unit: material.unit, quantity: line.quantity, decimals: material.unitDecimals },
        line: line.lineNo,
        field: 'quantity',
      })
    }
    if (line['sourceId'] !== undefined) continue
    if (!material || !material.isActive) {
      problems.push({
        code: material ? 'material-inactive' : 'material-unknown',
        params: { material: number || '–' },
        line: line.lineNo,
        field: 'materialNo',
      })
      continue
    }
    Object.assign(line, {
      description: material.description,
      specification: material.specification,
      materialGroup: material.materialGroup,
      unit: material.unit,
    })
  }
  if (problems.length > 0) throw refuseAll(problems)
}
