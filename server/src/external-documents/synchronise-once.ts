import pg from 'pg'
import { refuse } from '@kufang/kernel/refusal.ts'
import { synchroniseMirror } from './synchronise.ts'
import type { MirrorName, SynchroniseOptions } from './synchronise.ts'

/** Synchronisations running in this process; a second request waits for the running one. */
const underWay = new Map<string, Promise<number>>()

/**
 * Synchronises one mirror of a company; returns the number of documents read. Only one process reads a mirror at a
 * time: otherwise an older response could overwrite a newer one.
 * @throws `synchronisation-running` if another process is reading it; errors of `synchroniseMirror`
 */
export function synchroniseOnce(
  options: SynchroniseOptions,
  mirror: MirrorName,
  companyCode: string,
): Promise<number> {
  const key = `${options.database.connectionString} ${mirror} ${companyCode}`
  let reading = underWay.get(key)
  if (reading === undefined) {
    reading = readAlone(options, mirror, companyCode).finally(() => underWay.delete(key))
    underWay.set(key, reading)
  }
  return reading
}

async function readAlone(
  options: SynchroniseOptions,
  mirror: MirrorName,
  companyCode: string,
): Promise<number> {
  // A separate connection: one of the pool, held for minutes, could be needed by the synchronisation itself.
  const client = new pg.Client({
    connectionString: options.database.connectionString,
    application_name: 'kufang synchronisation',
  })
  let lost: Error | undefined
  client.on('error', (error) => {
    lost = error
  })
  await client.connect()
  try {
    const locked = await client.query<{ isMine: boolean }>(
      `select pg_try_advisory_lock(hashtextextended('synchronise/' || $1 || '/' || $2, 0)) as "isMine"`,
      [mirror, companyCode],
    )
    if (locked.rows[0]?.isMine !== true)
      throw refuse('synchronisation-running', { mirror, company: companyCode })
    const count = await synchroniseMirror(options, mirror, companyCode)
    if (lost !== undefined) throw lost
    return count
  } finally {
    await client.end()
  }
}
