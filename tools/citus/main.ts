import { parseArgs } from 'node:util'
import type { Site } from '../../bench/faults/site.ts'
// Registers what areas say of each other, for statements that are built here.
import '../../server/src/effects.ts'
import { runProofs } from '../../server/src/ledger/public.ts'
import { CitusCluster } from './cluster.ts'
import { proveCommit } from './commit.ts'
import { demonstrate } from './demonstrate.ts'
import { runJobs } from './jobs.ts'
import { killWorkers } from './kill-workers.ts'
import { readAsLimited } from './limited-reads.ts'
import { MultiMachineLog } from './multi-machine-log.ts'
import { recordMonths } from './months.ts'
import { readEverything } from './reads.ts'
import { openSite } from './site.ts'
import { runTests } from './tests.ts'
import { measureThroughput } from './throughput.ts'

/*
 * `npm run citus -- --cluster FOLDER [--only step,…] [--keep] [page…]`: the product on PostgreSQL with Citus, a coordinator
 * and two workers on this machine. Words select pages of the step `reads`,
 * and files of the step `tests`. Exit code 0 if every step holds.
 */

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    cluster: { type: 'string' },
    only: { type: 'string' },
    keep: { type: 'boolean', default: false },
    quick: { type: 'boolean', default: false },
  },
})
const { cluster: programs } = values
if (programs === undefined) {
  process.stderr.write('npm run citus -- --cluster FOLDER: the folder with citus-cluster.sh\n')
  process.exit(2)
}
const startedAt = Date.now()
const say = (line: string): void => {
  const seconds = ((Date.now() - startedAt) / 1000).toFixed(0).padStart(4)
  process.stdout.write(`${seconds} s  ${line}\n`)
}

/** What a step found, in a sentence; throws if it does not hold. */
type Step = () => Promise<string>

const cluster = await CitusCluster.start(programs)
say(`a coordinator and two workers in ${cluster.folder}`)
let site: Site | undefined
const siteOf = () => {
  if (site === undefined) throw new Error('the product did not start')
  return site
}

const ofProduct: Record<string, Step> = {
  company: async () => {
    site = await openSite(cluster)
    await site.serve(1)
    await site.serve(0)
    return 'migrated, distributed, started, the demonstration company told'
  },
  commit: () => proveCommit(siteOf().database),
  proofs: async () => {
    const results = await siteOf().database.snapshot((tx) => runProofs(tx))
    const wrong = results.filter(({ rows }) => rows.length > 0)
    if (wrong.length > 0) throw new Error(JSON.stringify(wrong).slice(0, 2000))
    return `${results.length} proofs, no difference`
  },
  months: () => recordMonths(siteOf().database),
  reads: async () => {
    const log = await MultiMachineLog.open(cluster, 'kufang')
    const ofPages = await readEverything(siteOf(), positionals)
    const limited = await readAsLimited(siteOf().database)
    const failed = [...ofPages.failed, ...limited.failed]
    const asked = ofPages.asked + limited.asked
    for (const { page, what, account, message } of failed)
      say(`! ${page}, ${what} (${account}): ${message}`)
    for (const { count, text } of log.statements())
      say(`  ${count} times on several machines: ${text}`)
    if (failed.length > 0) throw new Error(`${failed.length} of ${asked} calls fail`)
    return `${asked} calls of all pages`
  },
  jobs: () => runJobs(siteOf()),
  demo: () => demonstrate(siteOf(), say),
  faults: () => killWorkers(siteOf(), cluster, values.quick, say),
}
const ofCluster: Record<string, Step> = {
  throughput: () => measureThroughput(cluster, values.quick, say),
  tests: () => runTests(cluster, say, positionals),
}
const steps = { ...ofProduct, ...ofCluster }
const chosen = values.only?.split(',') ?? Object.keys(steps)
const needsProduct = chosen.some((name) => name in ofProduct)
let holds = true
for (const name of new Set([...(needsProduct ? ['company'] : []), ...chosen])) {
  const step = steps[name]
  if (step === undefined) throw new Error(`no step ${name}: ${Object.keys(steps).join(', ')}`)
  say(`— ${name}`)
  try {
    say(`ok ${name}: ${await step()}`)
  } catch (error) {
    holds = false
    say(`FAILED ${name}: ${(error as Error).stack ?? String(error)}`)
    if (name === 'company') break
  }
}
await site?.close(values.keep)
cluster.stop(values.keep)
say(holds ? 'everything holds' : 'NOT everything holds')
process.exit(holds ? 0 : 1)
