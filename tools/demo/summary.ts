import { countDocuments, countOf } from './books.ts'
import type { Check } from './books.ts'
import type { CallLog } from './call-log.ts'
import { grouped } from './exact.ts'
import { checkRows, tableOf } from './report.ts'
import type { Team } from './team.ts'

/** Number of kinds of call shown with their durations. */
const slowestShown = 12

/** Posted receipts, and those whose posting was reversed. */
export interface ReceiptCounts {
  posted: number
  reversed: number
}

export async function countReceipts(team: Team): Promise<ReceiptCounts> {
  return {
    posted: await countOf(team, 'goods-receipt', 'erpState', 'posted'),
    reversed: await countOf(team, 'goods-receipt', 'erpState', 'reversed'),
  }
}

export interface Outcome {
  /** The executed work, line by line. */
  rows: readonly (readonly [string, string])[]
  /** Number of occurrences of each fault. */
  struck: ReadonlyMap<string, number>
  checks: readonly Check[]
}

/** Prints the executed work, the states of documents, the checks and the durations of calls. */
export async function saySummary(
  { rows, struck, checks }: Outcome,
  team: Team,
  log: CallLog,
  say: (line: string) => void,
): Promise<void> {
  const faults = [...struck].filter(([, hits]) => hits > 0).map(([kind, hits]) => `${kind} ${hits}`)
  const done = [
    ...rows,
    ['ERP faults injected', faults.join(', ') || 'none'],
    ['requests', `${grouped(log.count)}, ${grouped(log.repeated)} repeated with the same key`],
  ] as const
  const costs = log.summary().slice(0, slowestShown)
  const documents = await countDocuments(team)
  const paragraphs = [
    tableOf(done),
    [
      '  documents by kind and state, with those the company began with',
      ...tableOf(
        documents.map(({ kind, states }) => [
          kind,
          states.map(([state, count]) => `${state} ${grouped(count)}`).join(', '),
        ]),
      ),
    ],
    tableOf(checkRows(checks)),
    [
      '  milliseconds per call (median, 95 of 100, calls), the costliest kinds first',
      ...costs.map(
        ({ label, calls, median, p95 }) =>
          `  ${median.toFixed(1).padStart(8)} ${p95.toFixed(1).padStart(8)} ${grouped(calls).padStart(8)}  ${label}`,
      ),
    ],
  ]
  for (const line of paragraphs.flatMap((paragraph) => ['', ...paragraph])) say(line)
}
