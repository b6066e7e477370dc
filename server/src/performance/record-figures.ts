import type { Logger } from 'pino'
import type { Database } from '../platform/database/database.ts'
import { addJob } from '../platform/jobs/jobs.ts'
import { adjustFigure, figureMonthsToRecord, recordFigureMonth } from './record-figure.ts'
import type { RecordedFigure } from './record-figure.ts'
import { timelyStorage } from './timely-storage.ts'

/** All figures whose closed months are recorded. */
const recordedFigures: readonly RecordedFigure[] = [timelyStorage]

/**
 * Every night: records each finished, unrecorded month of each figure, once per company; in order, so that no month is
 * missing after a downtime. What is different since then of lines of recorded months becomes an adjustment, in the first
 * month that is recorded now, otherwise in the one that is open.
 */
export async function recordFigures(database: Database, log: Pick<Logger, 'info'>): Promise<void> {
  const companies = await database.query<{ companyCode: string }>(
    'select company_code from company order by company_code',
  )
  for (const { companyCode } of companies)
    for (const figure of recordedFigures) {
      const about = { companyCode, figure: figure.name }
      const months = await figureMonthsToRecord(database, figure, companyCode)
      for (const [index, month] of months.entries()) {
        const count = await database.transaction((tx) =>
          recordFigureMonth(tx, figure, { companyCode, month, isFirst: index === 0 }),
        )
        log.info({ ...about, month, count }, 'month of a figure recorded')
      }
      if (months.length > 0) continue
      const count = await database.transaction((tx) => adjustFigure(tx, figure, companyCode))
      if (count > 0) log.info({ ...about, count }, 'figure adjusted')
    }
}

/**
 * Has the closed months recorded at once if none is, as after an update: until then the pages compute them from all lines,
 * which of many takes longer than a query may.
 * @param job the name of the job that records them
 */
export async function recordFirstFigures(database: Database, job: string): Promise<void> {
  const [recorded] = await database.query('select month from figure_month limit 1')
  if (recorded !== undefined) return
  const [arrival] = await database.query('select company_code from arrival limit 1')
  if (arrival !== undefined) await addJob(database, job, {}, { queue: 'ledger', key: job })
}
