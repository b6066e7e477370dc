import type { BatchActionResult } from '@kufang/contract/document/api.ts'
import { newId } from '@kufang/kernel/identifier.ts'
import { bench, benchPlace, type BenchPlace } from './company.ts'
import { signIn, type Caller, type RunningServer } from './server.ts'

interface Acted {
  id: string
  version: number
}

export interface ReceiptFigures {
  /** Received, reviewed and posted to the outbox, by three users concurrently. */
  postedLinesPerSecond: number
  /** One receipt that was posted. */
  receipt: string
}

/** Maximum number of receipts a shift leader or poster selects at once. */
const tickedAtMost = 50

/**
 * Posts goods receipts of ten lines through the HTTP API, as the pages do: the storekeeper receives each separately; as
 * soon as a page of them is ready, the shift leader reviews them with one request, then the poster posts them. `hands`
 * clients take the next task each. With several servers, tasks are distributed in turn.
 */
export async function postReceipts(
  servers: readonly RunningServer[],
  arrivals: readonly string[],
  hands: number,
  { accounts }: Pick<BenchPlace, 'accounts'> = benchPlace,
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
      // Nothing to do: receipts still in progress are finished by their clients.
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

/** The storekeeper's request: creates and receives a receipt of ten lines. */
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

/** Executes an action on all selected documents; a refusal fails the run. */
async function press(caller: Caller, action: string, page: readonly Acted[]): Promise<void> {
  const results = await caller.post<BatchActionResult[]>(
    `/api/documents/goods-receipt/actions/${action}`,
    { documents: page.map(({ id, version }) => ({ id, version, idempotencyKey: newId() })) },
  )
  const refused = results.find((result) => !result.isDone)
  if (refused) throw new Error(`${action} of ${refused.id}: ${JSON.stringify(refused.refusal)}`)
}
