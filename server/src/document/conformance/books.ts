import { addAll } from '@kufang/kernel/add-all.ts'
import { describe, expect, test } from 'vitest'
import { rolesForReading } from '@kufang/contract/document/decide.ts'
import type { ErpState } from '@kufang/contract/document/declare/erp-state.ts'
import { runProofs } from '../../ledger/public.ts'
import { historyProof } from '../storage/prove-history.ts'
import { listDocuments } from '../list/list.ts'
import { person } from '../testing/small-company.ts'
import type { World } from '../testing/world.ts'
import { testBooksOfMade } from './books-of-made.ts'
import { snapshot } from './snapshot.ts'
import type { Subject } from './subject.ts'

/** ERP faults tested with the reference documents. */
const faults = [
  'period-closed',
  'drop-before',
  'drop-after',
  'status-503',
  'down',
  'status-502-after',
  'expire',
  'no-number',
] as const

async function proven(world: World): Promise<void> {
  for (const proof of await runProofs(world.database)) expect(proof.rows, proof.name).toEqual([])
}

/**
 * The usual way of a document that posts leads to movements of every line that the ERP sees. Asked before everything else: most
 * of the suite fails otherwise, and does not say why.
 */
export async function expectSomethingToPost(subject: Subject): Promise<void> {
  const { definition, journey, name, world } = subject
  const post = journey.books?.post
  const from = post === undefined ? undefined : definition.actions[post]!.from[0]
  if (!subject.isMadeByPeople || from === undefined) return
  const { lines } = await world.read(name, await subject.standing(from))
  expect(
    lines.map((line) => line.lineErpState),
    `the usual way of ${name} to ${from}, from which it is posted, must move every line so that the ERP sees it; give the other case its own end state`,
  ).not.toContain('notNeeded')
}

/** Documents that post: posting and reversal, with every ERP failure. */
export function testBooks(subject: Subject): void {
  const { books } = subject.journey
  if (!subject.definition.posts) return
  if (!books) {
    test('says how it is posted and taken back', () =>
      expect(books, `the journey of ${subject.name} has no books`).toBeDefined())
    return
  }
  if (!subject.isMadeByPeople) return testBooksOfMade(subject)
  const movesOf = (id: string) =>
    subject.world.database.query<{ id: string }>(
      `select id from stock_move where document_id = $1`,
      [id],
    )
  const stateOf = async (id: string) => (await subject.world.read(subject.name, id)).header
  /** Asserts the ERP state of document and lines, in the document and in its list. */
  const standsIn = async (id: string, erpState: ErpState) => {
    const { database } = subject.world
    const { header, lines } = await subject.world.read(subject.name, id)
    expect(header.erpState).toBe(erpState)
    expect(lines.map((line) => line.lineErpState)).toEqual(lines.map(() => erpState))
    const reader = person('查询员', rolesForReading(subject.definition))
    const filters = [{ field: 'lineErpState', operator: 'in' as const, value: [erpState] }]
    const found = await listDocuments(database, reader, subject.table, { level: 'line', filters })
    const own = found.rows.filter((row) => row['id'] === id)
    expect(own.map((row) => row['lineErpState'])).toEqual(lines.map(() => erpState))
  }
  const documentsOf = async (id: string) => {
    const rows = await subject.world.database.query<{
      postingKey: string
      interfaceCode: string
      reference: string
      direction: string
    }>(
      `select posting_key, interface_code, reference, direction from erp_posting where document_type = $1 and document_id = $2 and state <> 'closed'`,
      [subject.name, id],
    )
    return rows.map((row) => ({
      ...row,
      documents: subject.world.erp.ofPosting(row).length,
    }))
  }
  /** Creates a document with this many lines and takes it to the state after its goods movement. */
  const moved = async (lines: number) => {
    // The snapshot includes the predecessors, so they must belong to this document only.
    subject.standApart()
    const request = await subject.request(lines)
    // Sends postings of other tests first, because the snapshot covers the whole database.
    await subject.world.send()
    const before = await snapshot(subject.world, subject)
    const { id } = await subject.world.create(subject.name, request)
    await subject.go(id, books.moved)
    expect((await movesOf(id)).length).toBeGreaterThanOrEqual(lines)
    return { id, before }
  }

  describe('books', () => {
    test('moved and taken back, it leaves everything as it was', async () => {
      const { id, before } = await moved(2)
      await proven(subject.world)
      expect(await snapshot(subject.world, subject)).not.toEqual(before)
      await subject.approveReversal(id)
      await subject.act(id, 'reversePhysical')
      expect(await stateOf(id)).toMatchObject({ state: 'reversed' })
      expect(await snapshot(subject.world, subject)).toEqual(before)
      await proven(subject.world)
    })

    test('posted, reversed in the ERP and taken back, it leaves everything as it was', async () => {
      const { id, before } = await moved(2)
      await standsIn(id, 'unposted')
      const post = async () => {
        if (books.post === undefined) await subject.bringErp(id, 'posted')
        else {
          await subject.act(id, books.post)
          await standsIn(id, 'posting')
          await subject.world.send()
        }
      }
      await post()
      await standsIn(id, 'posted')
      await proven(subject.world)
      for (const one of await documentsOf(id)) expect(one.documents).toBe(1)
      if (books.reversal.length === 0) await subject.bringErp(id, 'reversing')
      for (const action of books.reversal) {
        await subject.bringErpFor(id, action)
        await subject.act(id, action)
      }
      await standsIn(id, 'reversing')
      await proven(subject.world)
      await subject.world.send()
      await standsIn(id, 'reversed')
      await proven(subject.world)
      await subject.act(id, 'reversePhysical')
      // The postings of its predecessors (an arrival's own) are reversed too.
      expect(await snapshot(subject.world, subject)).toEqual(before)
      await proven(subject.world)
    })

    const { post } = books
    if (post === undefined) return
    const reverse = books.reversal.at(-1)
    if (reverse !== undefined)
      test('a reversal that the ERP refuses leaves it in the books, and the same action ends with one reversal there', async () => {
        const { id } = await moved(1)
        await subject.act(id, post)
        await subject.world.send()
        for (const action of books.reversal) {
          await subject.bringErpFor(id, action)
          if (action === reverse) subject.world.erp.faults.push('period-closed')
          await subject.act(id, action)
        }
        await subject.world.send()
        await standsIn(id, 'posted')
        await subject.act(id, reverse)
        await standsIn(id, 'reversing')
        await subject.world.send()
        await standsIn(id, 'reversed')
        // The cancellation keeps the header text, and with it the key.
        const own = (await documentsOf(id)).filter(({ direction }) => direction === 'post')
        expect(own.map(({ documents }) => documents)).toEqual(own.map(() => 2))
        await proven(subject.world)
      })
    for (const fault of subject.isReference ? faults : (['period-closed'] as const)) {
      test(`an ERP that fails with ${fault} leaves it as it moved and ready for another try, which ends with one document there`, async () => {
        const { id } = await moved(1)
        const ledger = await movesOf(id)
        // The outage outlasts all retries: the posting is given up until a person retries it.
        addAll(
          subject.world.erp.faults,
          fault === 'down' ? Array.from({ length: 9 }, () => 'status-503' as const) : [fault],
        )
        await subject.act(id, post)
        // What is on its way stands in the histories of items, too, before the ERP answers.
        if (fault === 'period-closed')
          expect(await historyProof.read(subject.world.database, undefined, 1)).toEqual([])
        await subject.world.send()
        if (fault === 'down') {
          await subject.world.database.query(
            `update erp_posting set next_attempt_at = now() where state = 'pending'`,
          )
          await subject.world.send()
        }
        subject.world.erp.faults.length = 0
        const { erpState } = await stateOf(id)
        expect(['failed', 'posting', 'posted']).toContain(erpState)
        expect(await movesOf(id)).toEqual(ledger)
        await proven(subject.world)
        if (fault === 'period-closed' || fault === 'down') expect(erpState).toBe('failed')
        // Postings with unknown outcome are looked up twice; failed ones wait for a person.
        for (let looks = 0; looks < 4; looks += 1) {
          await subject.world.database.query(
            `update erp_posting set next_attempt_at = now(), sent_at = sent_at - interval '1 hour' where state in ('pending', 'unknown')`,
          )
          await subject.world.send()
        }
        if ((await stateOf(id)).erpState === 'failed') await subject.act(id, post)
        await subject.world.send()
        expect((await stateOf(id)).erpState).toBe('posted')
        for (const one of await documentsOf(id)) expect(one.documents).toBe(1)
        await proven(subject.world)
      })
    }
  })
}
