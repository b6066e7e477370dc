import { accounts, bench } from './company.ts'
import { signIn, withHands, type RunningServer } from './server.ts'

interface Acted {
  id: string
  version: number
}

export interface ReceiptFigures {
  /** Received, audited and posted into the outbox, by three people in three requests. */
  postedLinesPerSecond: number
  /** The storekeeper's request alone: document, lines, moves, balances, audit. */
  receivedLinesPerSecond: number
  /** Milliseconds of one storekeeper's request, median. */
  medianMs: number
}

/** Posts goods receipts of ten lines through the HTTP API, as the pages do it. */
export async function postReceipts(
  server: RunningServer,
  arrivals: readonly string[],
  hands: number,
): Promise<ReceiptFigures> {
  const keeper = await signIn(server.address, accounts.keeper.account, bench.password)
  const leader = await signIn(server.address, accounts.leader.account, bench.password)
  const poster = await signIn(server.address, accounts.poster.account, bench.password)
  const received: Acted[] = []
  const receiving = await withHands(hands, arrivals, async (id) => {
    const lines = Array.from({ length: 10 }, (_line, index) => ({
      source: { id, lineNo: index + 1 },
      quantity: '5',
      stockCategory: 'UU',
      bin: 'B0002',
    }))
    received.push(
      await keeper.post<Acted>(
        '/api/documents/goods-receipt',
        { header: {}, lines, thenAction: 'receive' },
        true,
      ),
    )
  })
  const finishing = await withHands(hands, received, async ({ id, version }) => {
    const audited = await leader.post<Acted>(
      `/api/documents/goods-receipt/${id}/actions/audit`,
      { version },
      true,
    )
    await poster.post(
      `/api/documents/goods-receipt/${id}/actions/post`,
      { version: audited.version },
      true,
    )
  })
  const lines = received.length * 10
  return {
    postedLinesPerSecond: lines / (receiving.seconds + finishing.seconds),
    receivedLinesPerSecond: lines / receiving.seconds,
    medianMs: [...receiving.latencies].sort((one, other) => one - other)[
      Math.floor(receiving.latencies.length / 2)
    ]!,
  }
}
