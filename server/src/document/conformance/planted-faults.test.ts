import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import pg from 'pg'
import { documents } from '@kufang/contract/registry.ts'
import { releaseHolds, stockKey } from '../../ledger/public.ts'
import {
  effectsFor,
  effectsOf,
  noEffect,
  registerEffects,
  type LooseContext,
} from '../effects/effects.ts'
import { journeyOf, registerJourneys } from '../journey/journey.ts'
import '../../effects.ts'
import { everything } from './everything.ts'
import { goodsChecks } from './goods.ts'
import { testLoan, testReturn } from './planted-types.ts'
import { Subject } from './subject.ts'

// A document type that holds, moves within the storage location and never posts, as a new developer would write it. The
// conformance suite must find each fault planted in it.

type Loan = Pick<LooseContext, 'document' | 'lines'>

const keyOf = ({ document }: Loan, line: Loan['lines'][number], bin: string) =>
  stockKey({
    companyCode: document.companyCode,
    plant: document.plant!,
    storageLocation: document.storageLocation!,
    bin,
    materialNo: line.materialNo,
  })

function hold(context: LooseContext): void {
  const rows = context.lines.map((line) => ({
    lineNo: line.lineNo,
    key: keyOf(context, line, 'A-01'),
    quantity: line.quantity,
  }))
  context.reserve(rows)
}

async function lend(context: LooseContext, lines = context.lines, bin?: string): Promise<void> {
  for (const line of lines)
    await context.move({
      lineNo: line.lineNo,
      from: keyOf(context, line, 'A-01'),
      to: keyOf(context, line, bin ?? String(line['shelf'])),
      quantity: line.quantity,
      consumesHold: {
        kind: 'reservation',
        documentType: 'test-loan',
        documentId: context.document.id,
        lineNo: line.lineNo,
      },
    })
}

/** Writes what is reported broken on the lines. */
function report({ lineInput, setLine }: LooseContext): void {
  for (const { lineNo, brokenQuantity, brokenBin } of lineInput)
    setLine(lineNo, { brokenQuantity, brokenBin })
}

/** What is reported broken goes to the bin that was named, unless another is given. */
async function confirm(context: LooseContext, bin?: string): Promise<void> {
  for (const line of context.lines)
    await context.move({
      lineNo: line.lineNo,
      from: keyOf(context, line, 'A-02'),
      to: keyOf(context, line, bin ?? String(line['brokenBin'])),
      quantity: line.quantity,
    })
}

/** The return tells each loan how much of its lines is broken. */
async function tell({ document, lines, documents }: LooseContext, quantity: string): Promise<void> {
  for (const { sourceId, sourceLine } of lines)
    await documents.act('test-loan', document.companyCode, sourceId!, 'tell', {
      lines: [{ lineNo: sourceLine!, brokenQuantity: quantity }],
    })
}

async function standsFree({ successors, refuse }: LooseContext): Promise<void> {
  const [standing] = await successors()
  if (standing) throw refuse('successor-stands', { by: standing.docNo })
}

registerEffects([
  effectsFor(testLoan, {
    actions: {
      submit: noEffect,
      approve: (context) => hold(context as unknown as LooseContext),
      withdrawApproval: ({ releaseReservations }) => releaseReservations(),
      lend: (context) => lend(context as unknown as LooseContext),
      async reversePhysical(context) {
        await standsFree(context as unknown as LooseContext)
        context.reverseMoves()
      },
      report: (context) => report(context as unknown as LooseContext),
      refuseReport({ lines, setLine }) {
        for (const { lineNo } of lines) setLine(lineNo, { brokenQuantity: null, brokenBin: null })
      },
      confirm: (context) => confirm(context as unknown as LooseContext),
      tell: ({ lineInput, setLine }) => {
        for (const { lineNo, brokenQuantity } of lineInput) setLine(lineNo, { brokenQuantity })
      },
    },
  }),
  effectsFor(testReturn, {
    actions: {
      confirm: (context) => tell(context as unknown as LooseContext, '1'),
      withdraw: (context) => tell(context as unknown as LooseContext, '0'),
    },
  }),
])
Object.assign(documents, { 'test-loan': testLoan, 'test-return': testReturn })

registerJourneys([
  journeyOf(testLoan, {
    start: {
      by: 'storekeeper',
      needsStock: true,
      request: ({ lines, ground }) => ({
        header: { plant: ground.plant, storageLocation: ground.storageLocation },
        lines: lines.map(({ materialNo, quantity }) => ({
          materialNo,
          quantity,
          bin: ground.bin,
          shelf: 'A-02',
        })),
      }),
    },
    acts: {
      submit: { by: 'storekeeper' },
      approve: { by: 'shiftLeader', goods: 'holds' },
      withdrawApproval: { by: 'shiftLeader', goods: 'releases' },
      lend: { by: 'storekeeper', goods: 'moves' },
      reversePhysical: { by: 'storekeeper', goods: 'undoes' },
      report: {
        by: 'storekeeper',
        lines: ({ quantity: broken }) => ({ brokenQuantity: broken, brokenBin: 'X-01' }),
      },
      refuseReport: { by: 'shiftLeader' },
      confirm: { by: 'shiftLeader', goods: 'moves' },
    },
    reaches: {
      submitted: ['submit'],
      approved: ['submit', 'approve'],
      lent: ['submit', 'approve', 'lend'],
      reported: ['submit', 'approve', 'lend', 'report'],
      broken: ['submit', 'approve', 'lend', 'report', 'confirm'],
    },
  }),
  journeyOf(testReturn, {
    start: {
      by: 'storekeeper',
      from: { document: 'test-loan', steps: ['submit', 'approve', 'lend'] },
      request: ({ lines }) => ({
        header: {},
        lines: lines.map(({ source, quantity }) => ({ source: source!, quantity })),
      }),
    },
    acts: { confirm: { by: 'storekeeper' }, withdraw: { by: 'storekeeper' } },
    reaches: { returned: ['confirm'] },
  }),
])

const subject = new Subject('test-loan')
const returning = new Subject('test-return')

/** Tables like those of another document, with a bin on the line. */
async function makeTables(connectionString: string): Promise<void> {
  const owner = new pg.Client({ connectionString })
  await owner.connect()
  try {
    for (const table of ['test_loan', 'test_return'])
      await owner.query(
        `create table ${table} (like inspection_order including defaults including generated including indexes);
         create table ${table}_line (like inspection_order_line including defaults including generated including indexes);
         alter table ${table}_line add column if not exists bin text, add column shelf text, add column broken_quantity numeric(18,3), add column broken_bin text;
         grant all on ${table}, ${table}_line to public`,
      )
  } finally {
    await owner.end()
  }
}

beforeAll(async () => {
  for (const one of [subject, returning]) {
    await one.open()
    await makeTables(one.world.database.connectionString)
  }
})
afterAll(async () => {
  await subject.close()
  await returning.close()
})

type Act = (context: LooseContext) => Promise<void> | void

/** The planted fault, the check that must find it, and the expected message. */
const faults: {
  fault: string
  /** The document in which it is planted. */
  of?: Subject
  action: string
  act?: Act
  found: string
  says: RegExp
}[] = [
  {
    fault: 'nothing is held',
    action: 'approve',
    act: noEffect,
    found: 'approve holds the quantity of each line',
    says: /^held: expected/,
  },
  {
    fault: 'nothing is released',
    action: 'withdrawApproval',
    act: noEffect,
    found: 'withdrawApproval releases what the document holds and nothing of others',
    says: /^held: expected/,
  },
  {
    fault: "what another document holds is released along with the document's own",
    action: 'withdrawApproval',
    async act({ tx, lines, document, now, releaseReservations }) {
      releaseReservations()
      const others = await tx.query<{ documentType: string; documentId: string }>(
        `select distinct h.document_type, h.document_id from stock_hold h
         join stock_key k on k.company_code = h.company_code and k.id = h.key_id
         where h.released_at is null and h.document_id <> $1 and k.material_no = any($2) and k.storage_location = $3`,
        [document.id, lines.map((line) => line.materialNo), document.storageLocation],
      )
      for (const other of others)
        await releaseHolds(tx, { companyCode: document.companyCode, now, ...other })
    },
    found: 'withdrawApproval releases what the document holds and nothing of others',
    says: /^what other documents hold: expected/,
  },
  {
    fault: 'nothing is moved',
    action: 'lend',
    act: noEffect,
    found: 'lend moves the quantity of each line',
    says: /^moved: expected/,
  },
  {
    fault: 'a line is left out of what is moved',
    action: 'lend',
    act: (context) => lend(context, context.lines.slice(1)),
    found: 'lend moves the quantity of each line',
    says: /^moved: expected/,
  },
  {
    fault: 'another quantity is moved',
    action: 'lend',
    act: (context) =>
      lend(
        context,
        context.lines.map((line) => ({ ...line, quantity: '4' as typeof line.quantity })),
      ),
    found: 'lend moves the quantity of each line',
    says: /^moved: expected/,
  },
  {
    fault: 'the way back leaves something where it is',
    action: 'reversePhysical',
    async act(context) {
      await standsFree(context)
      const line = context.lines[0]!
      await context.move({
        lineNo: line.lineNo,
        from: keyOf(context, line, 'A-02'),
        to: keyOf(context, line, 'A-01'),
        quantity: line.quantity,
      })
    },
    found: 'after reversePhysical the goods are as they were before',
    says: /^expected .* to deeply equal/,
  },
  {
    fault: 'it is taken back while a successor stands on it',
    action: 'reversePhysical',
    act: ({ reverseMoves }) => reverseMoves(),
    found: 'reversePhysical is refused while a test-return stands on it',
    says: /^was not refused/,
  },
  {
    fault: 'what was reported stays on the lines when it is refused',
    action: 'refuseReport',
    act: noEffect,
    found: 'report leaves goods and holds as they are',
    says: /^the lines after refuseReport: expected/,
  },
  {
    fault: 'goods go to another bin than was named for them',
    action: 'confirm',
    act: (context) => confirm(context, 'R-01'),
    found: 'confirm moves the quantity of each line',
    says: /^where line 1 was to go: expected/,
  },
  {
    fault: 'goods go to a bin that their line does not name',
    action: 'lend',
    act: (context) => lend(context, context.lines, 'R-01'),
    found: 'lend moves the quantity of each line',
    says: /^where line 1 may go: expected/,
  },
  {
    fault: 'what the predecessor was told stays when it is withdrawn',
    of: returning,
    action: 'withdraw',
    act: noEffect,
    found: 'confirm leaves goods and holds as they are',
    says: /^what the lines come from, after withdraw: expected/,
  },
  {
    fault: 'who submitted it approves it',
    action: 'approve',
    found: 'approve is for nobody who brought the document there',
    says: /^was not refused/,
  },
]

test('whatever is written to any table is seen: a new row, an equal value, a row that is gone, and nothing else', async () => {
  const { world } = subject
  const bin = `company_code = '1010' and plant = '0001' and storage_location = '1001'`
  const writes = [
    `insert into bin (company_code, plant, storage_location, bin) values ('1010', '0001', '1001', 'SEEN')`,
    `update bin set purpose = purpose where ${bin} and bin = 'SEEN'`,
    `delete from bin where ${bin} and bin = 'SEEN'`,
    `delete from bin where false`,
  ]
  const seen = async (write: string): Promise<string[]> => {
    const before = await everything(world)
    await world.database.query(write)
    const after = await everything(world)
    return Object.keys(after).filter((name) => after[name] !== before[name])
  }
  const found: string[][] = []
  for (const write of writes) found.push(await seen(write))
  expect(found).toEqual([['bin'], ['bin'], ['bin'], []])
})

describe('of a document that holds and moves and does not post', () => {
  test('every check holds while nothing is planted', async () => {
    const checks = goodsChecks(subject)
    expect(checks.length).toBe(14)
    for (const { run } of [...checks, ...goodsChecks(returning)]) await run()
  })

  test.each(faults)(
    'the suite finds that $fault',
    async ({ of = subject, action, act, found, says }) => {
      const { actions } = effectsOf(of.name)
      const declared = of.definition.actions[action]!
      const before = { effect: actions[action]!, notBy: declared.notBy }
      if (act) actions[action] = act
      else delete declared.notBy
      try {
        const check = goodsChecks(of).find(({ title }) => title === found)
        await expect(check!.run()).rejects.toThrow(says)
      } finally {
        actions[action] = before.effect
        if (before.notBy) declared.notBy = before.notBy
      }
    },
  )
})
