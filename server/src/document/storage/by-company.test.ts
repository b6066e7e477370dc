import { newId } from '@kufang/kernel/identifier.ts'
import { documentDefinition } from '@kufang/contract/registry.ts'
import { expect, test } from 'vitest'
import '../../effects.ts'
import type { Database, Transaction } from '../../platform/database/database.ts'
import { actOnce } from '../../platform/http/idempotency.ts'
import { counting } from '../../ledger/testing/ledger-fixture.ts'
import { loadSourceLines } from '../draft/sources.ts'
import { goods, newPlace, ordered } from '../testing/ground.ts'
import { materials, person } from '../testing/small-company.ts'
import { useWorld } from '../testing/trade.ts'
import { loadAllVisible } from './store.ts'
import { documentTable } from './table.ts'

const world = useWorld()
const elsewhere = { companyCode: '1020', plant: '0003', storageLocation: '3001' }
const buyer = person('采购员', ['SHDCJCGY'], { companyCodes: ['1010', '1020'] })
const orders = documentTable(documentDefinition('purchase-order')!)

/** Two orders of one company and one of another. */
async function ordersOfTwoCompanies(): Promise<string[]> {
  const here = await newPlace(world())
  const bolts = goods(2, materials.bolt)
  return [
    await ordered(world(), elsewhere, bolts),
    await ordered(world(), here, bolts),
    await ordered(world(), here, bolts),
  ]
}

/** The transaction with the answer to whether the database is distributed. */
const claiming = (tx: Transaction, isDistributed: boolean): Transaction => ({
  client: tx.client,
  isDistributed,
  isRehearsal: tx.isRehearsal,
  beforeCommit: (task) => tx.beforeCommit(task),
  afterCommit: (task) => tx.afterCommit(task),
  attempt: (work) => tx.attempt(work),
  afterUndo: (task) => tx.afterUndo(task),
  announce: (channel, payload) => tx.announce(channel, payload),
  write: (text, values, onRows) => tx.write(text, values, onRows),
  query: (text, values) => tx.query(text, values),
  queryTogether: (text, values, key, keyOf, item) =>
    tx.queryTogether(text, values, key, keyOf, item),
})

/** Runs `read` in a transaction that claims to be one of Citus; with the statements that lock rows. */
async function onCitus<T>(read: (tx: Transaction) => Promise<T>) {
  return world().database.transaction(async (tx) => {
    const { tx: counted, statements } = counting(claiming(tx, true))
    return {
      read: await read(counted),
      locking: statements.filter((text) => text.includes('for update')),
    }
  })
}

test('on Citus a person of two companies locks the documents of one company at a time, and gets all of them', async () => {
  const ids = await ordersOfTwoCompanies()
  const { read, locking } = await onCitus((tx) => loadAllVisible(tx, orders, buyer, ids, true))
  expect(locking).toHaveLength(2)
  for (const text of locking) expect(text).toContain('h.company_code = $2')
  expect(read.map(({ header }) => header.id).sort()).toEqual(ids.sort())
  expect(new Set(read.map(({ header }) => header.companyCode))).toEqual(new Set(['1010', '1020']))
  expect(read.flatMap(({ lines }) => lines)).toHaveLength(6)
})

test('on Citus the lines of orders of two companies are locked company by company', async () => {
  const ids = await ordersOfTwoCompanies()
  const references = ids.flatMap((id) => [1, 2].map((lineNo) => ({ id, lineNo })))
  const { read, locking } = await onCitus((tx) =>
    loadSourceLines(tx, buyer, 'purchase-order', references, true),
  )
  // Header and lines of each company.
  expect(locking).toHaveLength(4)
  for (const text of locking) expect(text).toMatch(/h\.company_code = \$[23]/)
  expect([...read.keys()].sort()).toEqual(
    references.map(({ id, lineNo }) => `${id}/${lineNo}`).sort(),
  )
})

test('a database in one place locks the documents of all companies with one statement', async () => {
  const ids = await ordersOfTwoCompanies()
  await world().database.transaction(async (tx) => {
    const { tx: counted, statements } = counting(tx)
    expect(await loadAllVisible(counted, orders, buyer, ids, true)).toHaveLength(3)
    expect(statements).toHaveLength(2)
  })
})

test('a request sent twice gets the answer of the first, also on Citus, which reports an internal error', async () => {
  const { database } = world()
  const onShards: Database = {
    ...database,
    isDistributed: true,
    transaction: async (work) => {
      try {
        return await database.transaction(work)
      } catch (error) {
        const { message } = error as Error
        const text = message.replace('"action_request_pkey"', '"action_request_pkey_102020"')
        throw Object.assign(new Error(text), { code: 'XX000' })
      }
    },
  }
  const key = newId()
  const act = (answer: string) =>
    actOnce(onShards, buyer, '1010', key, 'look', () => Promise.resolve({ answer }))
  expect(await act('first')).toEqual({ answer: 'first' })
  expect(await act('second')).toEqual({ answer: 'first' })
})

test.each([
  ['on Citus an act is planned with its values, from which the machine follows', true, 'auto'],
  ['a database in one place plans the statements of acts once', false, 'force_generic_plan'],
])('%s', async (_title, isDistributed, mode) => {
  const { database } = world()
  const other: Database = {
    ...database,
    isDistributed,
    transaction: (work) => database.transaction((tx) => work(claiming(tx, isDistributed))),
  }
  const act = () =>
    actOnce(other, buyer, '1010', newId(), 'look', async (tx) => {
      const [row] = await tx.query<{ mode: string }>(
        `select current_setting('plan_cache_mode') as mode`,
      )
      return row!
    })
  expect(await act()).toEqual({ mode })
})
