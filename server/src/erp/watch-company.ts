import type { Database } from '../platform/database/database.ts'
import { watchDirectDocuments } from './direct-documents.ts'
import type { ErpConnections } from './gateway.ts'
import { openMirrorSource } from './mirrors/source.ts'
import type { OnSettled } from './settle.ts'

/**
 * Looks in one company for documents that somebody posted or cancelled in the ERP itself.
 * @param changedUntil the time of the last success (ISO); null for the first time, which only records what is there
 * @returns the number of documents found for the first time
 * @throws `ErpFailure` if the ERP cannot be read
 */
export async function watchCompany(
  {
    database,
    connections,
    onSettled,
  }: { database: Database; connections: ErpConnections; onSettled: OnSettled },
  companyCode: string,
  changedUntil: string | null,
): Promise<number> {
  const interfaceCode = 'material-document'
  const { settings } = await connections.connect(companyCode, interfaceCode)
  const source = await openMirrorSource(connections, companyCode, interfaceCode)
  return watchDirectDocuments({
    database,
    source,
    settings,
    companyCode,
    changedUntil,
    onSettled,
  })
}
