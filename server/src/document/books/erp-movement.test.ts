import { addAll } from '@kufang/kernel/add-all.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AccountAssignment, MovementBasis } from '../../erp/erp-movement.ts'
import { parseMoney } from '@kufang/kernel/money.ts'
import type { Quantity } from '@kufang/kernel/quantity.ts'
import { forgetMovementRules } from '../../erp/movement-rule.ts'
import type { StandIn } from '../../erp/testing/stand-in.ts'
import { pastTriggersOf } from '../../platform/testing/past-triggers.ts'
import { movesOfDocument, stockKey, type StockKey } from '../../ledger/public.ts'
import { accepted, asked } from '../testing/core-flow.ts'
import { goods, newPlace, type Place } from '../testing/ground.ts'
import { materials } from '../testing/small-company.ts'
import { expectRefused, useWorld } from '../testing/trade.ts'
import {
  moveByTrial,
  otherPlant,
  returnOrder,
  standInFor,
  submittedTrial,
  trial,
  type TrialMove,
} from '../testing/trial.ts'
import { worldErpPassword } from '../testing/world.ts'

// Movements of document types that do not exist yet, made by an initialisation whose effect each test supplies.

const world = useWorld()
let wanted: () => TrialMove[]
let standIn: StandIn
let place: Place

beforeAll(async () => {
  moveByTrial(() => wanted())
  place = await newPlace(world())
  standIn = await standInFor(world(), place)
})
afterAll(() => standIn.stop())

const key = (more: Partial<StockKey>): StockKey =>
  stockKey({
    companyCode: place.companyCode,
    plant: place.plant,
    materialNo: materials.bolt,
    ...more,
  })
const shelf = (more: Partial<StockKey> = {}) =>
  key({ storageLocation: place.storageLocation, bin: 'A-01', ...more })
const outside = (name: StockKey['place']) => key({ place: name, plant: place.plant })

/** Receives initial stock and then makes the movements of the test. */
const from561 = (...moves: TrialMove[]) => {
  wanted = () => [{ from: outside('opening'), to: shelf() }, ...moves]
}

const create = () => trial(world(), place)

/** ERP items posted for a document, in posting order. */
async function booked(id: string): Promise<Record<string, unknown>[]> {
  await world().act('stock-initialisation', id, 'post')
  await world().send()
  const numbers = await world().database.query<{ materialDocument: string; state: string }>(
    `select material_document, state from erp_posting where document_id = $1 order by sequence`,
    [id],
  )
  expect(numbers.map((row) => row.state)).toEqual(numbers.map(() => 'posted'))
  const items: Record<string, unknown>[] = []
  for (const { materialDocument } of numbers) {
    const reply = await fetch(
      `${standIn.url}/sap/opu/odata/sap/API_MATERIAL_DOCUMENT_SRV/A_MaterialDocumentItem?$filter=MaterialDocument eq '${materialDocument}'`,
      {
        headers: {
          accept: 'application/json',
          authorization: `Basic ${Buffer.from(`KUFANG:${worldErpPassword}`).toString('base64')}`,
        },
      },
    )
    const body = (await reply.json()) as { d: { results: Record<string, unknown>[] } }
    addAll(items, body.d.results)
  }
  return items
}

interface Case {
  what: string
  types: string[]
  moves: () => TrialMove[]
  item: Record<string, unknown>
}
const cases: Case[] = [
  {
    what: 'a return on a return order is 161 and not 122',
    types: ['561', '161'],
    moves: () => [
      {
        from: shelf(),
        to: outside('supplier'),
        accountAssignment: { kind: 'return-order' },
        basis: { kind: 'purchase-order', ...returnOrder },
      },
    ],
    item: { PurchaseOrder: returnOrder.purchaseOrder },
  },
  {
    what: 'goods from another plant are placed with 305 and not 315',
    types: ['561', '303', '305'],
    moves: () => {
      const transit = shelf({ plant: otherPlant, bin: '', stockCategory: 'IT' })
      return [
        { from: shelf(), to: transit },
        {
          from: transit,
          to: shelf({ plant: otherPlant }),
          accountAssignment: { kind: 'other-plant' },
        },
      ]
    },
    item: { Plant: otherPlant },
  },
  {
    what: 'an issue for a delivery is 601 and not 251',
    types: ['561', '601'],
    moves: () => [
      {
        from: shelf(),
        to: outside('customer'),
        basis: { kind: 'delivery', delivery: '80000001', deliveryItem: '10' },
      },
    ],
    item: { Delivery: '80000001' },
  },
  {
    what: 'an issue for the delivery of a stock transport order to another company is 643 and not 601',
    types: ['561', '643'],
    moves: () => [
      {
        from: shelf(),
        to: outside('customer'),
        accountAssignment: { kind: 'other-company' },
        basis: { kind: 'delivery', delivery: '80000002', deliveryItem: '10' },
      },
    ],
    item: { Delivery: '80000002' },
  },
  {
    what: 'an issue to a sales order is 231 where a reservation prescribes it',
    types: ['561', '231'],
    moves: () => [
      {
        from: shelf(),
        to: outside('consumption'),
        prescribed: {
          movementType: '231',
          source: '1/1',
          accountAssignments: [{ kind: 'sales-order', salesOrder: '1', salesOrderItem: '10' }],
        },
      },
    ],
    item: { SalesOrder: '1' },
  },
  {
    what: 'an issue to an asset is 241',
    types: ['561', '241'],
    moves: () => [
      {
        from: shelf(),
        to: outside('consumption'),
        accountAssignment: { kind: 'asset', assetNo: '5001' },
      },
    ],
    item: { MasterFixedAsset: '5001' },
  },
]

describe('what a move means to the ERP is decided when goods move, and posted as that', () => {
  test.each(cases)('$what', async ({ types, moves, item }) => {
    from561(...moves())
    const { id } = await create()
    const recorded = await world().database.query<{ movementType: string }>(
      `select movement_type from stock_move where document_id = $1 order by id`,
      [id],
    )
    expect(recorded.map((row) => row.movementType)).toEqual(types)
    const items = await booked(id)
    // A transfer posting has one item per side.
    expect([...new Set(items.map((one) => one['GoodsMovementType']))]).toEqual(types)
    expect(items.at(-1)).toMatchObject(item)
    expect((await world().read('stock-initialisation', id)).header.erpState).toBe('posted')
  })

  test('a rule that changes between the move and its posting changes nothing for the move', async () => {
    from561({ from: shelf(), to: outside('scrap') })
    const { id } = await create()
    await world().database.query(
      `insert into erp_movement_rule (company_code, purpose, from_place, from_category, to_place, to_category, distance,
         movement_type, reversal_movement_type, goods_movement_code)
       values ('1010', 'scrap', 'stock', 'UU', 'scrap', '', '', '951', '952', '04')`,
    )
    forgetMovementRules()
    expect((await booked(id)).map((one) => one['GoodsMovementType'])).toEqual(['561', '551'])
    await world().database.query(`delete from erp_movement_rule where company_code = '1010'`)
    forgetMovementRules()
  })
})

test('goods of a consignor have no value of ours when they come and when they go back; what is drawn has', async () => {
  const consigned = shelf({ specialStock: 'K', specialStockReference: '100001' })
  const basis = {
    kind: 'purchase-order' as const,
    purchaseOrder: '4500000001',
    purchaseOrderItem: '10',
  }
  const worth = { amount: parseMoney('50'), amountSource: 'order-price' as const }
  wanted = () => [
    { from: outside('supplier'), to: consigned, basis, ...worth },
    {
      from: consigned,
      to: outside('consumption'),
      quantity: '4' as Quantity,
      accountAssignment: { kind: 'cost-center', costCenter: 'CC100' },
      ...worth,
    },
    { from: consigned, to: outside('supplier'), quantity: '6' as Quantity, basis, ...worth },
  ]
  const { id } = await create()
  const moves = await world().database.query<{ movementType: string; amount: string }>(
    `select movement_type, amount from stock_move where document_id = $1 order by id`,
    [id],
  )
  expect(moves).toEqual([
    { movementType: '101', amount: '0' },
    { movementType: '201', amount: '50' },
    { movementType: '122', amount: '0' },
  ])
})

describe('goods that could never be posted do not move', () => {
  /** Runs `work` while the company's own rules for these purposes are inactive; they override the defaults. */
  const without = async (purposes: readonly string[], work: () => Promise<void>) => {
    await world().database.query(
      `insert into erp_movement_rule (company_code, purpose, from_place, from_category, to_place, to_category, distance,
         movement_type, reversal_movement_type, goods_movement_code, is_active)
       select '1010', purpose, '', '', '', '', '', '999', '999', '01', false from unnest($1::text[]) as purpose`,
      [purposes],
    )
    forgetMovementRules()
    await work()
    await world().database.query(`delete from erp_movement_rule where company_code = '1010'`)
    forgetMovementRules()
  }

  const refused = async (
    move: { accountAssignment?: AccountAssignment; basis?: MovementBasis; to: StockKey },
    code: string,
    params: Record<string, string>,
  ) => {
    from561({ from: shelf(), ...move })
    const { id } = await submittedTrial(world(), place)
    await expectRefused(world(), () => world().act('stock-initialisation', id, 'initialise'), [
      {
        code,
        line: 1,
        params: expect.objectContaining({
          material: materials.bolt,
          quantity: '10',
          ...params,
        }) as never,
      },
    ])
  }

  test('a return order that no rule names is not taken for a return to the supplier', () =>
    without(['return-purchase-order'], () =>
      refused(
        {
          to: outside('supplier'),
          accountAssignment: { kind: 'return-order' },
          basis: { kind: 'purchase-order', ...returnOrder },
        },
        'assignment-not-in-rules',
        { assignment: '退货订单', assignmentEn: 'Return order' },
      ),
    ))

  test('a delivery that no rule names is not taken for a sale without an order', () =>
    without(['issue-for-delivery', 'issue-to-other-company', 'sale-by-delivery'], () =>
      refused(
        {
          to: outside('customer'),
          basis: { kind: 'delivery', delivery: '0080000001', deliveryItem: '10' },
        },
        'basis-not-in-rules',
        { basis: '交货单', basisEn: 'Delivery' },
      ),
    ))

  test('consumption needs what it is charged to', () =>
    refused({ to: outside('consumption') }, 'movement-rule-missing', {
      from: `${place.plant}/${place.storageLocation} UU`,
      to: '领用消耗',
      assignment: '–',
    }))

  test('an order to be referred to needs its number', () =>
    refused(
      {
        to: outside('supplier'),
        basis: { kind: 'purchase-order', purchaseOrder: '', purchaseOrderItem: '10' },
      },
      'movement-object-missing',
      { object: '采购订单号', objectEn: 'purchase order number' },
    ))

  test('a movement type that the ERP demands a reason with is refused without one', async () => {
    const back = {
      to: outside('supplier'),
      basis: {
        kind: 'purchase-order' as const,
        purchaseOrder: '4500000001',
        purchaseOrderItem: '10',
      },
    }
    const { database } = world()
    const reasonOf = async (reason: string) => {
      await database.query(
        `update erp_movement_rule set movement_reason = $1 where purpose = 'return-to-supplier' and company_code = ''`,
        [reason],
      )
      forgetMovementRules()
    }
    await reasonOf('')
    await refused(back, 'movement-reason-missing', { type: '122' })
    await reasonOf('0001')
  })

  test('an asset needs its number', () =>
    refused(
      { to: outside('consumption'), accountAssignment: { kind: 'asset', assetNo: '' } },
      'movement-object-missing',
      { object: '资产号', objectEn: 'asset number' },
    ))
})

test('moves that an earlier version recorded post, and are taken back, as they would have been', async () => {
  const { database } = world()
  const own = await newPlace(world())
  const receipt = await world().create('goods-receipt', {
    header: {},
    lines: [
      {
        source: { id: await accepted(world(), own, goods(1, materials.bolt)), lineNo: 1 },
        quantity: '10',
        stockCategory: 'UU',
        bin: 'A-01',
        // Earlier versions never marked an order or reservation item as completed.
        deliveryCompletion: 'open',
      },
    ],
    actionAfterCreate: 'receive',
  })
  const requested = await asked(world(), own, goods(1, materials.bolt))
  const issue = await world().create('goods-issue', {
    header: { recipient: '张三' },
    lines: [
      { source: { id: requested, lineNo: 1 }, quantity: '10', bin: 'A-01', finalIssue: 'open' },
    ],
    actionAfterCreate: 'issue',
  })
  const documents = [
    ['goods-receipt', receipt.id],
    ['goods-issue', issue.id],
  ] as const
  const meaning = () =>
    Promise.all(
      documents.map(async ([type, id]) =>
        (await database.transaction((tx) => movesOfDocument(tx, '1010', type, id))).map(
          (move) => move.erp,
        ),
      ),
    )
  const before = await meaning()
  expect(before).toMatchObject([
    [{ goodsMovementCode: '01', reversalMovementType: '102', basis: 'purchase-order' }],
    [{ goodsMovementCode: '03', reversalMovementType: '202', accountAssignment: 'cost-center' }],
  ])
  await pastTriggersOf(database.pool, async (owner) => {
    await owner.query('update stock_move set erp_movement = null where document_id in ($1, $2)', [
      receipt.id,
      issue.id,
    ])
  })
  expect(await meaning()).toEqual(before)
  await world().act('goods-issue', issue.id, 'reversePhysical', { input: { reason: '退回' } })
  const types = await database.query<{ movementType: string }>(
    'select movement_type from stock_move where document_id = $1 order by id',
    [issue.id],
  )
  expect(types.map((row) => row.movementType)).toEqual(['201', '202'])
})
