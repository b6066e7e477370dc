import { addAll } from '@kufang/kernel/add-all.ts'
import { decide } from '@kufang/contract/document/decide.ts'
import { variantOfDocument } from '@kufang/contract/document/page-variants.ts'
import type { AnyDocument } from '@kufang/contract/document/declare/define-document.ts'
import type { ErpState } from '@kufang/contract/document/declare/erp-state.ts'
import { commonRefusals } from '@kufang/contract/document/catalogue/common-refusals.ts'
import type { LocalDate } from '@kufang/kernel/local-date.ts'
import { isRefusal, refuse, refuseAll, type RefusalDetail } from '@kufang/kernel/refusal.ts'
import { fieldOf } from '@kufang/kernel/present.ts'
import type { Transaction } from '../../platform/database/database.ts'
import type { PendingDocument } from '../draft/pending-document.ts'
import type { LoadedDocument } from '../storage/document.ts'
import { effectsOf, type LooseContext } from '../effects/effects.ts'
import { missingFields, readInput } from '../input/input.ts'
import { documentTable, type DocumentTable } from '../storage/table.ts'
import type { Acting, ActionInput } from '../effects/acting.ts'
import { hiddenFieldsGiven } from '../draft/hidden-fields.ts'
import { effectContext } from './effect-context.ts'
import { placeRefusal } from './place-of-act.ts'
import { assertReferencesGiven, assertUnitsOfLines, readLineInput } from './line-input.ts'
import { keptOfInput } from './kept-of-input.ts'
import { newWork, type Work } from './work.ts'
import type { Perform } from '../effects/acting.ts'

/** A permitted action with validated input; nothing is changed yet. */
export interface BegunAct {
  acting: Acting
  declared: AnyDocument['actions'][string]
  loaded: LoadedDocument
  /** The new document, if the action runs on creation; it is inserted when the act ends. */
  made: PendingDocument | undefined
  input: Record<string, unknown>
  before: { state: string; erpState: ErpState }
  /** The changes the effect has requested so far. */
  work: Work
  context: LooseContext
}

/** Returns the reason why this person may not perform the action on this document now, or null. */
export function refusalTo(acting: Acting, header: LoadedDocument['header']): RefusalDetail | null {
  const { session, functionCodes, isSystem = false, table, action } = acting
  const { definition } = table
  if (!Object.hasOwn(definition.actions, action))
    throw refuse('not-found', {
      subject: definition.label.zh,
      subjectEn: definition.label.en,
      no: action,
    })
  return (
    decide(definition, action, { ...session, functionCodes, isSystem }, header) ??
    placeRefusal(acting, header)
  )
}

/** Checks whether this person may perform the action now, and validates its input. */
export function beginAct(
  tx: Transaction,
  acting: Acting,
  loaded: LoadedDocument,
  perform: Perform,
  made?: PendingDocument,
): BegunAct {
  const { session, table, action, given, clock } = acting
  const { definition } = table
  const { header } = loaded
  const refusal = refusalTo(acting, header)
  if (refusal) throw refuseAll([refusal])
  const declared = fieldOf(definition.actions, action)
  if (definition.editable.includes(header.state)) assertComplete(definition, loaded)
  if (acting.isSystem !== true) {
    const { input: row = {}, lines = [] } = given
    const { input: fields = {}, lineInput: lineFields = {} } = declared
    const hidden = hiddenFieldsGiven(definition, session, { fields, row, lineFields, lines })
    if (hidden.length > 0) throw refuseAll(hidden)
  }
  const { input, lineInput } = readActionInput(table, loaded, action, given, clock.today)
  const work = newWork(made)
  return {
    acting,
    declared,
    loaded,
    made,
    input,
    before: { state: header.state, erpState: header.erpState },
    work,
    context: effectContext(tx, session, table, loaded, clock, work, input, lineInput, perform),
  }
}

/** Runs the effect of the action. It may refuse only with codes listed in the contract. */
export async function runEffect({ acting, context, declared }: BegunAct): Promise<void> {
  const { definition } = acting.table
  await assertUnitsOfLines(context, declared.lineInput ?? {})
  await assertReferencesGiven(context, declared)
  try {
    // The effect may still change it.
    context.setHeader(keptOfInput(acting, declared.input ?? {}, context.input))
    await effectsOf(definition.name).actions[acting.action]?.(context)
  } catch (error) {
    if (isRefusal(error)) assertListed(definition.refusals, error.code)
    throw error
  }
}

/** Refuses any action on a draft that lacks required fields. */
function assertComplete(type: AnyDocument, loaded: LoadedDocument): void {
  const definition = variantOfDocument(type, loaded.header)
  const table = documentTable(definition)
  const problems: RefusalDetail[] = missingFields(definition.header, loaded.header, definition)
  if (loaded.lines.length === 0) problems.push({ code: 'lines-required', params: {} })
  for (const line of loaded.lines) {
    addAll(
      problems,
      missingFields(table.lineFields, line, { relabel: definition.relabel, line: line.lineNo }),
    )
  }
  if (problems.length > 0) throw refuseAll(problems)
}

function readActionInput(
  table: DocumentTable,
  loaded: LoadedDocument,
  action: string,
  given: ActionInput,
  today: LocalDate,
) {
  const { definition } = table
  const declared = fieldOf(definition.actions, action)
  const problems: RefusalDetail[] = []
  const read = readInput(declared.input ?? {}, given.input ?? {}, { accepts: () => true, today })
  addAll(problems, read.problems)
  addAll(problems, missingFields(declared.input ?? {}, { ...given.input, ...read.values }, {}))
  const lines = readLineInput(definition, declared, loaded.lines, given.lines ?? [], today)
  addAll(problems, lines.problems)
  if (problems.length > 0) throw refuseAll(problems)
  return { input: read.values, lineInput: lines.lineInput }
}

const common: ReadonlySet<string> = new Set(commonRefusals)

/** Effects may refuse only with listed codes, because the browser relies on the list. */
function assertListed(listed: readonly string[], code: string): void {
  if (!listed.includes(code) && !common.has(code)) {
    throw new Error(`refusal ${code} is not listed by the contract of this document`)
  }
}
