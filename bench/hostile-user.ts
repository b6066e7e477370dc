import { addAll } from '@kufang/kernel/add-all.ts'
import { fork } from 'node:child_process'
import { setTimeout as after } from 'node:timers/promises'
import { ensureUser, wholeCompany } from '../server/src/identity/ensure-user.ts'
import { accounts, bench, makeArrivals } from './company.ts'
import { receive } from './receipts.ts'
import { percentile, record } from './results.ts'
import { signIn, type Caller } from './server.ts'
import { say, type Site } from './site.ts'

const people = 20
/** Between two requests of one person. */
const thinkingMs = 250
const turns = 3
/** For the hostile process to start and to reach its full speed. */
const startingMs = 1500

/**
 * The response times of 20 persons at work, on a filled ledger, alone and beside one signed-in person who sends as much
 * as possible. Any failed request of theirs fails the run.
 */
export async function measureHostileUser(
  site: Site,
  { connectionString, database }: Awaited<ReturnType<Site['fresh']>>,
): Promise<void> {
  const seconds = site.volume.beside
  say(`${people} people at work, alone and beside one who sends as much as possible`)
  const names = Array.from({ length: people + 1 }, (_one, index) => `bench-person-${index}`)
  for (const account of names)
    await ensureUser(database, {
      account,
      userName: account,
      password: bench.password,
      roles: [...accounts.keeper.roles],
      plants: [{ companyCode: bench.companyCode }],
      ...wholeCompany,
    })
  const arrivals = await makeArrivals(database, people * seconds * (2 * turns + 1))
  const server = await site.started(connectionString, { isPlain: true })
  const callers: Caller[] = []
  for (const account of names) callers.push(await signIn(server.address, account, bench.password))
  const [hostile, ...working] = callers

  /** Latencies of all of them until the time is over. */
  const work = async (): Promise<number[]> => {
    const latencies: number[] = []
    const end = performance.now() + seconds * 1000
    await Promise.all(
      working.map(async (caller, index) => {
        for (let turn = index; performance.now() < end; turn += 1) {
          await after(thinkingMs * (0.5 + Math.random()))
          const at = performance.now()
          await step(caller, turn, arrivals)
          latencies.push(performance.now() - at)
        }
      }),
    )
    return latencies
  }
  await work()
  const alone: number[] = []
  const beside: number[] = []
  // In turns, as the speed of the machine varies.
  for (let turn = 0; turn < turns; turn += 1) {
    addAll(alone, await work())
    const child = fork(new URL('hostile-client.ts', import.meta.url).pathname, {
      env: { ...process.env, HOSTILE_ADDRESS: server.address, HOSTILE_TOKEN: hostile!.token },
    })
    await after(startingMs)
    addAll(beside, await work())
    child.kill()
  }
  record(`request of one of ${people} people`, percentile(alone, 0.95), 'ms, p95')
  record('the same beside one who sends as much as possible', percentile(beside, 0.95), 'ms, p95')
  record(
    'p95 beside one who sends as much as possible',
    percentile(beside, 0.95) / percentile(alone, 0.95),
    'times',
    { atMost: 2 },
  )
  await server.stop()
}

/** What a storekeeper does: mostly looks for stock, sometimes receives an arrival. */
async function step(caller: Caller, turn: number, arrivals: string[]): Promise<void> {
  const arrival = turn % 5 === 0 ? arrivals.pop() : undefined
  if (arrival !== undefined) {
    await receive(caller, arrival)
    return
  }
  const value = `B${String(((turn * 37) % bench.materials) + 1).padStart(6, '0')}`
  await caller.post('/api/queries/stock/list', {
    size: 50,
    withTotals: true,
    filters: [{ field: 'materialNo', operator: 'eq', value }],
  })
}
