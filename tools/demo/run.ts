import { compareStock, countErpDocuments, countUnfinished, runProofs } from './books.ts'
import type { Check } from './books.ts'
import { CallLog } from './call-log.ts'
import { deliveriesOfFile, deliveriesOfOrders } from './delivery.ts'
import type { Delivery } from './delivery.ts'
import { StandIn } from './erp.ts'
import { centsText, grouped } from './exact.ts'
import { breakErp, shortenWaits } from './faults.ts'
import { setUpFloors } from './floor.ts'
import { inParallel } from './in-parallel.ts'
import { workOff } from './inbound.ts'
import { readMaterials, wantInspection } from './materials.ts'
import { compareWithFile, readOrderLines } from './mirror.ts'
import type { OrderLine } from './mirror.ts'
import type { DemoOptions } from './options.ts'
import { checkFile } from './orders-file.ts'
import {
  handOut,
  ownReservations,
  reserveReceived,
  takeBackIssues,
  withdrawalsOf,
} from './outbound.ts'
import { untilErpAnswered } from './postings.ts'
import type { DemoProduct } from './product.ts'
import { Progress } from './progress.ts'
import { seconds } from './report.ts'
import { countReceipts, saySummary } from './summary.ts'
import { takeBack } from './take-back.ts'
import { signInTeam } from './team.ts'
import type { Team } from './team.ts'

/** Maximum number of lines to withdraw. */
const outboundLinesMax = 300

interface Work {
  options: DemoOptions
  team: Team
  erp: StandIn
  progress: Progress
}

/**
 * The main process, automated through the product's public API: mirrors, receives, posts, issues and reverses, with an
 * ERP that fails; then compares the books.
 *
 * @returns whether all checks pass
 */
export async function runDemo(
  options: DemoOptions,
  product: DemoProduct,
  say: (line: string) => void,
): Promise<boolean> {
  const log = new CallLog()
  const progress = new Progress(say, log)
  const erp = new StandIn(product.erpAddress)
  const team = await signInTeam(product.address, log)
  const work: Work = { options, team, erp, progress }
  await shortenWaits(team)

  const { mirrored, deliveries, rows } = await mirrorAndChoose(work)
  const before = await countReceipts(team)
  await breakErp(erp)
  await receive(work, deliveries)
  const reversed = deliveries.filter((delivery) => delivery.isReversed)
  await progress.stage(`taking ${reversed.length} deliveries back altogether`, () =>
    takeBack(reversed, team, options.clients),
  )
  const out = await handOutAgain(work, deliveries)
  const struck = await erp.struck()
  await erp.mend()
  await progress.stage('waiting for the last answers of the ERP', () => untilErpAnswered(team))

  const checks = await progress.stage('holding the books against each other', async () => [
    ...mirrored,
    {
      name: 'second answers to one key',
      found: `${grouped(log.repeated)} requests sent twice, ${log.contradictions.length} answered otherwise`,
      holds: log.repeated > 0 && log.contradictions.length === 0,
    },
    ...(await countErpDocuments(erp)),
    await countUnfinished(team),
    ...(await compareStock(team)),
    ...(await runProofs(team)),
  ])
  const after = await countReceipts(team)
  const done: [string, string][] = [
    ...rows,
    [
      'lines worked off',
      `${grouped(countLines(deliveries))} of ${grouped(deliveries.length)} deliveries`,
    ],
    ['receipts posted', grouped(after.posted + after.reversed - before.posted - before.reversed)],
    [
      'receipts reversed',
      `${grouped(after.reversed - before.reversed)}, ${grouped(countLines(reversed))} lines taken back altogether`,
    ],
    [
      'lines handed out',
      `${grouped(out.lines)} of ${out.issues} issues, ${out.reversed} of them taken back`,
    ],
  ]
  await saySummary({ rows: done, struck, checks }, team, log, say)
  say('')
  const holds = checks.every((check) => check.holds)
  say(
    `${holds ? 'everything holds' : 'NOT everything holds'}, after ${seconds(progress.elapsedMs)}`,
  )
  return holds
}

interface Chosen {
  /** The checks of the mirror. */
  mirrored: Check[]
  deliveries: Delivery[]
  rows: [string, string][]
}

async function mirrorAndChoose(work: Work): Promise<Chosen> {
  const { options, team, erp, progress } = work
  const { ordersFile } = options
  const materials = await readMaterials(team)
  if (ordersFile === null) {
    const lines = await progress.stage('reading the mirrored orders', () => readOrderLines(team))
    const deliveries = deliveriesOfOrders(lines, options.lines, materials)
    return {
      mirrored: [],
      deliveries,
      rows: [['order lines mirrored', grouped(lines.size)]],
    }
  }
  const served = await erp.fileLines()
  const facts = checkFile(ordersFile, served)
  progress.say(
    `the file: ${grouped(facts.orders)} orders, ${grouped(facts.lines)} lines, quantity ${grouped(facts.quantity)}, value ${centsText(facts.valueInCents)}`,
  )
  await progress.stage('mirroring what changed in the ERP since the start', () =>
    team.admin.client.read('POST', '/api/external-documents/purchase-order/synchronise', {}),
  )
  const all = await progress.stage('reading every mirrored order line', () => readOrderLines(team))
  const keys = new Set(served.map((line) => `${line.PurchaseOrder}/${line.PurchaseOrderItem}`))
  const ofFile = [...all].filter(([key]) => keys.has(key)).map(([, line]): OrderLine => line)
  const { differences, ...counted } = compareWithFile(ofFile, facts)
  const deliveries = deliveriesOfFile(served, all, options.lines)
  const inspected = await wantInspection(
    team,
    materials,
    new Set(served.map((line) => line.Product)),
  )
  return {
    mirrored: [
      {
        name: 'mirrored orders = the file',
        found:
          differences.length === 0 ? 'orders, lines, quantity and value' : differences.join('; '),
        holds: differences.length === 0,
      },
    ],
    deliveries,
    rows: [
      [
        'orders mirrored',
        `${grouped(counted.orders)}, ${grouped(counted.lines)} lines, value ${centsText(facts.valueInCents)}`,
      ],
      [
        'materials inspected',
        `${inspected} of ${new Set(served.map((line) => line.Product)).size}`,
      ],
    ],
  }
}

async function receive(
  { options, team, progress }: Work,
  deliveries: readonly Delivery[],
): Promise<void> {
  const materials = await readMaterials(team)
  await setUpFloors(team, deliveries)
  const lines = countLines(deliveries)
  await progress.stage(
    `receiving ${grouped(lines)} lines of ${grouped(deliveries.length)} deliveries, ${options.clients} clients`,
    async (count) => {
      let done = 0
      await inParallel(deliveries, options.clients, async (delivery) => {
        await workOff(delivery, team, materials)
        done += delivery.lines.length
        count(`${grouped(done)} of ${grouped(lines)} lines`)
      })
    },
  )
  await progress.stage('waiting for the ERP to answer, faults and all', (count) =>
    untilErpAnswered(team, (open) => count(`${grouped(open)} messages open`)),
  )
}

async function handOutAgain(
  { options, team, erp, progress }: Work,
  deliveries: readonly Delivery[],
): Promise<{ lines: number; issues: number; reversed: number }> {
  const lines = await progress.stage('reserving goods for the picking unit', () =>
    options.ordersFile === null
      ? ownReservations(team, options.lines)
      : reserveReceived(deliveries, outboundLinesMax, team, erp),
  )
  const withdrawals = withdrawalsOf(lines)
  const reversed = withdrawals.filter((withdrawal) => withdrawal.isReversed)
  await progress.stage(
    `handing out ${lines.length} lines on ${withdrawals.length} requisitions`,
    async () => {
      await inParallel(withdrawals, options.clients, (withdrawal) => handOut(withdrawal, team))
      await untilErpAnswered(team)
    },
  )
  await progress.stage(`taking ${reversed.length} issues back`, () =>
    takeBackIssues(reversed, team, options.clients),
  )
  return { lines: lines.length, issues: withdrawals.length, reversed: reversed.length }
}

function countLines(deliveries: readonly Delivery[]): number {
  return deliveries.reduce((sum, delivery) => sum + delivery.lines.length, 0)
}
