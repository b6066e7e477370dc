import { documentDefinition } from '@kufang/contract/registry.ts'
import type { Transaction } from '../../platform/database/database.ts'
import { systemSession, type Session } from '../../platform/session/session.ts'
import type { Clock } from '../storage/clock.ts'
import { createDraft } from '../draft/create.ts'
import type { LoadedDocument } from '../storage/document.ts'
import { loadInCompany } from '../storage/store.ts'
import { documentTable, type DocumentTable } from '../storage/table.ts'
import type { LoosePort } from '../effects/effects.ts'
import type { ActionInput } from '../effects/acting.ts'
import type { Perform } from '../effects/acting.ts'

/** The table of a document type that exists. */
export function tableOf(name: string): DocumentTable {
  const definition = documentDefinition(name)
  if (!definition) throw new Error(`no document type ${name}`)
  return documentTable(definition)
}

/** The system in a company, recorded in a person's name: what follows from the act needs no role of that person. */
export const onBehalf = (session: Session, companyCode: string): Session => ({
  ...systemSession([companyCode], session.requestId),
  userId: session.userId,
  userName: session.userName,
})

/** Creates a document in the name of the system. */
export function createOnBehalf(
  tx: Transaction,
  session: Session,
  clock: Clock,
  name: string,
  { companyCode, header, lines }: Parameters<LoosePort['create']>[1],
): Promise<LoadedDocument> {
  const by = onBehalf(session, companyCode)
  return createDraft(tx, by, tableOf(name), { header, lines }, clock, 'system')
}

/** Performs an action under the same rules as for a person, in the name of the system. */
export async function actOnBehalf(
  tx: Transaction,
  session: Session,
  clock: Clock,
  perform: Perform,
  name: string,
  { companyCode, id }: { companyCode: string; id: string },
  action: string,
  given: ActionInput,
): Promise<void> {
  const table = tableOf(name)
  const loaded = await loadInCompany(tx, table, companyCode, id, true)
  const acting = { functionCodes: new Set<string>(), isSystem: true, table, action, given, clock }
  await perform(tx, { ...acting, session: onBehalf(session, companyCode) }, loaded)
}
