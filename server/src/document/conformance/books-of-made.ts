import { describe, expect, test } from 'vitest'
import { runProofs } from '../../ledger/public.ts'
import type { World } from '../testing/world.ts'
import { findJourney, type Making } from '../journey/journey.ts'
import { courseOf, make, stepsOf, walk } from '../journey/walk.ts'
import { goods, newPlace } from '../testing/ground.ts'
import { worldWalker } from '../testing/world-walker.ts'
import type { Subject } from './subject.ts'

/** What the company has: goods by key, holds, and the goods in the books of the ERP. */
async function snapshotOfCompany({ database, companyCode }: World): Promise<unknown> {
  const query = (text: string) => database.query(text, [companyCode])
  return {
    balances: await query(
      `select key_id, quantity, reserved, frozen from stock_balance
       where company_code = $1 and (quantity <> 0 or reserved <> 0 or frozen <> 0) order by 1`,
    ),
    books: await query(
      `select plant, storage_location, material_no, stock_category, quantity from erp_book
       where company_code = $1 and quantity <> 0 order by 1, 2, 3, 4`,
    ),
  }
}

async function proven({ database }: World): Promise<void> {
  for (const proof of await runProofs(database)) expect(proof.rows, proof.name).toEqual([])
}

/**
 * A document that another one of its company makes, with what the company had before the act that made it: everything
 * before it is in the books then, so that its own posting is on its way too.
 */
async function madeHere(subject: Subject, lines: number): Promise<{ id: string; before: unknown }> {
  const { world, name } = subject
  const { document, steps } = subject.journey.madeBy as Making
  const walker = worldWalker(world, await newPlace(world))
  const until = stepsOf(steps).slice(0, -1)
  const maker = await make(walker, document, goods(lines), {
    course: courseOf(steps),
    steps: until,
  })
  await subject.postBefore(document, maker)
  const before = await snapshotOfCompany(world)
  await walk(walker, document, maker, stepsOf(steps).slice(-1))
  return { id: (await walker.successorOf(document, maker, name))!, before }
}

/**
 * Documents that another document makes and that are reviewed and posted by themselves, but taken back with their maker: its
 * reversal in the ERP and of its goods is theirs, too.
 */
function testBooksOfPaired(subject: Subject): void {
  const { madeBy, books, acts } = subject.journey
  const { document, steps } = madeBy as Making
  const post = books!.post!
  const headerOf = async (id: string) => (await subject.world.read(subject.name, id)).header
  /** One that may be posted, with its maker and what the company had before the act that made it. */
  const ready = async (lines: number) => {
    const walker = worldWalker(subject.world, await newPlace(subject.world))
    const until = stepsOf(steps).slice(0, -1)
    const maker = await make(walker, document, goods(lines), {
      course: courseOf(steps),
      steps: until,
    })
    await subject.world.send()
    const before = await snapshotOfCompany(subject.world)
    await walk(walker, document, maker, stepsOf(steps).slice(-1))
    const id = (await walker.successorOf(document, maker, subject.name))!
    expect((await headerOf(id)).erpState).toBe('unposted')
    await walk(walker, subject.name, id, [...books!.moved, ...(acts[post]!.after ?? [])])
    return { id, maker, before, walker }
  }

  describe('books', () => {
    test('reviewed and posted, then taken back with what made it, it leaves its company as it was', async () => {
      const { id, maker, before, walker } = await ready(2)
      await subject.act(id, post)
      expect((await headerOf(id)).erpState).toBe('posting')
      await subject.world.send()
      expect((await headerOf(id)).erpState).toBe('posted')
      await proven(subject.world)
      await walk(walker, document, maker, findJourney(document).books!.reversal)
      expect((await headerOf(id)).erpState).toBe('reversing')
      await subject.world.send()
      expect((await headerOf(id)).erpState).toBe('reversed')
      await proven(subject.world)
      await walk(walker, document, maker, ['reversePhysical'])
      expect(await headerOf(id)).toMatchObject({ state: 'reversed', erpState: 'reversed' })
      expect(await snapshotOfCompany(subject.world)).toEqual(before)
      await proven(subject.world)
    })

    test('an ERP that refuses its posting leaves its goods where they are, and another try ends with one document there', async () => {
      const { id } = await ready(1)
      const movesOf = () =>
        subject.world.database.query(`select id from stock_move where document_id = $1`, [id])
      const ledger = await movesOf()
      subject.world.erp.faults.push('period-closed')
      await subject.act(id, post)
      await subject.world.send()
      expect((await headerOf(id)).erpState).toBe('failed')
      expect(await movesOf()).toEqual(ledger)
      await subject.act(id, post)
      await subject.world.send()
      expect((await headerOf(id)).erpState).toBe('posted')
      await proven(subject.world)
    })
  })
}

/**
 * Documents that another document makes, and that move their goods, are posted and taken back by themselves; what the maker
 * posts is in the books before.
 */
function testBooksOfFollower(subject: Subject): void {
  const { books } = subject.journey
  const headerOf = async (id: string) => (await subject.world.read(subject.name, id)).header
  /** A new one, with what the company had before it moved anything. */
  const made = async (lines: number) => {
    const id = await subject.make(lines)
    await subject.postBefore(subject.name, id)
    const before = await snapshotOfCompany(subject.world)
    await subject.go(id, books!.moved)
    return { id, before }
  }

  describe('books', () => {
    test('moved and taken back, it leaves its company as it was', async () => {
      const { id, before } = await made(2)
      await proven(subject.world)
      expect(await snapshotOfCompany(subject.world)).not.toEqual(before)
      await subject.approveReversal(id)
      await subject.act(id, 'reversePhysical')
      expect((await headerOf(id)).state).toBe('reversed')
      expect(await snapshotOfCompany(subject.world)).toEqual(before)
      await proven(subject.world)
    })

    test('posted, reversed in the ERP and taken back, it leaves its company as it was', async () => {
      const { id, before } = await made(2)
      expect((await headerOf(id)).erpState).toBe('unposted')
      await subject.act(id, books!.post!)
      await subject.world.send()
      expect((await headerOf(id)).erpState).toBe('posted')
      await proven(subject.world)
      for (const action of books!.reversal) await subject.act(id, action)
      await subject.world.send()
      expect((await headerOf(id)).erpState).toBe('reversed')
      await subject.act(id, 'reversePhysical')
      expect(await headerOf(id)).toMatchObject({ state: 'reversed', erpState: 'reversed' })
      expect(await snapshotOfCompany(subject.world)).toEqual(before)
      await proven(subject.world)
    })

    test('an ERP that refuses its posting leaves its goods where they are, and another try ends with one document there', async () => {
      const { id } = await made(1)
      const ledger = await snapshotOfCompany(subject.world)
      subject.world.erp.faults.push('period-closed')
      await subject.act(id, books!.post!)
      await subject.world.send()
      expect((await headerOf(id)).erpState).toBe('failed')
      expect(await snapshotOfCompany(subject.world)).toEqual(ledger)
      await subject.act(id, books!.post!)
      await subject.world.send()
      expect((await headerOf(id)).erpState).toBe('posted')
      await proven(subject.world)
    })
  })
}

/** Documents that another document makes and posts at once: their posting is on its way when they are first seen. */
export function testBooksOfMade(subject: Subject): void {
  const { books: own, madeBy } = subject.journey
  const { definition: maker } = findJourney((madeBy as Making).document)
  const isFollower = maker.posts !== true || own!.reversal.length > 0
  if (own!.moved.length > 0)
    return isFollower ? testBooksOfFollower(subject) : testBooksOfPaired(subject)
  const headerOf = async (id: string) => (await subject.world.read(subject.name, id)).header
  const isElsewhere = (subject.journey.madeBy as Making).isElsewhere === true
  const made = async (lines: number) => {
    if (!isElsewhere) return madeHere(subject, lines)
    const before = await snapshotOfCompany(subject.world)
    return { id: await subject.make(lines), before }
  }
  const movesOf = (id: string) =>
    subject.world.database.query(`select id from stock_move where document_id = $1`, [id])
  const inErp = async (id: string) => {
    const rows = await subject.world.database.query<{ postingKey: string }>(
      `select posting_key from erp_posting where document_id = $1 and direction = 'post' and state <> 'closed'`,
      [id],
    )
    return rows.flatMap(({ postingKey }) => subject.world.erp.withKey(postingKey))
  }

  describe('books', () => {
    test('made with its posting on its way, reversed in the ERP and taken back, it leaves its company as it was', async () => {
      await subject.world.send()
      const { id, before } = await made(2)
      expect((await headerOf(id)).erpState).toBe('posting')
      expect((await movesOf(id)).length).toBeGreaterThanOrEqual(2)
      await proven(subject.world)
      await subject.world.send()
      expect((await headerOf(id)).erpState).toBe('posted')
      expect(await snapshotOfCompany(subject.world)).not.toEqual(before)
      await proven(subject.world)
      for (const action of subject.journey.books!.reversal) await subject.act(id, action)
      expect((await headerOf(id)).erpState).toBe('reversing')
      await subject.world.send()
      await subject.act(id, 'reversePhysical')
      expect(await headerOf(id)).toMatchObject({ state: 'reversed', erpState: 'reversed' })
      expect(await snapshotOfCompany(subject.world)).toEqual(before)
      await proven(subject.world)
    })

    test('an ERP that refuses its posting leaves its goods where they are, and another try ends with one document there', async () => {
      const { id } = await made(1)
      const ledger = await movesOf(id)
      await subject.bringErp(id, 'failed')
      expect(await movesOf(id)).toEqual(ledger)
      expect(await inErp(id)).toEqual([])
      await subject.act(id, subject.journey.books!.post!)
      await subject.world.send()
      expect((await headerOf(id)).erpState).toBe('posted')
      expect(await inErp(id)).toHaveLength(1)
      await proven(subject.world)
    })
  })
}
