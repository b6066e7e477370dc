import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'

/** The options of the demonstration. */
export interface DemoOptions {
  /** A CSV or csv.gz of real orders; null: the demonstration company's own orders. */
  ordersFile: string | null
  /** Minimum number of lines to process. */
  lines: number
  /** Number of concurrent clients. */
  clients: number
  /** Whether the product's data is kept for inspection. */
  keeps: boolean
}

/** A user error, described in one line. */
export class Mistake extends Error {}

export const usage = `npm run demo [-- --orders FILE [--lines N]] [--clients N] [--keep]
  without a file: the demonstration company's own orders, 30 lines through the whole chain
  --orders FILE   real orders (CSV or csv.gz): all are mirrored, the first delivered are worked off
  --lines N       how many lines to work off at least (2000 of a file, 30 without)
  --clients N     clients at work at the same time (4)
  --keep          leave the data folder, to start the product on it afterwards`

/** @throws Mistake for an unknown option, a wrong number, a missing file */
export function readOptions(given: string[], environment: NodeJS.ProcessEnv): DemoOptions {
  const { orders, lines, clients, keep } = parse(given)
  const file = orders === undefined ? null : resolve(environment['INIT_CWD'] ?? '.', orders)
  if (file !== null && !existsSync(file)) {
    throw new Mistake(`the orders file ${file} is not there; nothing was started`)
  }
  return {
    ordersFile: file,
    lines: count('--lines', lines, file === null ? 30 : 2000),
    clients: count('--clients', clients, 4),
    keeps: keep,
  }
}

function parse(given: string[]) {
  try {
    const { values } = parseArgs({
      args: given,
      options: {
        orders: { type: 'string' },
        lines: { type: 'string' },
        clients: { type: 'string' },
        keep: { type: 'boolean', default: false },
      },
    })
    return values
  } catch (error) {
    throw new Mistake(`${(error as Error).message}\n${usage}`)
  }
}

function count(name: string, text: string | undefined, fallback: number): number {
  if (text === undefined) return fallback
  if (!/^[1-9]\d{0,5}$/.test(text))
    throw new Mistake(`${name} must be a whole number above 0, not ${text}`)
  return Number(text)
}
