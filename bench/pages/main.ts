import { rmSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { launchBrowser } from '../../e2e/support/browser.ts'
import { startProduct } from '../../e2e/support/product.ts'
import { say } from '../site.ts'
import { FilledInstallation } from './filled-installation.ts'
import { openSample, type SampleFigure } from './browser-sample.ts'
import { problemsOf, readPlans, readTimes, withPlans, type PageFigure } from './look.ts'
import type { WholeStatement } from './plans.ts'
import { slowOf, timeJobs } from './time-jobs.ts'
import { fullVolume, smallVolume } from './volumes.ts'

// Every declared page at volume, opened as a person with its role: `npm run bench:pages`. `--quick` fills a small
// database and checks plans only, as a journey of `npm test` does. `--keep` leaves the database and says where;
// `--on=<folder>` asks one that was kept. `--plans`, `--times` and `--browser` do one of the three, `--jobs` times every job
// of the timetable instead, which changes the database. `--explain` prints the statements that read whole tables, `--runs=5`
// times each ask less often than 20 times. Other words select pages by their path, or jobs by their name.

const has = (option: string) => process.argv.includes(option)
const isQuick = has('--quick')
const parts = ['plans', 'times', 'browser', 'jobs'].filter((part) => has(`--${part}`))
const does = (part: string) =>
  isQuick ? part === 'plans' : parts.length === 0 ? part !== 'jobs' : has(`--${part}`)
const kept = process.argv.find((word) => word.startsWith('--on='))?.slice('--on='.length)
/** Fewer show what is far beyond its goal. */
const runs = Number(
  process.argv.find((word) => word.startsWith('--runs='))?.slice('--runs='.length) ?? 20,
)
const wanted = process.argv.slice(2).filter((word) => !word.startsWith('--'))

const volume = isQuick ? smallVolume : fullVolume
const began = performance.now()
const dataFolder = kept ?? (await demonstrationFolder())
const installation = await FilledInstallation.open(
  dataFolder,
  isQuick,
  say,
  kept === undefined ? volume : undefined,
)
say(`filled after ${Math.round((performance.now() - began) / 1000)} s: ${dataFolder}`)
try {
  const lists = await look()
  const keep = (sample: readonly SampleFigure[]) => {
    if (isQuick || wanted.length > 0 || parts.length > 0) return
    const file = resolve(import.meta.dirname, '../results-pages.json')
    writeFileSync(file, `${JSON.stringify({ lists, sample }, null, 2)}\n`)
  }
  keep([])
  const sample = does('browser') ? await inBrowser() : []
  keep(sample)
  const jobs = does('jobs') ? await timeJobs(installation, wanted, say) : []
  const problems = [...problemsOf(lists), ...slowIn(sample), ...slowOf(jobs)]
  for (const problem of problems) console.log(problem)
  const count = lists.reduce((sum, { asks }) => sum + asks.length, sample.length + jobs.length)
  console.log(`${lists.length} lists of pages, ${count} asks, ${problems.length} beyond their goal`)
  process.exitCode = problems.length > 0 || count === 0 ? 1 : 0
} finally {
  await installation.close()
  if (kept === undefined && !has('--keep')) rmSync(dataFolder, { recursive: true })
}

/** The data of a product that has prepared the demonstration company. */
async function demonstrationFolder(): Promise<string> {
  say('the demonstration company')
  const product = await startProduct()
  await product.stop({ keepsData: true })
  return product.dataFolder
}

async function look(): Promise<PageFigure[]> {
  const asked = { wanted, runs, ...(has('--explain') && { onWhole: explain }) }
  const plans = does('plans') ? await readPlans(installation, asked) : []
  const times = does('times') ? await readTimes(installation, asked, say) : []
  return times.length === 0 ? plans : withPlans(times, plans)
}

async function inBrowser(): Promise<SampleFigure[]> {
  const browser = await launchBrowser()
  try {
    return await openSample(browser, await installation.serve())
  } finally {
    await browser.close()
  }
}

function slowIn(sample: readonly SampleFigure[]): string[] {
  return sample
    .filter(({ holds }) => !holds)
    .map(
      ({ page, rowsMs, goalMs }) =>
        `${page} in the browser: ${rowsMs === null ? 'no rows' : `${rowsMs} ms`} of ${goalMs ?? '–'}`,
    )
}

function explain(where: string, { text, reads }: WholeStatement): void {
  console.log(`\n${where}\n${JSON.stringify(reads)}\n${text}`)
}
