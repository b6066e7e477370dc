import type { BatchActionResult } from '@kufang/contract/document/api.ts'
import { newId } from '@kufang/kernel/identifier.ts'
import { accounts, bench } from './company.ts'
import { signIn, withHands, type Caller, type RunningServer } from './server.ts'

interface Acted {
  id: string
  version: number
}

export interface ReceiptFigures {
  /** Received, audited and posted into the outbox, by three people. */
  postedLinesPerSecond: number
  /** The storekeeper's request alone: document, lines, moves, balances, audit. */
  receivedLinesPerSecond: number
  /** One receipt that went all the way. */
  receipt: string
}

/** So many receipts a shift leader or a poster ticks at once on the page. */
const tickedAtOnce = 50

/**
 * Posts goods receipts of ten lines through the HTTP API, as the pages do it: the storekeeper receives each on
 * its own, shift leader and poster tick a page of them and press once. With several servers, hand after hand
 * calls another one.
 */
export async function postReceipts(
  servers: readonly RunningServer[],
  arrivals: readonly string[],
  hands: number,
): Promise<ReceiptFigures> {
  const address = servers[0]!.address
  const at = (caller: Caller) => servers.map((server) => caller.at(server.address))
  const signedIn = async ({ account }: { account: string }) =>
    at(await signIn(address, account, bench.password))
  const keeper = await signedIn(accounts.keeper)
  const leader = await signedIn(accounts.leader)
  const poster = await signedIn(accounts.poster)
  const received: Acted[] = []
  const receiving = await withHands(hands, arrivals, async (id, index) => {
    received.push(await receive(keeper[index % keeper.length]!, id))
  })
  const pages: Acted[][] = []
  const pageSize = Math.min(tickedAtOnce, Math.ceil(received.length / hands))
  for (let first = 0; first < received.length; first += pageSize)
    pages.push(received.slice(first, first + pageSize))
  const finishing = await withHands(hands, pages, async (page, index) => {
    await press(leader[index % leader.length]!, 'audit', page)
    await press(
      poster[index % poster.length]!,
      'post',
      page.map(({ id, version }) => ({ id, version: version + 1 })),
    )
  })
  const lines = received.length * 10
  return {
    postedLinesPerSecond: lines / (receiving.seconds + finishing.seconds),
    receivedLinesPerSecond: lines / receiving.seconds,
    receipt: received[0]!.id,
  }
}

/** The storekeeper's one press: a receipt of ten lines, made and received. */
export function receive(keeper: Caller, arrival: string): Promise<Acted> {
  const lines = Array.from({ length: 10 }, (_line, line) => ({
    source: { id: arrival, lineNo: line + 1 },
    quantity: '5',
    stockCategory: 'UU',
    bin: 'B0002',
  }))
  return keeper.post<Acted>(
    '/api/documents/goods-receipt',
    { header: {}, lines, thenAction: 'receive' },
    true,
  )
}

/** Does an action to all that is ticked; one that was refused fails the run. */
async function press(caller: Caller, action: string, page: readonly Acted[]): Promise<void> {
  const results = await caller.post<BatchActionResult[]>(
    `/api/documents/goods-receipt/actions/${action}`,
    { documents: page.map(({ id, version }) => ({ id, version, idempotencyKey: newId() })) },
  )
  const refused = results.find((result) => !result.isDone)
  if (refused) throw new Error(`${action} of ${refused.id}: ${JSON.stringify(refused.refusal)}`)
}
