import { join } from 'node:path'
import { demonstrationAccounts } from '../../server/src/demonstration/accounts.ts'
import { ensureUser } from '../../server/src/identity/ensure-user.ts'
import { openDatabase } from '../../server/src/platform/database/database.ts'
import type { Database } from '../../server/src/platform/database/database.ts'
import {
  startEmbeddedPostgres,
  type EmbeddedPostgres,
} from '../../server/src/platform/embedded-postgres/embedded-postgres.ts'
import { migrate } from '../../server/src/platform/database/migrate.ts'
import { ensureDatabase } from '../../server/src/platform/embedded-postgres/ensure-database.ts'
import { recordFigures } from '../../server/src/performance/record-figures.ts'
import { monthsToRecord, takeSnapshot } from '../../server/src/ledger/public.ts'
import { sweep } from '../analyze.ts'
import { startServer, type RunningServer } from '../server.ts'
import { multiply, type PageVolume } from './multiply.ts'

/**
 * An installation with the demonstration company and its rows multiplied, on its own PostgreSQL, with the server of this
 * version and without an ERP, whose sender would send the copied postings.
 */
export class FilledInstallation {
  readonly database: Database
  readonly isSmall: boolean
  readonly #postgres: EmbeddedPostgres
  readonly #folder: string
  #server: RunningServer | undefined

  private constructor(
    postgres: EmbeddedPostgres,
    folder: string,
    database: Database,
    isSmall: boolean,
  ) {
    this.#postgres = postgres
    this.#folder = folder
    this.database = database
    this.isSmall = isSmall
  }

  /**
   * @param dataFolder of a stopped product with the demonstration company
   * @param isSmall its data are expendable, and plans are read as in `logPlans`
   * @param volume absent if it was filled before, perhaps by an earlier version: then its schema, the roles of its
   *   accounts and its months are brought up to date
   */
  static async open(
    dataFolder: string,
    isSmall: boolean,
    say: (text: string) => void,
    volume?: PageVolume,
  ): Promise<FilledInstallation> {
    const folder = join(dataFolder, 'database')
    const postgres = await startEmbeddedPostgres({
      dataFolder: folder,
      ...(isSmall
        ? { forTests: true, settings: { autovacuum: 'off' } }
        : volume !== undefined && { settings: ofFilling }),
    })
    const connectionString = await ensureDatabase(postgres.connectionString, 'kufang')
    const database = openDatabase({ connectionString, connectionsMax: 3 })
    const installation = new FilledInstallation(postgres, folder, database, isSmall)
    try {
      if (volume === undefined) await bringUpToDate(database, connectionString)
      else await multiply(database, volume, say)
      await closeMonths(database, say)
      if (volume !== undefined) {
        say('statistics')
        await sweep(database)
      }
      return installation
    } catch (error) {
      await installation.close()
      throw error
    }
  }

  /** The log of PostgreSQL. */
  get logFile(): string {
    return join(this.#folder, 'postgres.log')
  }

  /** Starts the server, whose connections have the settings of the database of this moment; returns its address. */
  async serve(): Promise<string> {
    await this.#server?.stop()
    // A few accounts open all pages and export their lists.
    this.#server = await startServer(this.database.connectionString, {
      environment: { KUFANG_EXPORTS: '10000' },
    })
    return this.#server.address.replace(/\/$/, '')
  }

  async close(): Promise<void> {
    await this.#server?.stop()
    await this.database.close()
    await this.#postgres.stop()
  }
}

/**
 * Filling writes far more than people do: with the usual size it would wait for checkpoints. A fill that is cut off is
 * begun anew, so nothing is written to recover from. What is measured afterwards reads.
 */
const ofFilling = {
  max_wal_size: '16GB',
  wal_level: 'minimal',
  max_wal_senders: 0,
  full_page_writes: 'off',
  fsync: 'off',
}

/** Applies the migrations of this version, and lets the accounts of the demonstration open its new pages. */
async function bringUpToDate(database: Database, connectionString: string): Promise<void> {
  await migrate(connectionString)
  for (const account of demonstrationAccounts) await ensureUser(database, account)
}

/** Records all months that have ended, as the nightly jobs do, so that their stock, report and figures can be asked. */
async function closeMonths(database: Database, say: (text: string) => void): Promise<void> {
  const companies = await database.query<{ companyCode: string }>(
    'select company_code from company order by 1',
  )
  let recorded = 0
  for (const { companyCode } of companies)
    for (const month of await monthsToRecord(database, companyCode)) {
      recorded += 1
      const began = performance.now()
      const { keyCount } = await database.transaction((tx) => takeSnapshot(tx, companyCode, month))
      const seconds = ((performance.now() - began) / 1000).toFixed(1)
      say(`month ${month} of ${companyCode}: ${keyCount} keys with stock, ${seconds} s`)
    }
  // The lines are many since the demonstration: without statistics each month would be planned for a few.
  if (recorded > 0) await sweep(database)
  const began = performance.now()
  await recordFigures(database, { info: () => undefined })
  say(`figures of closed months: ${((performance.now() - began) / 1000).toFixed(1)} s`)
}
