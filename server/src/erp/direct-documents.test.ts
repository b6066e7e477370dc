import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { watchDirectDocuments } from './direct-documents.ts'
import { ErpConnections } from './gateway.ts'
import { openMirrorSource } from './mirrors/source.ts'
import { requestPosting } from './posting-request.ts'
import { standInSeed } from './testing/seed.ts'
import { configureForStandIn, type StandIn, startStandIn } from './testing/stand-in.ts'
import { createWorld, receipt, receiptItem, type World } from './testing/world.ts'

let world: World
let standIn: StandIn
let connections: ErpConnections

beforeAll(async () => {
  world = await createWorld()
  standIn = await startStandIn()
  await world.reset()
  await configureForStandIn(world, standIn)
  connections = new ErpConnections({
    database: world.database,
    secrets: world.secrets,
    defaultBaseUrl: standIn.url,
    outgoing: { hosts: [], allowsLoopback: true },
    onError: (error) => world.errors.push(error),
  })
  await standIn.control('POST', '/stand-in/seed', standInSeed)
})
afterAll(async () => {
  await world.close()
  await standIn.stop()
})

const yard = {
  plant: '1000',
  storageLocation: '0001',
  stockCategory: 'UU',
  specialStock: '',
  specialStockReference: '',
  batch: '',
} as const

test('what users of the ERP post and cancel there is found, ours and theirs told apart', async () => {
  await world.database.query(
    `insert into company (company_code, name) values ('1000', '甲') on conflict do nothing`,
  )
  await world.database.query(
    `insert into plant (company_code, plant, name) values ('1000', '1000', '一厂') on conflict do nothing`,
  )
  await world.database.query(
    `insert into storage_location (company_code, plant, storage_location, name) values ('1000', '1000', '0001', '一库')`,
  )
  await world.database.transaction((tx) =>
    requestPosting(tx, {
      ...receipt(),
      documentId: randomUUID(),
      items: [receiptItem({ to: yard })],
    }),
  )
  await world.send()
  const [ours] = await world.database.query<{ id: string; number: string; year: string }>(
    `select id, material_document as number, material_document_year as year from erp_posting
     where state = 'posted' and direction = 'post' order by sequence desc limit 1`,
  )
  const watch = async (changedUntil: string | null = new Date().toISOString()) =>
    watchDirectDocuments({
      database: world.database,
      source: await openMirrorSource(connections, '1000', 'material-document'),
      settings: (await connections.connect('1000', 'material-document')).settings,
      companyCode: '1000',
      changedUntil,
      onSettled: () => Promise.resolve(),
    })
  // The first time it only records what is there, and tells nobody.
  await watch(null)
  const alarms = () => world.database.query(`select from erp_alarm where subject <> ''`)
  expect(await alarms()).toHaveLength(0)
  expect(await watch()).toBe(0)
  const book = await world.book()
  const cancelled = await standIn.control<{ MaterialDocument: string }>(
    'POST',
    '/stand-in/material-documents/cancel',
    { user: 'MUELLER', year: ours!.year, document: ours!.number, postingDate: '2026-11-20' },
  )
  await standIn.control('POST', '/stand-in/material-documents', {
    user: 'SCHMIDT',
    header: { GoodsMovementCode: '03', PostingDate: '2026-11-20', DocumentDate: '2026-11-20' },
    items: [
      {
        Material: '4714',
        Plant: '1000',
        StorageLocation: '0001',
        GoodsMovementType: '201',
        CostCenter: 'CC100',
        QuantityInEntryUnit: '1',
        EntryUnit: 'EA',
      },
    ],
  })
  expect(await watch()).toBe(2)
  const found = await world.database.query(
    `select kind, created_by, posting_id from erp_direct_document where created_by in ('MUELLER', 'SCHMIDT') order by kind`,
  )
  expect(found).toEqual([
    { kind: 'cancellation', createdBy: 'MUELLER', postingId: ours!.id },
    { kind: 'movement', createdBy: 'SCHMIDT', postingId: null },
  ])
  const [reversal] = await world.database.query(
    `select state, material_document as number from erp_posting where reverses_posting_id = $1`,
    [ours!.id],
  )
  expect(reversal).toEqual({ state: 'posted', number: cancelled.MaterialDocument })
  expect(await world.book()).not.toEqual(book)
  expect(await alarms()).toHaveLength(2)

  // What an inventory document of ours posts has no key: while one about the same goods is on its way, it may be that.
  const { postingId } = await world.post(
    { documentId: randomUUID(), isByInventoryDocument: true, goodsMovementCode: '06' },
    [{ materialNo: '4714', movementType: '702', from: yard, to: null }],
  )
  await standIn.control('POST', '/stand-in/material-documents', {
    user: 'SCHMIDT',
    header: { GoodsMovementCode: '06', PostingDate: '2026-11-20', DocumentDate: '2026-11-20' },
    items: [
      {
        Material: '4714',
        Plant: '1000',
        StorageLocation: '0001',
        GoodsMovementType: '702',
        QuantityInEntryUnit: '1',
        EntryUnit: 'EA',
      },
    ],
  })
  expect(await watch()).toBe(0)
  await world.database.query(`update erp_posting set state = 'closed' where id = $1`, [postingId])
  expect(await watch()).toBe(1)
})
