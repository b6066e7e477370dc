import { usualLinesMax } from '@kufang/contract/document/lines-max.ts'
import { describe, expect, test } from 'vitest'
import type { Transaction } from '../platform/database/database.ts'
import { linesFrom, make, makeOver } from '../document/journey/walk.ts'
import { asked, stocked } from '../document/testing/core-flow.ts'
import { goods, mirrorChanges, newPlace } from '../document/testing/ground.ts'
import { materials } from '../document/testing/small-company.ts'
import { tradeOf, useWorld } from '../document/testing/trade.ts'
import { worldWalker } from '../document/testing/world-walker.ts'
import { readDemandProblems, readDemandWork, readProblemsOfRequisitions } from './demand-work.ts'

// What is looked for whenever a reservation is read from the ERP, or something of a requisition leaves or is given up.

const world = useWorld()
const requisitions = tradeOf(world, 'requisition')

/** A reservation of bolts with an approved requisition of so many lines. */
async function requested(count: number) {
  const place = await newPlace(world())
  const lines = goods(count, materials.bolt)
  await stocked(world(), place, lines)
  const request = await asked(world(), place, lines)
  const reservation = String((await world().read('requisition', request)).lines[0]!.sourceId)
  return { request, reservation }
}

const problemsOf = (reservation: string) =>
  world().database.query<{ id: string; state: string }>(
    `select distinct p.id, p.state from demand_problem p join reservation r on r.doc_no = p.demand_no where r.id = $1`,
    [reservation],
  )

/**
 * Copies a row of the table 2,000 times, each with keys of its own, because with a few rows any plan uses an index.
 * @param header the table whose rows are the documents of the copies, if these are lines
 */
async function fill(tx: Transaction, table: string, keys: readonly string[], header?: string) {
  const columns = await tx.query<{ name: string }>(
    `select column_name as name from information_schema.columns
     where table_schema = current_schema() and table_name = $1 and is_generated = 'NEVER' and is_identity = 'NO'`,
    [table],
  )
  const names = columns.map(({ name }) => name)
  const value = (name: string) => {
    if (name === 'doc_no' || name === 'demand_no') return `'N' || n.number`
    if (name === 'document_id') return 'n.id'
    return keys.includes(name) ? 'gen_random_uuid()' : `t.${name}`
  }
  const numbers = header
    ? `(select id, 1 as number from ${header} where doc_no like 'N%')`
    : 'generate_series(1, 2000)'
  await tx.query(
    `insert into ${table} (${names.join(', ')})
     select ${names.map(value).join(', ')} from (select * from ${table} limit 1) t, ${numbers} as n${header ? '' : ' (number)'}`,
  )
  await tx.query(`analyze ${table}`)
}

test('what is worked on, and what is told of it, is found by indexes in one statement each, whatever there is', async () => {
  const place = await newPlace(world())
  await make(worldWalker(world(), place), 'demand-problem', goods(1))
  const { request, reservation } = await requested(2)
  const { docNo } = (await world().read('reservation', reservation)).header
  const found: string[] = []
  const wereTaken = new Error('the plans are taken, and the rows are to go')
  const planning = world().database.transaction(async (tx) => {
    await fill(tx, 'document_link', ['from_id', 'to_id'])
    for (const table of ['requisition', 'reservation', 'demand_problem']) {
      await fill(tx, table, ['id'])
      await fill(tx, `${table}_line`, ['source_id'], table)
    }
    const sent: [string, readonly unknown[]][] = []
    const noting = {
      ...world().database,
      query: <Row extends object>(text: string, values: readonly unknown[] = []) => {
        sent.push([text, values])
        return tx.query<Row>(text, values)
      },
    }
    const items = [1, 2].map((line) => ({ id: reservation, line }))
    await readDemandWork(noting, '1010', 'reservation', items)
    await readDemandProblems(
      noting,
      '1010',
      'reservation',
      items.map(({ id, line }) => ({ type: 'reservation', id, docNo, lineNo: line })),
    )
    expect(sent).toHaveLength(2)
    await readProblemsOfRequisitions(noting, '1010', [request])
    expect(sent).toHaveLength(5)
    for (const [text, values] of sent)
      found.push(
        (await tx.query<object>(`explain ${text}`, values))
          .map((row) => Object.values(row).join(''))
          .join('\n'),
      )
    throw wereTaken
  })
  await expect(planning).rejects.toBe(wereTaken)
  for (const plan of found)
    expect(plan).not.toMatch(
      /Seq Scan on (document_link|requisition|requisition_line|reservation|reservation_line|demand_problem|demand_problem_line)\b/,
    )
})

describe('a batch read from the ERP', () => {
  test('takes as many statements for 20 items of a reservation as for two', async () => {
    const counts: number[] = []
    // The first one fills the caches of the process.
    for (const count of [2, 2, 20]) {
      const { reservation } = await requested(count)
      counts.push(
        await world().statements(() =>
          mirrorChanges(world(), 'reservation', reservation, { quantity: '6' }),
        ),
      )
      const problems = await problemsOf(reservation)
      expect(problems).toMatchObject([{ state: 'raised' }])
      expect((await world().read('demand-problem', problems[0]!.id)).lines).toHaveLength(count)
    }
    expect(counts[2]).toBe(counts[1])
  })

  test('tells all items of a reservation that has more than a document may have', async () => {
    const walker = worldWalker(world(), await newPlace(world()))
    const items = Array.from({ length: usualLinesMax + 2 }, () => goods(1, materials.bolt)[0]!)
    const reservation = await walker.mirror!('reservation', items)
    const lines = await linesFrom(walker, 'reservation', reservation)
    for (const part of [lines.slice(0, 300), lines.slice(300)])
      await makeOver(walker, 'requisition', part, ['submit', 'approve'])
    await mirrorChanges(world(), 'reservation', reservation, { isMovementAllowed: false })
    const [told] = await world().database.query<{ documents: number; lines: number }>(
      `select count(distinct p.id)::int as documents, count(*)::int as lines
       from reservation r join demand_problem p on p.demand_no = r.doc_no
       join demand_problem_line l on l.document_id = p.id where r.id = $1`,
      [reservation],
    )
    expect(told).toEqual({ documents: 2, lines: usualLinesMax + 2 })
  })

  test('that meets the write-off of the requisition leaves no problem of it open, whichever is first', async () => {
    for (let round = 0; round < 8; round += 1) {
      const { request, reservation } = await requested(1)
      await Promise.all([
        mirrorChanges(world(), 'reservation', reservation, { deliveryDate: '2099-03-01' }),
        requisitions.act(request, 'writeOff', { input: { reason: '需求取消' } }),
      ])
      for (const { state } of await problemsOf(reservation)) expect(state).toBe('closed')
    }
  })

  test('twice at once raises one problem', async () => {
    for (let round = 0; round < 4; round += 1) {
      const { reservation } = await requested(1)
      const change = () => mirrorChanges(world(), 'reservation', reservation, { quantity: '6' })
      await Promise.all([change(), change()])
      expect(await problemsOf(reservation)).toMatchObject([{ state: 'raised' }])
    }
  })
})
