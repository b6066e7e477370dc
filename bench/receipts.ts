import type { BatchActionResult } from '@kufang/contract/document/api.ts'
import { newId } from '@kufang/kernel/identifier.ts'
import { accounts, bench } from './company.ts'
import { signIn, type Caller, type RunningServer } from './server.ts'

interface Acted {
  id: string
  version: number
}

export interface ReceiptFigures {
  /** Received, audited and posted into the outbox, by three people at the same time. */
  postedLinesPerSecond: number
  /** One receipt that went all the way. */
  receipt: string
}

/** So many receipts a shift leader or a poster ticks at once on the page. */
const tickedAtMost = 50

/**
 * Posts goods receipts of ten lines through the HTTP API, as the pages do it: the storekeeper receives each on
 * its own; as soon as a page of them is there, the shift leader ticks them and presses once, and then the poster.
 * So many hands do what is next to do. With several servers, task after task goes to another one.
 */
export async function postReceipts(
  servers: readonly RunningServer[],
  arrivals: readonly string[],
  hands: number,
): Promise<ReceiptFigures> {
  let task = 0
  const inTurn = async ({ account }: { account: string }) => {
    const caller = await signIn(servers[0]!.address, account, bench.password)
    const callers = servers.map((server) => caller.at(server.address))
    return () => callers[task++ % callers.length]!
  }
  const keeper = await inTurn(accounts.keeper)
  const leader = await inTurn(accounts.leader)
  const poster = await inTurn(accounts.poster)
  const pageSize = Math.min(tickedAtMost, Math.ceil(arrivals.length / hands))
  const ahead = [...arrivals]
  const received: Acted[] = []
  let receipt = ''
  const work = async () => {
    for (;;) {
      const isPageFull = received.length >= pageSize || (ahead.length === 0 && received.length > 0)
      const arrival = isPageFull ? undefined : ahead.pop()
      if (arrival !== undefined) {
        received.push(await receive(keeper(), arrival))
        continue
      }
      // Nothing to do: what others are still receiving, they finish.
      if (!isPageFull) return
      const page = received.splice(0, pageSize)
      await press(leader(), 'review', page)
      await press(
        poster(),
        'post',
        page.map(({ id, version }) => ({ id, version: version + 1 })),
      )
      receipt = page[0]!.id
    }
  }
  const began = performance.now()
  await Promise.all(Array.from({ length: hands }, work))
  const seconds = (performance.now() - began) / 1000
  return { postedLinesPerSecond: (arrivals.length * 10) / seconds, receipt }
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
    { header: {}, lines, actionAfterCreate: 'receive' },
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
