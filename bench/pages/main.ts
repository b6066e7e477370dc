import { rmSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { startProduct } from '../../e2e/support/product.ts'
import { say } from '../site.ts'
import { FilledInstallation, type Filling } from './filled-installation.ts'
import { problemsOf, readPlans, readTimes, withPlans } from './look.ts'
import { fullVolume, smallVolume } from './volumes.ts'

// Every declared page at volume, opened as a person with its role: `npm run bench:pages`. `--quick` fills a small
// database and checks plans only, as `npm test` does. `--keep` leaves the database and says where; `--on=<folder>` asks
// one that was kept. `--plans` and `--times` do one of the two, `--explain` prints the statements that read whole tables.
// Other words select pages by their path.

const has = (option: string) => process.argv.includes(option)
const isQuick = has('--quick')
const kept = process.argv.find((word) => word.startsWith('--on='))?.slice('--on='.length)
const wanted = process.argv.slice(2).filter((word) => !word.startsWith('--'))

const filling: Filling = { volume: isQuick ? smallVolume : fullVolume, say }
const began = performance.now()
const dataFolder = kept ?? (await demonstrationFolder())
const installation = await FilledInstallation.open(
  dataFolder,
  isQuick,
  kept === undefined ? filling : undefined,
)
say(`filled after ${Math.round((performance.now() - began) / 1000)} s: ${dataFolder}`)
try {
  const figures = await look()
  const problems = problemsOf(figures)
  for (const problem of problems) console.log(problem)
  if (!isQuick && wanted.length === 0 && !has('--plans'))
    writeFileSync(
      resolve(import.meta.dirname, '../results-pages.json'),
      `${JSON.stringify(figures, null, 2)}\n`,
    )
  const count = figures.reduce((sum, { asks }) => sum + asks.length, 0)
  console.log(
    `${figures.length} lists of pages, ${count} asks, ${problems.length} beyond their goal`,
  )
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

async function look() {
  const asked = { wanted, ...(has('--explain') && { onWhole: explain }) }
  if (has('--times')) return readTimes(installation, asked, say)
  say('plans')
  const plans = await readPlans(installation, asked)
  if (isQuick || has('--plans')) return plans
  say('times')
  return withPlans(await readTimes(installation, asked, say), plans)
}

function explain(where: string, { text, reads }: { text: string; reads: object[] }): void {
  console.log(`\n${where}\n${JSON.stringify(reads)}\n${text}`)
}
