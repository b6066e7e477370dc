import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { Figures } from './results.ts'
import { Run } from './run.ts'
import { Site } from './site.ts'
import {
  breakErp,
  breakLines,
  killAfterAnswer,
  killPostgres,
  killServers,
  twoServers,
} from './stages.ts'
import { fillDisks, jumpClock } from './stages-machine.ts'
import { layOutEarlier, upgrade } from './stages-versions.ts'

/*
 * `npm run faults [-- --quick] [--seed N] [--only stage,…] [--earlier COMMIT] [--keep]`: exit code 0 if every goal is
 * met.
 */

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    seed: { type: 'string', default: '20261121' },
    only: { type: 'string' },
    keep: { type: 'boolean', default: false },
    earlier: { type: 'string' },
  },
})
const isQuick = values.quick
const startedAt = Date.now()
const say = (line: string): void => {
  const seconds = ((Date.now() - startedAt) / 1000).toFixed(0).padStart(4)
  process.stdout.write(`${seconds} s  ${line}\n`)
}
const stages: Record<string, (run: Run) => Promise<void>> = {
  // First, because it needs a database created by the earlier version.
  versions: (run) => upgrade(run, earlier, isQuick ? 3 : 20),
  servers: (run) => killServers(run, isQuick ? 5 : 50),
  postgres: (run) => killPostgres(run, isQuick ? 3 : 20),
  answers: (run) => killAfterAnswer(run, isQuick ? 2 : 10),
  two: (run) => twoServers(run, isQuick ? 3 : 20),
  lines: (run) => breakLines(run, isQuick ? 2 : 12),
  erp: (run) => breakErp(run, isQuick ? 1 : 4),
  clock: (run) => jumpClock(run, isQuick ? 2 : 5),
  disks: (run) => fillDisks(run),
}

const chosen = values.only?.split(',') ?? Object.keys(stages)
const figures = new Figures(say)
const site = await Site.open()
say(`data in ${site.folder}`)
const earlier = chosen.includes('versions') ? layOutEarlier(site.folder, values.earlier) : undefined
let failure: unknown
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void site.close(true).finally(() => process.exit(130)))
}
try {
  await site.startServer(earlier === undefined ? {} : { tree: earlier.tree })
  const run = await Run.begin(site, { seed: Number(values.seed), isQuick, say, figures })
  await run.untilWorks()
  for (const name of chosen) {
    const stage = stages[name]
    if (stage === undefined) throw new Error(`no stage ${name}: ${Object.keys(stages).join(', ')}`)
    await stage(run)
  }
  await run.end()
} catch (error) {
  failure = error
  say(`! ${(error as Error).stack ?? String(error)}`)
}
await site.close(values.keep || failure !== undefined)
figures.write(join(import.meta.dirname, '../results-faults.json'))
const holds = failure === undefined && figures.hold
say(holds ? 'everything holds' : 'NOT everything holds')
process.exit(holds ? 0 : 1)
