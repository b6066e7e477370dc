import { stockNote } from '@kufang/contract/stock/stock-note.ts'
import { textOf } from '@kufang/kernel/text-of.ts'
import { effectsFor, type ContextOf } from '../document/effects/effects.ts'
import { stockOfLine } from '../document/draft/stock-lines.ts'
import type { Transaction } from '../platform/database/database.ts'
import { refreshRowNotes } from './row-notes.ts'

// Notes on rows of the stock: what was written stays as it was; a further note corrects it, or its author takes it back.

type Context<N extends 'record' | 'withdraw' | 'correct'> = ContextOf<typeof stockNote, N>

/** The last note of the row is another one, once the state of this one is written. */
function refresh({ tx, document, lines, afterwards }: Context<'record' | 'withdraw' | 'correct'>) {
  const keys = lines.map((line) => stockOfLine(document, line))
  afterwards(() => refreshRowNotes(tx, document.companyCode, keys))
}

/** The id of the standing note of this number on the same row of the stock; undefined if there is none. One statement. */
async function standingNote(
  tx: Transaction,
  { document, lines: [line] }: Pick<Context<'record'>, 'document' | 'lines'>,
  no: string,
): Promise<string | undefined> {
  const key = stockOfLine(document, line!)
  const [found] = await tx.query<{ id: string }>(
    `select h.id from stock_note h
     join stock_note_line l on l.company_code = h.company_code and l.document_id = h.id
     where h.company_code = $1 and h.doc_no = $2 and h.state = 'standing' and h.plant = $3 and h.storage_location = $4
       and l.material_no = $5 and coalesce(l.bin, '') = $6 and coalesce(l.batch, '') = $7 and l.stock_category = $8
       and coalesce(l.special_stock, '') = $9 and coalesce(l.special_stock_reference, '') = $10`,
    [
      key.companyCode,
      no,
      key.plant,
      key.storageLocation,
      key.materialNo,
      key.bin,
      key.batch,
      key.stockCategory,
      key.specialStock,
      key.specialStockReference,
    ],
  )
  return found?.id
}

async function record(context: Context<'record'>): Promise<void> {
  const { tx, session, document, documents, refuse, setHeader } = context
  refresh(context)
  setHeader({ authorAccount: session.account })
  const no = textOf(document.correctsNo).trim()
  if (no === '') return
  const id = await standingNote(tx, context, no)
  if (id === undefined) throw refuse('note-not-to-correct', { no }, { field: 'correctsNo' })
  await documents.act('stock-note', document.companyCode, id, 'correct')
}

/** Only by who has written it, whatever the rights of others. */
function withdraw(context: Context<'withdraw'>): void {
  const { document, session, refuse } = context
  if (document.authorAccount !== session.account)
    throw refuse('note-of-somebody-else', {
      no: document.docNo,
      author: textOf(document.createdByName),
    })
  refresh(context)
}

export const stockNoteEffects = effectsFor(stockNote, {
  actions: { record, withdraw, correct: refresh },
})
