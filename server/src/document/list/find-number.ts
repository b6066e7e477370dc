import { addAll } from '@kufang/kernel/add-all.ts'
import type { AnyDocument } from '@kufang/contract/document/declare/define-document.ts'
import type { Label } from '@kufang/contract/document/declare/label.ts'
import { documentDefinition, documents } from '@kufang/contract/registry.ts'
import { scannedText } from '@kufang/contract/document/scanned-code.ts'
import { refuse } from '@kufang/kernel/refusal.ts'
import { itemWith } from '@kufang/kernel/present.ts'
import { z } from 'zod'
import type { Database } from '../../platform/database/database.ts'
import type { AreaRoutes } from '../../platform/http/context.ts'
import { success } from '../../platform/http/envelope.ts'
import { typed } from '../../platform/http/typed-routes.ts'
import type { Session } from '../../platform/session/session.ts'
import { findInChain } from './find-chain.ts'
import { mayRead } from '../storage/reading.ts'
import { documentScope } from '../storage/scope.ts'
import { documentTable } from '../storage/table.ts'

/** A document found by its number, with the data to name and open it. */
export interface FoundDocument {
  documentType: string
  id: string
  docNo: string
  state: string
  title: Label
  stateLabel: Label
}

const foundMax = 10
const wanted = z.object({ text: z.string().trim().min(3).max(40) })
const wantedInChain = z.object({
  text: z.string().trim().min(1).max(40),
  documentType: z.string().min(1).max(60),
})

/** A number of our own, such as GR20261100042: the prefix of a type, then digits. */
const ownNumber = /^[A-Z][A-Z-]*(?=\d|$)/

/**
 * Documents whose number equals or begins with the text; the exact match first, then the newest. One statement over the
 * types the person may read, each using its number index, within the person's scope.
 */
export async function findByNumber(
  database: Database,
  session: Session,
  text: string,
): Promise<FoundDocument[]> {
  const number = scannedText(text)
  // A range instead of a LIKE pattern: a prepared statement can always use the index for it.
  const values: unknown[] = [number, `${number}\u{10ffff}`]
  const parts = kindsOf(number, session).map((definition) => {
    const table = documentTable(definition)
    const scope = documentScope(table, session, 'header', values.length + 1)
    addAll(values, scope.values)
    return `(select '${definition.name}' as document_type, h.id, h.doc_no, h.state
       from ${table.header} h where ${scope.sql} and h.doc_no >= $1 and h.doc_no < $2
       order by h.doc_no desc limit ${foundMax})`
  })
  if (parts.length === 0) return []
  const rows = await database.query<Omit<FoundDocument, 'title' | 'stateLabel'>>(
    `select document_type, id, doc_no, state from (${parts.join(' union all ')}) as found
     order by doc_no = $1 desc, doc_no desc, document_type limit ${foundMax}`,
    values,
  )
  return rows.map((row) => {
    const definition = itemWith(
      Object.values<AnyDocument>(documents),
      (known) => known.name === row.documentType,
    )
    const stateLabel = definition.states[row.state]?.label ?? { zh: row.state, en: row.state }
    return { ...row, title: definition.label, stateLabel }
  })
}

/** The types a number can belong to: its prefix determines them, except for numbers assigned by the ERP. */
function kindsOf(number: string, session: Session): AnyDocument[] {
  const letters = ownNumber.exec(number)?.[0]
  return Object.values<AnyDocument>(documents).filter(
    (definition) =>
      (letters === undefined || definition.isMirror === true || definition.prefix === letters) &&
      mayRead(definition, session),
  )
}

/** Finds documents by number for the palette, and documents of one type by any number of the chain for scan fields. */
export const findingRoutes: AreaRoutes = (app, { database }) => {
  typed(app).post(
    '/api/finding/documents',
    { schema: { tags: ['documents'], body: wanted } },
    async ({ session, body }) => success(await findByNumber(database, session, body.text)),
  )
  typed(app).post(
    '/api/finding/chain',
    { schema: { tags: ['documents'], body: wantedInChain } },
    async ({ session, body }) => {
      const definition = documentDefinition(body.documentType)
      if (definition === undefined)
        throw refuse('not-found', {
          subject: '单据类型',
          subjectEn: 'Document type',
          no: body.documentType,
        })
      return success(await findInChain(database, session, documentTable(definition), body.text))
    },
  )
}
