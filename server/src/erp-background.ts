import type { Logger } from 'pino'
import { companyToday } from '@kufang/kernel/company-day.ts'
import { settleDocument } from './document/public.ts'
import { erpOf, readingProblem } from './erp.ts'
import { synchroniseDue } from './external-documents/public.ts'
import type { Database, Queryable } from './platform/database/database.ts'
import { raiseAlarm } from './erp/alarm.ts'
import type { InterfaceSettings } from './erp/interface-settings.ts'
import { companiesDue, openMirrorSource, readSyncState, recordSync } from './erp/mirrors/source.ts'
import { reconcile } from './erp/reconcile.ts'
import { reconcileRecentDocuments } from './erp/reconcile-documents.ts'
import { recordProof } from './platform/operation/proof-run.ts'
import { outgoingRules } from './platform/outgoing/outgoing-rules.ts'
import { startErpSender } from './erp/sender.ts'
import { watchCompany } from './erp/watch-company.ts'
import type { ServerContext } from './platform/http/context.ts'
import {
  companiesToRevalue,
  monthsToRecord,
  queueMissedValuations,
  revaluePeriods,
  runProofs,
  takeSnapshot,
  writePeriods,
} from './ledger/public.ts'
import { readParameter } from './system/public.ts'

/** Sends postings of the outbox; when the server stops, it aborts the ERP calls that do not end in time. */
export async function startErp(context: ServerContext): Promise<{ stop(): Promise<void> }> {
  const { database, erpUrl, log, settings } = context
  const erp = erpOf(context)
  // Less than the server's own time-out when stopping.
  const graceMs = Math.max(settings.stopSeconds - 1, 1) * 1000
  const sender = startErpSender({
    database,
    secrets: erp.secrets,
    defaultBaseUrl: erpUrl,
    outgoing: outgoingRules(settings),
    onSettled: settleDocument,
    onError: (error) => log.error({ err: error }, 'sending to the ERP failed'),
    log: (message, facts) => log.debug(facts, message),
    graceMs,
  })
  return {
    async stop() {
      // Reads of requests and jobs that are under way may end too.
      setTimeout(() => erp.breakOff(), graceMs).unref()
      await sender.stop()
    },
  }
}

/** Every minute: synchronises mirrors whose interval has passed. */
export async function synchroniseMirrors(context: ServerContext, log: Logger): Promise<void> {
  const { database } = context
  const intervalMinutes = await readParameter(database, 'synchronisation.intervalMinutes', {})
  await synchroniseDue({ database, connections: erpOf(context).connections }, intervalMinutes, log)
  await watchDue(context, intervalMinutes, log)
}

/** Looks in every company due for documents that somebody posted or cancelled in the ERP itself. */
async function watchDue(
  context: ServerContext,
  intervalMinutes: number,
  log: Logger,
): Promise<void> {
  const { database } = context
  const { connections } = erpOf(context)
  const due = { interfaceCode: 'material-document' as const, intervalMinutes }
  for (const companyCode of await companiesDue(database, due)) {
    const startedAt = new Date().toISOString()
    const state = { companyCode, interfaceCode: due.interfaceCode, startedAt, count: 0 }
    try {
      const changedUntil = await readSyncState(database, companyCode, due.interfaceCode)
      const access = { database, connections, onSettled: settleDocument }
      const found = await watchCompany(access, companyCode, changedUntil)
      await recordSync(database, { ...state, count: found, changedUntil: startedAt })
      if (found > 0) log.warn({ companyCode, found }, 'documents were posted in the ERP itself')
    } catch (error) {
      const problem = readingProblem(error)
      if (problem === undefined) throw error
      await recordSync(database, { ...state, error: problem })
      log.warn({ companyCode, problem: problem.en }, 'the documents of the ERP could not be read')
    }
  }
}

/**
 * Every night: records the stock at the end of each finished, unrecorded month, once per company; in order, so that no
 * month is missing after a downtime.
 */
export async function takeMonthlySnapshots(
  { database }: ServerContext,
  log: Logger,
): Promise<void> {
  for (const companyCode of await companies(database)) {
    const months = await monthsToRecord(database, companyCode)
    for (const month of months) {
      const { keyCount } = await database.transaction((tx) => takeSnapshot(tx, companyCode, month))
      log.info({ companyCode, month, keyCount }, 'stock snapshot stands')
    }
    // Taking a snapshot also writes missing reports of earlier months.
    if (months.length === 0) await database.transaction((tx) => writePeriods(tx, companyCode))
    await database.transaction((tx) => queueMissedValuations(tx, companyCode))
  }
}

/** Every few minutes: applies late ERP valuations to the reports of recorded months. */
export async function revalueRecordedMonths(
  { database }: ServerContext,
  log: Logger,
): Promise<void> {
  for (const companyCode of await companiesToRevalue(database)) {
    const months = await database.transaction((tx) => revaluePeriods(tx, companyCode))
    log.info({ companyCode, months }, 'recorded months revalued')
  }
}

/**
 * Every night: runs the proofs of the ledger and compares our stock and the documents of the days before with the ERP's. Differences raise an alarm with the
 * first rows and log an error; nothing is corrected. One alarm per company and proof stays open until a person handles
 * it.
 */
export async function proveStock(context: ServerContext, log: Logger): Promise<void> {
  const { database } = context
  for (const companyCode of await companies(database)) {
    const results = await database.snapshot((tx) => runProofs(tx, companyCode))
    for (const { name, rows } of results) await report(database, log, companyCode, name, rows)
    const unexplained = await unexplainedInErp(context, companyCode, log)
    if (unexplained !== null) await report(database, log, companyCode, 'erp-stock', unexplained)
    const documents = await unlikeDocuments(context, companyCode, log)
    if (documents !== null) await report(database, log, companyCode, 'erp-documents', documents)
  }
}

/**
 * What a comparison with the ERP finds, over one of its interfaces; null if the interface is off, or the ERP cannot be read,
 * which is logged.
 */
async function comparedWithErp(
  { context, companyCode, log }: { context: ServerContext; companyCode: string; log: Logger },
  interfaceCode: 'material-stock' | 'material-document',
  compare: (
    source: Awaited<ReturnType<typeof openMirrorSource>>,
    settings: InterfaceSettings,
  ) => Promise<object[] | null>,
): Promise<object[] | null> {
  const { connections } = erpOf(context)
  try {
    const { settings } = await connections.connect(companyCode, interfaceCode)
    if (!settings.isOn) return null
    return await compare(await openMirrorSource(connections, companyCode, interfaceCode), settings)
  } catch (error) {
    const problem = readingProblem(error)
    if (problem === undefined) throw error
    const facts = { companyCode, interfaceCode, problem: problem.en }
    log.warn(facts, 'the books could not be held against the ERP')
    return null
  }
}

/**
 * Keys with a difference to the ERP's stock that no document explains. Storage locations that are not live yet are left out:
 * what the ERP holds there is taken over by their initial stock.
 */
async function unexplainedInErp(
  context: ServerContext,
  companyCode: string,
  log: Logger,
): Promise<object[] | null> {
  const { database } = context
  const plants = await database.query<{ plant: string }>(
    'select plant from plant where company_code = $1 and is_active',
    [companyCode],
  )
  if (plants.length === 0) return null
  return comparedWithErp({ context, companyCode, log }, 'material-stock', async (source) => {
    const { rows } = await reconcile(database, source, {
      companyCode,
      plants: plants.map(({ plant }) => plant),
    })
    const live = await liveLocations(database, companyCode)
    return rows.filter(
      (row) => row.unexplained !== '0' && live.has(`${row.plant}/${row.storageLocation}`),
    )
  })
}

/** Material documents that only one side has, of the days before. */
const unlikeDocuments = (context: ServerContext, companyCode: string, log: Logger) =>
  comparedWithErp(
    { context, companyCode, log },
    'material-document',
    async (source, { isSimulated, keyField }) => {
      // What is simulated reaches no ERP.
      if (isSimulated) return null
      const of = { companyCode, keyField, today: companyToday() }
      return reconcileRecentDocuments(context.database, source, of)
    },
  )

/** The storage locations of a company in which goods have moved, as `plant/storage location`. */
async function liveLocations(
  queryable: Queryable,
  companyCode: string,
): Promise<ReadonlySet<string>> {
  const rows = await queryable.query<{ place: string }>(
    `select plant || '/' || storage_location as place from storage_location l where company_code = $1
       and exists (select from stock_balance b where b.company_code = l.company_code and b.plant = l.plant
         and b.storage_location = l.storage_location and b.last_move_at is not null)`,
    [companyCode],
  )
  return new Set(rows.map(({ place }) => place))
}

/** Maximum number of differences in an alarm; the proofs page shows all. */
const shownMax = 20

async function report(
  queryable: Queryable,
  log: Logger,
  companyCode: string,
  proof: string,
  rows: readonly object[],
): Promise<void> {
  await recordProof(queryable, { companyCode, proof, differenceCount: rows.length })
  if (rows.length === 0) {
    log.info({ companyCode, proof }, 'proof holds')
    return
  }
  const differences = rows.slice(0, shownMax)
  log.error(
    { companyCode, proof, count: rows.length, differences },
    'a proof of the stock does not hold',
  )
  await raiseAlarm(queryable, {
    companyCode,
    kind: 'proof',
    interfaceCode: proof,
    message: {
      zh: `对账“${proof}”发现 ${rows.length} 处差异`,
      en: `Proof "${proof}" found ${rows.length} differences`,
    },
    proposal: { action: 'examine', proof, differences },
  })
}

async function companies(database: Database): Promise<string[]> {
  const rows = await database.query<{ companyCode: string }>(
    'select company_code from company where is_active order by company_code',
  )
  return rows.map((row) => row.companyCode)
}
