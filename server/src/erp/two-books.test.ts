import { anyErpMovement } from './testing/erp-movement.ts'
import { randomUUID } from 'node:crypto'
import type { LocalDate } from '@kufang/kernel/local-date.ts'
import type { Quantity } from '@kufang/kernel/quantity.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { stockKey } from '../ledger/key.ts'
import { postMoves } from '../ledger/ledger.ts'
import { runProofs } from '../ledger/proofs.ts'
import { reverseMoves } from '../ledger/reversal.ts'
import { withdrawPostings } from './person-actions.ts'
import { requestPosting, requestReversal } from './posting-request.ts'
import { readBookQuantities } from './s4/book-quantities.ts'
import { ODataClient } from './client/odata-client.ts'
import { MaterialDocuments } from './s4/material-document.ts'
import { CountDifferences } from './s4/physical-inventory.ts'
import { standInSeed } from './testing/seed.ts'
import { configureForStandIn, startStandIn, type StandIn } from './testing/stand-in.ts'
import { createWorld, receipt, receiptItem, userId, type World } from './testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
beforeEach(() => world.reset())
afterAll(() => world.close())

const proof = 'physical-less-unposted-is-erp-book'
const differences = async () => {
  const results = await world.database.snapshot((tx) => runProofs(tx))
  return results.find((result) => result.name === proof)!.rows
}
const shelf = (bin: string) =>
  stockKey({ companyCode: '1000', plant: '1000', storageLocation: '0001', bin, materialNo: '4711' })
const supplier = stockKey({ companyCode: '1000', place: 'supplier', materialNo: '4711' })

/** A receipt into two bins with its posting in one transaction, as documents do it. */
async function receive(): Promise<{
  documentType: string
  documentId: string
  documentNo: string
}> {
  const document = {
    ...receipt(),
    documentId: randomUUID(),
    documentNo: `RK${randomUUID().slice(0, 8)}`,
  }
  await world.database.transaction(async (tx) => {
    const moves = await postMoves(tx, {
      ...document,
      now: new Date(),
      idempotencyPrefix: document.documentId,
      moves: ['A-01', 'A-02'].map((bin, index) => ({
        lineNo: index + 1,
        from: supplier,
        to: shelf(bin),
        quantity: '5' as Quantity,
        movementType: '101',
        postsToErp: true,
        erp: anyErpMovement,
      })),
    })
    const items = moves.map((move) =>
      receiptItem({ documentLine: move.lineNo, moveId: move.id, quantity: move.quantity }),
    )
    await requestPosting(tx, { ...document, items })
  })
  return document
}

const reverseInErp = (documentId: string) =>
  world.database.transaction((tx) =>
    requestReversal(tx, {
      companyCode: '1000',
      documentType: 'goods-receipt',
      documentId,
      postingDate: '2026-11-21' as LocalDate,
      userId,
    }),
  )

const reversePhysically = (document: { documentType: string; documentId: string }) =>
  world.database.transaction((tx) =>
    reverseMoves(tx, {
      companyCode: '1000',
      documentType: document.documentType,
      documentId: document.documentId,
      byDocumentType: 'receipt-reversal',
      byDocumentId: randomUUID(),
      byDocumentNo: 'CX1',
      userId,
      now: new Date(),
      idempotencyPrefix: randomUUID(),
    }),
  )

test('both books agree before, while and after a posting, its reversal and the physical reversal', async () => {
  const document = await receive()
  expect(await differences()).toEqual([])
  const sender = world.sender()
  await sender.drain()
  expect(await world.book()).toEqual({ '1000/0001/4711/UU': '10' })
  expect(await differences()).toEqual([])
  await reverseInErp(document.documentId)
  expect(await differences()).toEqual([])
  await sender.drain()
  expect(await world.book()).toEqual({ '1000/0001/4711/UU': '0' })
  expect(await differences()).toEqual([])
  await reversePhysically(document)
  expect(await differences()).toEqual([])
})

test('both books agree when the ERP refuses and the receipt is undone', async () => {
  world.erp.faults.push('period-closed')
  const document = await receive()
  await world.send()
  expect(await differences()).toEqual([])
  await world.database.transaction((tx) =>
    withdrawPostings(
      tx,
      { companyCode: '1000', ...document, userId, reason: 'undone' },
      async () => undefined,
    ),
  )
  await reversePhysically(document)
  expect(await differences()).toEqual([])
})

test('a book changed behind our back, and a key twice in the stock, are found', async () => {
  await receive()
  await world.send()
  await world.database.query(`update erp_book set quantity = quantity - 3`)
  expect(await differences()).toMatchObject([{ materialNo: '4711', difference: '3' }])
  await world.database.query(`update erp_book set quantity = quantity + 3`)
  expect(await differences()).toEqual([])
})

describe('differences of counts in a plant that posts them by inventory documents only', () => {
  let standIn: StandIn
  beforeAll(async () => {
    standIn = await startStandIn()
    const stock = [{ product: '4714', plant: '1000', storageLocation: '0001', quantity: '200' }]
    await standIn.control('POST', '/stand-in/seed', { ...standInSeed, stock })
    await standIn.control('POST', '/stand-in/settings', { inventoryDocumentPlants: '1000' })
    await configureForStandIn(world, standIn)
  })
  beforeEach(async () => {
    await configureForStandIn(world, standIn)
    await standIn.control('DELETE', '/stand-in/faults')
  })
  afterAll(async () => {
    await world.configure({ baseUrl: '' })
    await standIn.stop()
  })

  const services = '/sap/opu/odata/sap'
  const inventory = 'API_PHYSICAL_INVENTORY_DOC_SRV'
  const clientOf = (service: string, account = 'KUFANG') =>
    new ODataClient({
      serviceUrl: `${standIn.url}${services}/${service}`,
      sapClient: '100',
      language: 'EN',
      authentication: 'basic',
      account,
      secret: 'nur-zum-Test-9',
      timeoutMs: 5_000,
      pageSize: 100,
      allowsLoopback: true,
    })
  const options = (query: Record<string, string> = {}) => ({ operation: 'test', query })
  const inErp = async () => {
    const rows = await clientOf('API_MATERIAL_STOCK_SRV').getAll(
      'A_MatlStkInAcctMod',
      options({ $filter: "Material eq '4714' and InventoryStockType eq '01'" }),
    )
    return Number(rows[0]?.MatlWrhsStkQtyInMatlBaseUnit)
  }
  const documentsWith = (reference: string) =>
    clientOf(inventory).getAll(
      'A_PhysInventoryDocHeader',
      options({
        $filter: `PhysInventoryReferenceNumber eq '${reference}'`,
        $expand: 'to_PhysicalInventoryDocumentItem',
      }),
    )
  /** Two pieces are missing in one bin and three in another, or there are so many more. */
  const counted = (
    isShort: boolean,
    quantities = ['2', '3'],
    documentId: string = randomUUID(),
  ) => {
    const here = { ...receiptItem().to!, stockCategory: 'UU' as const }
    return world.post(
      { documentId, isByInventoryDocument: true, goodsMovementCode: '06' },
      quantities.map((quantity) => ({
        materialNo: '4714',
        movementType: isShort ? '702' : '701',
        quantity: quantity as Quantity,
        from: isShort ? here : null,
        to: isShort ? null : here,
        purchaseOrder: '',
        purchaseOrderItem: '',
      })),
    )
  }
  const drain = async () => {
    const sender = world.sender()
    for (let round = 0; round < 8; round++) {
      await sender.drain()
      const open = await world.database.query(
        `select 1 from erp_posting where state in ('pending', 'sending', 'unknown')`,
      )
      await world.pass(60)
      if (open.length === 0) break
    }
    // Values of what was found by a look-up are read afterwards.
    await sender.drain()
  }
  const fault = (kind: string, path: string) =>
    standIn.control('POST', '/stand-in/faults', { kind, count: 1, match: { path } })

  test.each([
    ['nothing', ''],
    ['drop-before', 'A_PhysInventoryDocHeader'],
    ['drop-after', 'A_PhysInventoryDocHeader'],
    ['drop-before', 'A_PhysInventoryDocItem'],
    ['drop-after', 'A_PhysInventoryDocItem'],
    ['drop-before', 'PostDifferences'],
    ['drop-after', 'PostDifferences'],
    ['no-number-on-201', 'PostDifferences'],
    ['status-500-html', 'PostDifferences'],
  ])('are posted once and taken back once, whatever breaks: %s %s', async (kind, path) => {
    const before = await inErp()
    if (path !== '') await fault(kind, path)
    const documentId = randomUUID()
    const { postingId } = await counted(true, ['2', '3'], documentId)
    await drain()
    const posted = await world.posting(postingId)
    expect(posted).toMatchObject({ state: 'posted', interfaceCode: 'physical-inventory' })
    expect(await inErp()).toBe(before - 5)
    expect(await documentsWith(posted.postingKey)).toHaveLength(1)
    const items = await world.database.query(
      `select material_document_item as item, posted_quantity as quantity, posted_amount as amount
       from erp_posting_item where posting_id = $1 order by item_no`,
      [postingId],
    )
    expect(items).toEqual([
      { item: '1', quantity: '2', amount: '50' },
      { item: '1', quantity: '3', amount: '75' },
    ])
    if (path !== '') await fault(kind, path)
    const { reversals } = await reverseInErp(documentId)
    await drain()
    expect(await world.posting(reversals[0]!.postingId)).toMatchObject({ state: 'posted' })
    expect(await inErp()).toBe(before)
    const reference = `R${posted.materialDocument}${posted.materialDocumentYear}`
    expect(await documentsWith(reference)).toHaveLength(1)
    const alarms = await world.database.query(`select kind, message_zh from erp_alarm`)
    expect(alarms).toEqual([])
    expect(await world.book()).toEqual({ '1000/0001/4714/UU': '0' })
  })

  test('are what was found missing, also where goods move in the ERP while they are counted there', async () => {
    const before = await inErp()
    const scrap = () =>
      standIn.control('POST', '/stand-in/material-documents', {
        user: 'SCHMIDT',
        header: { GoodsMovementCode: '03', PostingDate: '2026-11-20', DocumentDate: '2026-11-20' },
        items: [
          {
            Material: '4714',
            Plant: '1000',
            StorageLocation: '0001',
            GoodsMovementType: '551',
            QuantityInEntryUnit: '1',
          },
        ],
      })
    const documents = new CountDifferences(
      clientOf(inventory),
      new MaterialDocuments(clientOf('API_MATERIAL_DOCUMENT_SRV'), {
        keyField: 'MaterialDocumentHeaderText',
        materialLength: 0,
      }),
      async (stocks, call) => {
        const client = clientOf('API_MATERIAL_STOCK_SRV')
        const books = await readBookQuantities(client, stocks, 0, call)
        await scrap()
        return books
      },
      { materialLength: 0, account: 'KUFANG' },
    )
    const { postingId } = await counted(true)
    const { payload, postingKey } = await world.posting(postingId)
    await documents.post(payload, postingKey, {})
    expect(await inErp()).toBe(before - 5 - 1)
    expect((await documents.find(payload, postingKey, payload.postingDate, {}))[0]).toMatchObject({
      items: [{ movementType: '702', baseQuantity: '5' }],
    })
  })

  test('that are too much come in, and what the ERP refuses says what to do', async () => {
    const before = await inErp()
    // The gateway repeats its first outcome for the call that posts, not for those that prepare it.
    const repeating = async (isOn: boolean) => {
      await standIn.control('POST', '/stand-in/settings', { idempotency: isOn })
      await world.database.query(
        `update erp_interface set idempotency_headers = $1 where interface_code = 'physical-inventory'`,
        [isOn],
      )
    }
    await repeating(true)
    const surplus = await counted(false)
    await drain()
    await repeating(false)
    expect(await world.posting(surplus.postingId)).toMatchObject({ state: 'posted' })
    expect(await inErp()).toBe(before + 5)

    const short = await counted(true, ['100000'])
    await drain()
    const refused = await world.posting(short.postingId)
    expect(refused).toMatchObject({ state: 'rejected', sapCode: 'inventory-book-short' })
    expect(refused.sapMessageZh).toContain('ERP 账面数量少于')

    // Its inventory document stays open, and no other one is made for the same stock.
    const other = await counted(true)
    await drain()
    const blocked = await world.posting(other.postingId)
    expect(blocked).toMatchObject({ state: 'rejected', sapCode: 'inventory-not-created' })
    expect(blocked.sapMessageEn).toMatch(/MI07.*M7\/703/)

    // A user of the ERP counts it there, to something else.
    const [open] = await documentsWith(refused.postingKey)
    await standIn.control('POST', '/stand-in/settings', { user: 'MUELLER' })
    await clientOf(inventory, 'MUELLER').patch(
      `A_PhysInventoryDocItem(FiscalYear='${String(open!.FiscalYear)}',PhysicalInventoryDocument='${String(open!.PhysicalInventoryDocument)}',PhysicalInventoryDocumentItem='1')`,
      { QuantityInUnitOfEntry: '7', UnitOfEntry: 'EA' },
      { operation: 'test', headers: { 'If-Match': '*' } },
    )
    await standIn.control('POST', '/stand-in/settings', { user: 'KUFANG' })
    await world.database.query(
      `update erp_posting set state = 'pending', next_attempt_at = now() where id = $1`,
      [short.postingId],
    )
    await drain()
    const counter = await world.posting(short.postingId)
    expect(counter).toMatchObject({ state: 'rejected', sapCode: 'inventory-counted-otherwise' })
    expect(counter.sapMessageZh).toContain('MUELLER')
    expect(await inErp()).toBe(before + 5)
  })
})
