import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase, type Database } from '../platform/database/database.ts'
import { createTestDatabase, type TestDatabase } from '../platform/testing/test-database.ts'
import { forgetMovementRules, type MovementQuestion, resolveMovement } from './movement-rule.ts'

let testDatabase: TestDatabase
let database: Database
beforeAll(async () => {
  // Other test files of this process have rules of their own.
  forgetMovementRules()
  testDatabase = await createTestDatabase()
  database = openDatabase({ connectionString: testDatabase.connectionString })
})
afterAll(async () => {
  await database.close()
  await testDatabase.drop()
})

const stock = (stockCategory: 'GRB' | 'QI' | 'UU' | 'BL' | 'IT', more: object = {}) => ({
  place: 'stock',
  stockCategory,
  plant: '1000',
  storageLocation: '0001',
  ...more,
})
const outside = (place: string) => ({ place })
const order = { basis: 'purchase-order' }
const cases: [
  what: string,
  question: Omit<MovementQuestion, 'companyCode'>,
  expected: string | null,
][] = [
  [
    'receipt into inspection',
    { from: outside('supplier'), to: stock('QI'), ...order },
    '101/102/01/B',
  ],
  [
    'receipt of a project',
    { from: outside('supplier'), to: stock('UU'), specialStock: 'Q', ...order },
    '101/102/01/B',
  ],
  [
    'receipt into receipt block',
    { from: outside('supplier'), to: stock('GRB'), ...order },
    '103/104/01/B',
  ],
  ['release from receipt block', { from: stock('GRB'), to: stock('UU'), ...order }, '105/106/01/B'],
  [
    'receipt of goods that an order charges itself',
    { from: outside('supplier'), to: outside('consumption'), ...order },
    '101/102/01/B',
  ],
  ['receipt without order', { from: outside('supplier'), to: stock('UU') }, '501/502/05/'],
  [
    'withdrawal of a sample',
    { from: stock('QI'), to: outside('consumption'), accountAssignment: 'cost-center' },
    '331/332/03/',
  ],
  [
    'withdrawal of a sample of a project',
    {
      from: stock('QI'),
      to: outside('consumption'),
      specialStock: 'Q',
      accountAssignment: 'project',
    },
    '331/332/03/',
  ],
  [
    'withdrawal of a sample that nobody is charged for',
    { from: stock('QI'), to: outside('consumption') },
    null,
  ],
  [
    'withdrawal of a sample from receipt block',
    { from: stock('GRB'), to: outside('consumption'), accountAssignment: 'cost-center' },
    null,
  ],
  [
    'free of charge',
    { from: outside('supplier'), to: stock('UU'), accountAssignment: 'free-of-charge' },
    '511/512/05/',
  ],
  [
    'issue to another company',
    {
      from: stock('UU'),
      to: outside('customer'),
      accountAssignment: 'other-company',
      basis: 'delivery',
    },
    '643/644/03/L',
  ],
  ['opening', { from: outside('opening'), to: stock('UU') }, '561/562/05/'],
  ['return to supplier', { from: stock('BL'), to: outside('supplier'), ...order }, '122/123/01/B'],
  [
    'return from receipt block',
    { from: stock('GRB'), to: outside('supplier'), ...order },
    '124/125/01/B',
  ],
  ['usage decision good', { from: stock('QI'), to: stock('UU') }, '321/322/04/'],
  ['usage decision bad', { from: stock('QI'), to: stock('BL') }, '350/349/04/'],
  ['blocking is 344', { from: stock('UU'), to: stock('BL') }, '344/343/04/'],
  ['freeing is 343', { from: stock('BL'), to: stock('UU') }, '343/344/04/'],
  [
    'issue to cost centre',
    { from: stock('UU'), to: outside('consumption'), accountAssignment: 'cost-center' },
    '201/202/03/',
  ],
  [
    'issue of consignment to order',
    {
      from: stock('UU'),
      to: outside('consumption'),
      specialStock: 'K',
      accountAssignment: 'order',
    },
    '261/262/03/',
  ],
  [
    'return from project',
    { from: outside('consumption'), to: stock('UU'), accountAssignment: 'project' },
    '222/221/06/',
  ],
  [
    'other location',
    { from: stock('UU'), to: stock('UU', { storageLocation: '0002' }) },
    '311/312/04/',
  ],
  ['other plant', { from: stock('UU'), to: stock('UU', { plant: '2000' }) }, '301/302/04/'],
  [
    'two-step out',
    { from: stock('UU'), to: stock('IT', { storageLocation: '0002' }) },
    '313/314/04/',
  ],
  [
    'consignment to own',
    { from: stock('UU', { specialStock: 'K' }), to: stock('UU', { specialStock: '' }) },
    '411/412/04/',
  ],
  [
    'own to project',
    { from: stock('UU', { specialStock: '' }), to: stock('UU', { specialStock: 'Q' }) },
    '415/416/04/',
  ],
  ['scrap of blocked stock', { from: stock('BL'), to: outside('scrap') }, '555/556/03/'],
  ['count shortage', { from: stock('UU'), to: outside('count-difference') }, '702/701/06/'],
  ["a bin move is none of the ERP's business", { from: stock('UU'), to: stock('UU') }, null],
  [
    'consumption without account is no movement',
    { from: stock('UU'), to: outside('consumption') },
    null,
  ],
]
for (const [what, question, expected] of cases)
  test(`${what}: ${expected ?? 'no movement'}`, async () => {
    const rule = await resolveMovement(database, { companyCode: '1000', ...question })
    const found =
      rule &&
      [
        rule.movementType,
        rule.reversalMovementType,
        rule.goodsMovementCode,
        rule.referenceDocumentType,
      ].join('/')
    expect(found).toBe(expected)
  })

test('a company replaces a rule for itself, and the change is seen after the notice', async () => {
  const question = { from: stock('UU'), to: outside('scrap') }
  await database.query(
    `insert into erp_movement_rule (company_code, purpose, from_place, from_category, to_place, to_category, distance, movement_type,
       reversal_movement_type, goods_movement_code)
     values ('2000', 'scrap', 'stock', 'UU', 'scrap', '', '', '951', '952', '03')`,
  )
  forgetMovementRules()
  expect(
    (await resolveMovement(database, { companyCode: '2000', ...question }))?.movementType,
  ).toBe('951')
  expect(
    (await resolveMovement(database, { companyCode: '1000', ...question }))?.movementType,
  ).toBe('551')
})

test('every rule that is seeded reverses into what its opposite says', async () => {
  const rows = await database.query<{ movementType: string; reversalMovementType: string }>(
    `select distinct movement_type, reversal_movement_type from erp_movement_rule where company_code = ''`,
  )
  const reversal = new Map(rows.map((row) => [row.movementType, row.reversalMovementType]))
  expect(reversal.size).toBeGreaterThan(40)
  const wrong = [...reversal].filter(
    ([type, opposite]) => reversal.has(opposite) && reversal.get(opposite) !== type,
  )
  expect(wrong).toEqual([])
})
