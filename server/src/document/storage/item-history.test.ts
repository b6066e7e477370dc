import { execFile } from 'node:child_process'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { documents } from '@kufang/contract/registry.ts'
import { runProofs } from '../../ledger/public.ts'
import { pastTriggersOf } from '../../platform/testing/past-triggers.ts'
import { newPlace } from '../testing/ground.ts'
import { tradeOf, useWorld } from '../testing/trade.ts'
import { completeHistories } from './prove-history.ts'
import { readHistory } from '../history/read-history.ts'
import { noteHistory } from './record-history.ts'

const completion = resolve(import.meta.dirname, 'complete-histories-command.ts')

describe('the history of an item', () => {
  const world = useWorld()
  const trade = tradeOf(world, 'goods-receipt')

  /** Sums of the rows of a document, as `item event book quantity`. */
  const sumsOf = async (id: string): Promise<string[]> =>
    (
      await world().database.query<{ text: string }>(
        `select concat_ws(' ', item_type, event, book, trim_scale(sum(quantity))) as text from item_history
         where document_id = $1 group by item_type, event, book order by 1`,
        [id],
      )
    ).map(({ text }) => text)

  const differences = async () => {
    const proofs = await world().database.snapshot((tx) => runProofs(tx))
    return proofs.find(({ name }) => name === 'histories-equal-lines')!.rows
  }

  test('says of a receipt what came into the stock, of its order and of its arrival', async () => {
    const place = await newPlace(world())
    const id = await trade.make(place, 'received')
    expect(await sumsOf(id)).toEqual([
      'arrival received stock 20',
      'purchase-order received stock 20',
    ])
    expect(await differences()).toEqual([])
  })

  test('keeps what was taken back beside what had happened, with who did it', async () => {
    const place = await newPlace(world())
    const id = await trade.make(place, 'received')
    await trade.act(id, 'reversePhysical', { input: { reason: '数错' } })
    expect(await sumsOf(id)).toEqual([
      'arrival received stock 0',
      'purchase-order received stock 0',
    ])
    const rows = await world().database.query<{ quantity: string; userId: string }>(
      `select trim_scale(quantity)::text as quantity, user_id from item_history
       where document_id = $1 and item_type = 'arrival' order by history_no`,
      [id],
    )
    expect(rows.map(({ quantity }) => quantity)).toEqual(['10', '10', '-10', '-10'])
    const { acts } = await trade.header(id)
    expect(rows[0]!.userId).toBe(acts['receive']!.userId)
    expect(rows[3]!.userId).toBe(acts['reversePhysical']!.userId)
  })

  test('says of a receipt that is posted what is on its way to the ERP, and then what is there', async () => {
    const place = await newPlace(world())
    const id = await trade.make(place, 'received')
    await trade.act(id, 'review')
    await trade.act(id, 'post')
    const stock = ['arrival received stock 20', 'purchase-order received stock 20']
    const sums = await sumsOf(id)
    for (const line of stock) expect(sums).toContain(line)
    expect(sums).toContain('arrival received posting 20')
    expect(await differences()).toEqual([])
    await world().send()
    const sent = await sumsOf(id)
    expect(sent).toContain('arrival received posting 0')
    expect(sent).toContain('arrival received erp 20')
    expect(await differences()).toEqual([])
  })

  test('is refused to be changed, and what is wrong in it is found', async () => {
    const place = await newPlace(world())
    const id = await trade.make(place, 'received')
    await expect(
      world().database.query(`update item_history set quantity = 1 where document_id = $1`, [id]),
    ).rejects.toThrow()
    await pastTriggersOf(world().database.pool, async (client) => {
      await client.query(
        `update item_history set quantity = quantity + 1 where document_id = $1 and item_type = 'arrival' and document_line = 1`,
        [id],
      )
    })
    expect(await differences()).toMatchObject([
      { documentType: 'goods-receipt', itemType: 'arrival', event: 'received', quantity: '-1' },
    ])
    await completeHistories(world().database, [documents['goods-receipt']])
    expect(await differences()).toEqual([])
    expect(await sumsOf(id)).toEqual([
      'arrival received stock 20',
      'purchase-order received stock 20',
    ])
  })

  test('is completed from the documents where it is missing, as of when they were done', async () => {
    const place = await newPlace(world())
    const id = await trade.make(place, 'received')
    const momentsOf = () =>
      world().database.query(
        `select distinct at from item_history where document_id = $1 and event = 'received'`,
        [id],
      )
    const before = await momentsOf()
    await pastTriggersOf(world().database.pool, async (client) => {
      await client.query(`delete from item_history where document_id = $1`, [id])
    })
    expect(await differences()).toHaveLength(4)
    const { stdout } = await promisify(execFile)(process.execPath, [completion], {
      env: { ...process.env, DATABASE_URL: world().database.connectionString },
    })
    expect(stdout.split('\n').at(-2)).toBe('4 differences, 0 of them left')
    expect(await sumsOf(id)).toEqual([
      'arrival received stock 20',
      'purchase-order received stock 20',
    ])
    expect(await momentsOf()).toEqual(before)
    expect(await differences()).toEqual([])
  })

  test('is read with what the transaction has changed, and forgets what it takes back', async () => {
    const place = await newPlace(world())
    const id = await trade.make(place, 'received')
    const sums = `select sum(quantity) as quantity from item_history
      where company_code = $1 and document_id = $2 and item_type = 'arrival'`
    const { companyCode } = await trade.header(id)
    const failing = world().database.transaction(async (tx) => {
      await tx.query(
        `update goods_receipt_line set reversed_quantity = 4 where document_id = $1 and line_no = 1`,
        [id],
      )
      noteHistory(tx, { definition: documents['goods-receipt'] }, [{ companyCode, id }])
      expect(await readHistory(tx, sums, [companyCode, id])).toEqual([{ quantity: '16' }])
      throw new Error('changed his mind')
    })
    await expect(failing).rejects.toThrow('changed his mind')
    expect(await readHistory(world().database, sums, [companyCode, id])).toEqual([
      { quantity: '20' },
    ])
  })
})
