import { mkdirSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import type { Logger } from 'pino'
import { addFirstJobs, backgroundServices, backgroundTasks } from './background.ts'
import { backgroundTimetable } from './timetable.ts'
import { migrate } from './platform/database/migrate.ts'
import { openDatabase } from './platform/database/database.ts'
import { createApp } from './platform/http/app.ts'
import type { ServerContext } from './platform/http/context.ts'
import { createLogger } from './platform/http/logger.ts'
import { prepareJobs, startJobs } from './platform/jobs/jobs.ts'
import { listenForMetrics } from './platform/metrics/metrics-listener.ts'
import { Ending } from './platform/operation/ending.ts'
import { openReportDatabase } from './platform/replica/report-database.ts'
import { areaRoutes } from './routes.ts'
import { followDeclarations } from './document/storage/prove-history.ts'
import { peopleLimits, readSettings } from './platform/settings.ts'
import type { Settings } from './platform/settings.ts'

/*
 * The server process. Its standard output contains JSON log lines and, for the parent process, lines that begin with
 * `progress `, `account ` (demonstration only: account, role, password separated by tabs), `metrics ` and `listening `.
 */

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

async function start(settings: Settings, log: Logger, ending: Ending): Promise<void> {
  mkdirSync(settings.dataFolder, { recursive: true, mode: 0o750 })
  say('progress migrating the database')
  const { applied, present } = await migrate(settings.databaseUrl)
  log.info({ applied, present }, 'database migrated')
  await prepareJobs(settings.databaseUrl)
  const database = openDatabase({
    connectionString: settings.databaseUrl,
    connectionsMax: Math.ceil(settings.connectionsMax / 2),
    people: peopleLimits(settings),
    onError: (error) => log.error({ err: error }, 'the database pool broke'),
  })
  ending.afterWork(() => database.close())
  const completed = await followDeclarations(database)
  if (completed.length > 0) log.info({ completed }, 'histories of items completed')
  const reports =
    settings.reportDatabaseUrl === null
      ? undefined
      : await openReportDatabase({
          database,
          connectionString: settings.reportDatabaseUrl,
          lagMaxSeconds: settings.reportLagSeconds,
          connectionsMax: settings.connectionsMax,
          log,
        })
  if (reports !== undefined) ending.afterWork(() => reports.stop())
  const context: ServerContext = {
    database,
    ...(reports === undefined ? {} : { reports: reports.database }),
    settings,
    log,
    erpUrl: settings.erpUrl,
    dataFolder: settings.dataFolder,
    demonstration: settings.demonstration,
  }
  if (settings.demonstration) await prepareDemonstration(context)
  const app = await createApp(context, areaRoutes)
  ending.work(() => app.close())
  ending.onStop(() => app.readiness.stop())
  const jobs = await startJobs({
    database,
    log,
    tasks: backgroundTasks(context),
    crontab: backgroundTimetable.join('\n'),
  })
  ending.work((limitMs) => jobs.stop(limitMs))
  await addFirstJobs(context)
  app.readiness.askWorker(() => jobs.isRunning)
  app.metrics.askPool('jobs', () => jobs.load())
  for (const service of backgroundServices) {
    const started = await service(context)
    ending.work(() => started.stop())
  }
  if (settings.metricsAddress !== null) {
    const { url, stop } = await listenForMetrics(app.metrics, settings.metricsAddress, log)
    ending.afterWork(stop)
    say(`metrics ${url}`)
  }
  await app.listen({ host: settings.host, port: settings.port })
  ending.isServing = true
  const { port } = app.server.address() as AddressInfo
  say(`listening http://${settings.host}:${port}/`)
}

/** The exports of the folder `demonstration`, which is loaded nowhere else. */
interface Demonstration {
  prepareDemonstration: (context: ServerContext) => Promise<void>
}
interface DemonstrationAccounts {
  demonstrationAccounts: readonly { account: string; roleZh: string; password: string }[]
}

/** Loaded dynamically, so that a production system never loads code that inserts demonstration data. */
async function prepareDemonstration(context: ServerContext): Promise<void> {
  say('progress preparing the demonstration company')
  const load = (name: string): Promise<unknown> =>
    import(new URL(`demonstration/${name}`, import.meta.url).href)
  const demonstration = (await load('prepare.ts')) as Demonstration
  await demonstration.prepareDemonstration(context)
  const { demonstrationAccounts } = (await load('accounts.ts')) as DemonstrationAccounts
  for (const { account, roleZh, password } of demonstrationAccounts) {
    say(`account ${account}\t${roleZh}\t${password}`)
  }
}

async function main(): Promise<void> {
  const settings = readSettings(process.env)
  const log = createLogger(settings.logLevel)
  const ending = new Ending(settings, log)
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.on(signal, () => void ending.end(signal, 0))
  const die = (error: unknown) => {
    log.fatal({ err: error }, 'the server cannot go on')
    void ending.end('fault', 1)
  }
  process.on('uncaughtException', die)
  process.on('unhandledRejection', die)
  try {
    await start(settings, log, ending)
  } catch (error) {
    if (!ending.hasBegun) die(error)
    await ending.end('start failed', 1)
  }
}

await main()
