import { expect, test, vi } from 'vitest'
import { FairQueue } from './fair-queue.ts'

const limits = {
  runningMax: 4,
  runningOfPersonMax: 2,
  steadyOfPersonMax: 1,
  waitingMax: 50,
  waitingOfPersonMax: 5,
  patienceMs: 60_000,
}

/** Enters in the background and records the order of the turns. */
function turns(queue: FairQueue) {
  const started: string[] = []
  return {
    started,
    enter: (name: string) =>
      queue.enter(name.replace(/\d+$/, '')).then(() => {
        started.push(name)
      }),
  }
}
const settled = () => new Promise<void>((done) => void setImmediate(done))

test('others start while a person who has sent more waits for his own requests', async () => {
  const queue = new FairQueue(limits)
  const { started, enter } = turns(queue)
  const greedy = [1, 2, 3, 4].map((no) => enter(`li${no}`))
  await enter('wang1')
  await enter('zhao1')
  expect(started).toEqual(['li1', 'li2', 'wang1', 'zhao1'])
  const late = enter('sun1')
  queue.leave('wang')
  await late
  expect(started.at(-1)).toBe('sun1')
  queue.leave('li')
  await greedy[2]
  expect(started.slice(5)).toEqual(['li3'])
  expect(queue.load).toEqual({ running: 4, waiting: 1 })
  // Left waiting, it would be refused while another test runs.
  queue.leave('li')
  await greedy[3]
})

test('a request that waits too long, or beyond the queue, is told that the server is busy', async () => {
  const queue = new FairQueue({ ...limits, patienceMs: 20, waitingOfPersonMax: 1 })
  const { enter } = turns(queue)
  await Promise.all([enter('li1'), enter('li2')])
  const refused = await Promise.allSettled([enter('li3'), enter('li4')])
  for (const outcome of refused)
    expect(outcome).toMatchObject({ status: 'rejected', reason: { code: 'server-busy' } })
  expect(queue.load).toEqual({ running: 2, waiting: 0 })
  queue.leave('li')
  await enter('li5')
})

test('a closed request leaves the queue, and a turn it no longer needs goes to the next', async () => {
  const queue = new FairQueue({ ...limits, runningMax: 1 })
  const { started, enter } = turns(queue)
  await enter('li1')
  const closing = new AbortController()
  const closed = queue.enter('wang', closing.signal)
  const next = enter('zhao1')
  closing.abort(new Error('closed'))
  await expect(closed).rejects.toThrow('closed')
  const both = new AbortController()
  const late = queue.enter('sun', both.signal)
  queue.leave('li')
  await next
  // The turn is given and the request closed in the same moment.
  queue.leave('zhao')
  both.abort(new Error('closed too'))
  await late.then(
    () => queue.leave('sun'),
    () => {},
  )
  await settled()
  expect(queue.load).toEqual({ running: 0, waiting: 0 })
  expect(started).toEqual(['li1', 'zhao1'])
})

test('a person who keeps the database at work gets fewer turns, until he has rested', async () => {
  let now = 0
  const queue = new FairQueue(limits, () => now)
  const { started, enter } = turns(queue)
  await Promise.all([enter('li1'), enter('li2')])
  now += 3000
  queue.leave('li')
  const third = enter('li3')
  await settled()
  expect(started).toEqual(['li1', 'li2'])
  queue.leave('li')
  await third
  now += 1000
  queue.leave('li')
  now += 10_000
  await Promise.all([enter('li4'), enter('li5')])
  expect(started).toEqual(['li1', 'li2', 'li3', 'li4', 'li5'])
})

test('a person who keeps the database at work rests between his turns while others work', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] })
  try {
    const queue = new FairQueue({ ...limits, runningOfPersonMax: 1 })
    const { started, enter } = turns(queue)
    await enter('li1')
    const second = enter('li2')
    vi.advanceTimersByTime(2600)
    await enter('wang1')
    queue.leave('wang')
    queue.leave('li')
    vi.advanceTimersByTime(999)
    await Promise.resolve()
    expect(started).toEqual(['li1', 'wang1'])
    vi.advanceTimersByTime(1)
    await second
    expect(started).toEqual(['li1', 'wang1', 'li2'])
  } finally {
    vi.useRealTimers()
  }
})

test('where one person may use everything all the time, as in an installation for a few programs, nobody rests', async () => {
  let now = 0
  const queue = new FairQueue({ ...limits, runningOfPersonMax: 4, steadyOfPersonMax: 4 }, () => now)
  const { started, enter } = turns(queue)
  await enter('li1')
  now += 2600
  await enter('wang1')
  queue.leave('wang')
  queue.leave('li')
  void enter('li2')
  await settled()
  expect(started).toEqual(['li1', 'wang1', 'li2'])
  queue.leave('li')
})

test('a person who rests starts afterwards, though the timer fires before the rest is over by the clock', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  try {
    let now = 0
    const queue = new FairQueue({ ...limits, runningOfPersonMax: 1 }, () => now)
    const { started, enter } = turns(queue)
    await enter('li1')
    const second = enter('li2')
    now += 2600
    await enter('wang1')
    queue.leave('wang')
    queue.leave('li')
    now += 999.5
    vi.advanceTimersByTime(1000)
    await Promise.resolve()
    expect(started).toEqual(['li1', 'wang1'])
    now += 1
    vi.advanceTimersByTime(1)
    await second
    expect(started).toEqual(['li1', 'wang1', 'li2'])
  } finally {
    vi.useRealTimers()
  }
})

test('a person whose requests are short may send them together again and again', async () => {
  let now = 0
  const queue = new FairQueue(limits, () => now)
  for (let round = 0; round < 100; round++) {
    await Promise.all([queue.enter('li'), queue.enter('li')])
    now += 20
    queue.leave('li')
    queue.leave('li')
    now += 200
  }
  expect(queue.load).toEqual({ running: 0, waiting: 0 })
})
