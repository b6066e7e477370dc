import { holdsOnly } from '@kufang/contract/document/declare/define-document.ts'
import { newId } from '@kufang/kernel/identifier.ts'
import { textOf } from '@kufang/kernel/text-of.ts'
import { itemAt } from '@kufang/kernel/present.ts'
import type { AuditEntry } from '../../platform/audit/audit.ts'
import type { Transaction } from '../../platform/database/database.ts'
import { numberParameter } from '../../platform/database/drawn-number.ts'
import type { Session } from '../../platform/session/session.ts'
import { actOf } from '../storage/act-of.ts'
import type { Clock } from '../storage/clock.ts'
import type { LoadedDocument } from '../storage/document.ts'
import { drawDocumentNumber, readDrawnNumber } from '../storage/draw-number.ts'
import { linkSources } from '../storage/links.ts'
import type { DerivedState } from '../storage/progress.ts'
import { actsInHistory } from '../storage/record-history.ts'
import { insertHeader, insertLines, newLines } from '../storage/store.ts'
import type { DocumentTable } from '../storage/table.ts'
import type { DraftContent } from './draft.ts'
import type { SourceLines } from './sources.ts'

/**
 * A validated document, not yet inserted. Its number is drawn as late as possible, ideally in the last packet: the
 * number range of its company stays locked until the transaction ends. Until then `docNo` is empty, and statements
 * written after the drawing take the number from the transaction.
 */
export class PendingDocument {
  readonly loaded: LoadedDocument
  readonly #tx: Transaction
  readonly #session: Session
  readonly #table: DocumentTable
  readonly #content: DraftContent
  readonly #clock: Clock
  readonly #entered: Record<string, unknown> & { docNo: string }
  #isDrawn = false
  #isInserted = false
  #number: Promise<string> | undefined

  constructor(
    tx: Transaction,
    session: Session,
    table: DocumentTable,
    content: DraftContent,
    clock: Clock,
  ) {
    this.#tx = tx
    this.#session = session
    this.#table = table
    this.#content = content
    this.#clock = clock
    const at = clock.now.toISOString()
    const entered = {
      ...content.header,
      id: newId(),
      docNo: '',
      state: table.definition.initial,
      erpState: 'notNeeded' as const,
      version: 1,
      acts: { create: actOf(session, clock) },
      documentDate: clock.today as string,
      postingDate: null,
      createdBy: session.userId,
      createdByName: session.userName,
      createdAt: at,
      updatedAt: at,
    }
    this.#entered = entered
    this.loaded = {
      header: {
        ...emptyHeader(table),
        printCount: 0,
        ...entered,
        plant: textOf(content.header['plant']),
        storageLocation: textOf(content.header['storageLocation']),
      },
      lines: newLines(table, content.header.companyCode, entered.id, content.lines),
    }
  }

  /** The lines of predecessors it was made from, as they were locked. */
  get sources(): SourceLines {
    return this.#content.sources
  }

  get isInserted(): boolean {
    return this.#isInserted
  }

  /** Draws the number once, with the next packet. */
  draw(): void {
    if (this.#isDrawn) return
    this.#isDrawn = true
    const { companyCode } = this.#content.header
    const { prefix } = this.#table.definition
    drawDocumentNumber(this.#tx, companyCode, prefix, this.#clock.today, (documentNo) => {
      this.#entered.docNo = documentNo
      this.loaded.header.docNo = documentNo
    })
  }

  /** Returns the number, drawing it if necessary. */
  number(): Promise<string> {
    this.draw()
    return (this.#number ??= readDrawnNumber(this.#tx))
  }

  /** Inserts header and lines with the changes of an act; executed after the number is drawn. */
  insert(
    header: Record<string, unknown> = {},
    changes: ReadonlyMap<number, Record<string, unknown>> = new Map(),
  ): void {
    this.#isInserted = true
    actsInHistory(this.#tx, this.#session)
    const { id, companyCode } = this.loaded.header
    insertHeader(this.#tx, this.#table, { ...this.#entered, ...header })
    const names = [...new Set([...changes.values()].flatMap((change) => Object.keys(change)))]
    const lines = this.#content.lines.map((line, index) => ({
      ...line,
      ...Object.fromEntries(names.map((name) => [name, itemAt(this.loaded.lines, index)[name]])),
      ...changes.get(line.lineNo),
    }))
    insertLines(this.#tx, this.#table, companyCode, id, lines)
  }

  /** Inserts the document as entered, before another query needs to find it; does nothing the second time. */
  async insertAsEntered(): Promise<void> {
    if (this.#isInserted) return
    this.#isInserted = true
    await this.number()
    this.insert()
  }

  /**
   * Consumes quantity of its predecessors' lines, as held or done depending on the final state.
   * @returns the predecessors whose state changed; the caller writes their audit entries and to-dos
   */
  link(state: string): Promise<DerivedState[]> {
    const { definition } = this.#table
    const { id, companyCode } = this.loaded.header
    return linkSources(
      this.#tx,
      actOf(this.#session, this.#clock),
      companyCode,
      definition.name,
      id,
      this.#content.links,
      holdsOnly(definition, state, this.#content.links[0]?.fromType),
    )
  }

  /** The audit entry of its creation, without the fields left empty. */
  audit(): AuditEntry {
    return {
      companyCode: this.loaded.header.companyCode,
      subjectType: this.#table.definition.name,
      subjectId: this.loaded.header.id,
      subjectNo: numberParameter(this.#entered.docNo),
      action: 'create',
      after: {
        header: filled(this.#content.header),
        lines: this.#content.lines.map(filled),
      },
    }
  }
}

const filled = (values: object) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null))

function emptyHeader(table: DocumentTable): Record<string, null> {
  return Object.fromEntries(Object.keys(table.headerFields).map((name) => [name, null]))
}
