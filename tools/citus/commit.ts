import type { Database } from '../../server/src/platform/database/database.ts'

/**
 * Writes a row of a company and one of the coordinator in a transaction of the product, and reads from the messages of
 * Citus that it is prepared on the machine of the company before either commits: a coordinator that ends in between then
 * loses both or none. Without that Citus commits the company's part first.
 */
export async function proveCommit(database: Database): Promise<string> {
  const notices: string[] = []
  await database.transaction(async (tx) => {
    tx.client.on('notice', ({ message }) => notices.push(message ?? ''))
    await tx.query('set local citus.log_remote_commands = on')
    await tx.query(
      `insert into document_number (company_code, prefix, period, last_sequence) values ('1010', 'CITUS', '000001', 1)`,
    )
    await tx.query(`insert into used_ciphertext (mark) values ('citus')`)
  })
  const isPrepared = notices.some((notice) => /issuing PREPARE TRANSACTION/.test(notice))
  const isCommitted = notices.some((notice) => notice.trim().endsWith('issuing COMMIT'))
  if (!isPrepared || isCommitted)
    throw new Error(`the machines do not commit together: ${notices.join('\n')}`)
  return 'rows of a company and of the coordinator are prepared, then committed'
}
