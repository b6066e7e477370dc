import { newId } from '@kufang/kernel/identifier.ts'
import { systemSession } from '../../platform/session/session.ts'
import { writeAsked, type postDocument, type reverseDocumentPosting } from '../books/postings.ts'
import { clock } from '../storage/clock.ts'
import { loadInCompany } from '../storage/store.ts'
import type { DocumentTable } from '../storage/table.ts'
import type { World } from './world.ts'

/** Requests the posting of a document's movements, or its reversal, without the action of a person. */
export async function book(
  { database, companyCode }: Pick<World, 'database' | 'companyCode'>,
  table: DocumentTable,
  id: string,
  work: typeof postDocument | typeof reverseDocumentPosting,
): Promise<void> {
  await database.transaction(async (tx) => {
    const loaded = await loadInCompany(tx, table, companyCode, id, true)
    const session = systemSession([companyCode], newId())
    writeAsked(tx, table, loaded.header, await work(tx, session, table, loaded, clock()))
  })
}
