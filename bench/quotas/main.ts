import { quotaParameters } from '@kufang/contract/system/quota-parameters.ts'
import { sharedData } from '../../server/src/replay/shared-data.ts'
import { forecastMethods } from '../../server/src/safe-stock/demand/methods.ts'
import {
  addStocks,
  emptyStocks,
  judge,
  knownMonths,
  naiveStockAtEqualService,
  type BothStocks,
  type Judgement,
} from './judge.ts'
import { readParts } from './read-parts.ts'

/*
 * npm run bench:quotas [-- --days=60] [-- --parts=1000]
 *
 * Proposes the quotas of a refinery's spares from their first 36 months, and judges them by the last 20 (bench/README.md).
 * Fails if the product's choice does not beat the naive one.
 */

const option = (name: string, usual: number): number => {
  const given = process.argv.find((argument) => argument.startsWith(`--${name}=`))
  return given === undefined ? usual : Number(given.slice(name.length + 3))
}

const path = sharedData('spare-demand/refinery_monthly.csv.gz')
if (path === null) throw new Error('the data ../shared/data/spare-demand is not on this machine')
/** The defaults of the product for each criticality. */
const aims = (['C', 'B', 'A'] as const).map((criticality) => ({
  criticality,
  serviceLevel: quotaParameters[`quota.serviceLevel${criticality}`].default / 100,
  worthOfService: quotaParameters[`quota.worthOfService${criticality}`].default,
}))
const classes = ['smooth', 'erratic', 'intermittent', 'lumpy', 'none'] as const
const started = performance.now()
const parts = readParts(path).slice(0, option('parts', Infinity))
const days = option('days', 60)
const judgement = judge(parts, days, aims)
const print = (line: string): void => void process.stdout.write(`${line}\n`)
const cell = (text: string, width: number): string => text.padStart(width)
const percent = (part: number, whole: number): string =>
  whole === 0 ? '–' : `${((part / whole) * 100).toFixed(1)} %`

print(
  `${judgement.judged} spares judged, ${judgement.notRecorded} with less than a year among the first ${knownMonths} months, or none of the last; lead time ${days} days`,
)
print('')
printErrors(judgement)
print('')
const holds = printStock(judgement)
print('')
print(`${((performance.now() - started) / 1000).toFixed(1)} s`)
if (!holds) {
  print('the choice of the product does not beat the naive one')
  process.exit(1)
}

function printErrors({ parts: counts, errors }: Judgement): void {
  print(
    'Mean error of one step ahead in the last months, by that of the last value (RMSSE / MASE):',
  )
  print(
    `${'class'.padEnd(13)}${cell('spares', 8)}${['chosen', ...forecastMethods].map((name) => cell(name, 15)).join('')}`,
  )
  for (const name of classes) {
    const found = errors.get(name)
    const cells = (['chosen', ...forecastMethods] as const).map((method) => {
      const sums = found?.get(method)
      if (sums === undefined || sums.parts === 0) return cell('–', 15)
      const { parts: of, squared, absolute } = sums
      return cell(`${(squared / of).toFixed(3)} / ${(absolute / of).toFixed(3)}`, 15)
    })
    print(`${name.padEnd(13)}${cell(String(counts[name]), 8)}${cells.join('')}`)
  }
}

function printStock({ stock }: Judgement): boolean {
  print(
    'Stocked over the last months: share of the months with demand in which all of it was there, share of the quantity that',
  )
  print(
    'was there at once, and the mean stock at the prices of the spares (thousands), beside that of naive quotas that serve as',
  )
  print('much:')
  print(
    `${'class'.padEnd(13)}${cell('goods', 7)}${cell('served', 10)}${cell('filled', 10)}${cell('stock', 10)}${cell('naive', 12)}`,
  )
  let holds = true
  for (const { criticality } of aims) {
    const total = emptyStocks()
    for (const name of classes) {
      const both = stock.get(name)?.get(criticality)
      if (both === undefined) continue
      addStocks(total, both)
      printRow(name, criticality, both)
    }
    printRow('all', criticality, total)
    const naive = naiveStockAtEqualService(total)
    holds &&= naive === null || total.product.value < naive
  }
  return holds
}

function printRow(name: string, criticality: string, both: BothStocks): void {
  const { served, demands, filled, asked, value } = both.product
  const thousands = (worth: number): string => (worth / 1000).toFixed(0)
  const naive = naiveStockAtEqualService(both)
  print(
    `${name.padEnd(13)}${cell(criticality, 7)}${cell(percent(served, demands), 10)}${cell(percent(filled, asked), 10)}${cell(thousands(value), 10)}${cell(naive === null ? 'never' : thousands(naive), 12)}`,
  )
}
