import { expect, test } from 'vitest'
import { newPlace, type Place } from '../../document/testing/ground.ts'
import { materials } from '../../document/testing/small-company.ts'
import { pastTriggersOf } from '../../platform/testing/past-triggers.ts'
import { tradeOf, useWorld } from '../../document/testing/trade.ts'

// A version before kept batches as they were typed; the migration brings them into the form in which the ERP keeps them.

const world = useWorld()
const { proven } = tradeOf(world, 'stock-initialisation')

/** Initial stock of batches, each of which then becomes what it was before this version. */
async function stockOf(
  batches: Readonly<Record<string, { as: string; expiryDate: string }>>,
): Promise<Place> {
  const place = await newPlace(world())
  const { id } = await world().create('stock-initialisation', {
    companyCode: place.companyCode,
    header: { plant: place.plant, storageLocation: place.storageLocation, origin: 'new' },
    lines: Object.entries(batches).map(([batch, { expiryDate }]) => ({
      materialNo: materials.resin,
      bin: 'A-01',
      batch,
      stockCategory: 'UU',
      quantity: '2',
      expiryDate,
    })),
    actionAfterCreate: 'submit',
  })
  await world().act('stock-initialisation', id, 'initialise')
  await pastTriggersOf(world().database.pool, async (client) => {
    for (const [batch, { as }] of Object.entries(batches))
      for (const table of ['stock_key', 'stock_balance', 'batch', 'stock_initialisation_line'])
        // oxlint-disable-next-line no-await-in-loop -- one connection
        await client.query(`update ${table} set batch = $2 where batch = $1`, [batch, as])
  })
  return place
}

/** What the migration does, as the owner. */
async function migrate(): Promise<void> {
  const client = await world().database.pool.connect()
  try {
    await client.query('begin; set local role none; select keep_codes_in_one_form(); commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
}

test('batches as they were typed are brought into one form, in stock and documents', async () => {
  await stockOf({
    OLD1: { as: 'old1', expiryDate: '2099-01-01' },
    OLD2: { as: 'ＯＬＤ２', expiryDate: '2099-01-01' },
  })
  await migrate()
  for (const table of ['stock_key', 'stock_balance', 'batch', 'stock_initialisation_line'])
    expect(
      await world().database.query(
        `select distinct batch from ${table} where batch <> code_text(batch) or batch in ('OLD1', 'OLD2') order by batch`,
      ),
    ).toEqual([{ batch: 'OLD1' }, { batch: 'OLD2' }])
  await proven()
})

test('stock that lies twice under one code, or one batch with different dates, is left to a person', async () => {
  const { storageLocation } = await stockOf({
    TWICE: { as: 'TWICE', expiryDate: '2099-01-01' },
    TWICEX: { as: 'twice', expiryDate: '2099-01-01' },
  })
  await expect(migrate()).rejects.toThrow(
    new RegExp(`Stock lies twice under one code.*batch twice.*${storageLocation}`),
  )
  // In another bin it is no double stock, but its dates differ.
  const { database } = world()
  await pastTriggersOf(database.pool, async (client) => {
    await client.query(`update stock_key set bin = 'A-02' where batch = 'twice'`)
  })
  await database.query(`update stock_balance set bin = 'A-02' where batch = 'twice'`)
  await database.query(`update batch set expiry_date = '2098-01-01' where batch = 'twice'`)
  await expect(migrate()).rejects.toThrow(/One batch has different dates.*TWICE and twice/)
  await database.query(`update batch set expiry_date = '2099-01-01' where batch = 'twice'`)
  await migrate()
  expect(
    await database.query(
      `select bin, quantity from stock_balance where batch = 'TWICE' and has_stock order by bin`,
    ),
  ).toEqual([
    { bin: 'A-01', quantity: '2' },
    { bin: 'A-02', quantity: '2' },
  ])
  await proven()
})
