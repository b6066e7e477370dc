import { afterAll, beforeAll, expect, test } from 'vitest'
import { parseLocalDate } from '@kufang/kernel/local-date.ts'
import { readPostingPeriods, closePeriod, openPeriod, openPeriods } from './periods.ts'
import { keeper, openLedger, refusalsOf } from '../testing/ledger-fixture.ts'
import type { LedgerDatabase } from '../testing/ledger-fixture.ts'

let ledger: LedgerDatabase

beforeAll(async () => {
  ledger = await openLedger()
})
afterAll(() => ledger.drop())

const today = parseLocalDate('2026-11-21')
const posts = (companyCode: string, date: string, on = today) =>
  ledger.database.transaction(async (tx) => {
    const periods = await readPostingPeriods(tx, companyCode, on)
    periods.assertOpen(parseLocalDate(date))
  })
const open = (companyCode: string, period: string) =>
  ledger.database.transaction((tx) => openPeriod(tx, companyCode, period, keeper, today))
const close = (companyCode: string, period: string) =>
  ledger.database.transaction((tx) => closePeriod(tx, companyCode, period, keeper, today))

test('without a word of anybody the current month is open and nothing else', async () => {
  await posts('1000', '2026-11-01')
  expect(await openPeriods(ledger.database, '1000', today)).toEqual(['202611'])
  for (const date of ['2026-10-31', '2026-12-01', '2025-11-21'])
    expect(await refusalsOf(posts('1000', date))).toEqual([
      {
        code: 'period-closed',
        params: { period: date.slice(0, 7).replace('-', ''), company: '1000', open: '202611' },
        field: 'postingDate',
      },
    ])
})

test('the month before may be opened, and is closed by itself when it is older than that', async () => {
  await open('1100', '202610')
  await posts('1100', '2026-10-31')
  expect(await openPeriods(ledger.database, '1100', today)).toEqual(['202610', '202611'])
  expect(await openPeriods(ledger.database, '1100', parseLocalDate('2026-12-01'))).toEqual([
    '202612',
  ])
  expect(await openPeriods(ledger.database, '1000', today)).toEqual(['202611'])
})

test('a closed month takes nothing, for its company only, until it is opened again', async () => {
  await close('1200', '202611')
  const [refusal] = await refusalsOf(posts('1200', '2026-11-21'))
  expect(refusal?.params).toEqual({ period: '202611', company: '1200', open: '' })
  await posts('1000', '2026-11-21')
  await open('1200', '202611')
  await posts('1200', '2026-11-21')
})

test('months that are neither this one nor the one before are not opened, future ones not closed', async () => {
  for (const period of ['202609', '202612'])
    expect((await refusalsOf(open('1000', period)))[0]?.code).toBe('period-not-changeable')
  expect((await refusalsOf(close('1000', '202612')))[0]?.code).toBe('period-not-changeable')
})

test('a period is closed only after those who are posting in it have finished', async () => {
  const events: string[] = []
  let closing: Promise<void> | undefined
  await ledger.database.transaction(async (tx) => {
    await readPostingPeriods(tx, '1300', today)
    closing = close('1300', '202611').then(() => void events.push('closed'))
    // Wait until the database shows that the close is waiting.
    for (let waiting = 0; waiting === 0;) {
      const rows = await ledger.database.query<{ count: number }>(
        `select count(*) as count from pg_locks where not granted and pid in (
          select l.pid from pg_locks l join pg_database d on d.oid = l.database
          where d.datname = current_database())`,
      )
      waiting = rows[0]!.count
    }
    events.push('posted')
  })
  await closing
  expect(events).toEqual(['posted', 'closed'])
  await refusalsOf(posts('1300', '2026-11-21'))
})
