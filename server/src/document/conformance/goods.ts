import { personActions, rolesFor } from '@kufang/contract/document/decide.ts'
import type { AnyDocument } from '@kufang/contract/document/declare/define-document.ts'
import { sourcesOf as sourceDeclarations } from '@kufang/contract/document/page-variants.ts'
import { newId } from '@kufang/kernel/identifier.ts'
import {
  addQuantity,
  subtractQuantity,
  zeroQuantity,
  type Quantity,
} from '@kufang/kernel/quantity.ts'
import { expect, test } from 'vitest'
import {
  placeHolds,
  releaseHolds,
  runProofs,
  stockKey,
  type StockKey,
} from '../../ledger/public.ts'
import { findJourney, undoneEffect, type AnyJourney, type GoodsEffect } from '../journey/journey.ts'
import { courseOf, linesFrom, makeOver, stepsOf, walk, wayTo } from '../journey/walk.ts'
import { person } from '../testing/small-company.ts'
import type { DocumentLine } from '../storage/document.ts'
import { refusesTooMuch, watchLines } from './acts-on-lines.ts'
import { goodsSnapshot } from './snapshot.ts'
import { codesOf, refusalsOf, type Subject } from './subject.ts'
import { everything } from './everything.ts'
import { successorsOf } from './successors.ts'

/** One rule for every document; `run` throws if the document violates it. */
export interface Check {
  title: string
  run: () => Promise<void>
}

/** The effect of actions on goods and holds, and four eyes: for every document, whether it posts or not. */
export function testGoods(subject: Subject): void {
  for (const { title, run } of goodsChecks(subject))
    test(`goods: ${title}`, async () => expect(await run()).toBeUndefined())
  test('goods: what it moved adds up, in the base unit and in the second unit', async () => {
    const proofs = await runProofs(subject.world.database)
    expect(proofs.length).toBeGreaterThan(0)
    for (const { name, rows } of proofs) expect(rows, name).toEqual([])
  })
}

export function goodsChecks(subject: Subject): Check[] {
  const { definition, journey } = subject
  const actions = Object.keys(personActions(definition))
  return [
    ...actions.map((action) => ({
      title: `${action} ${sentenceOf(journey.acts[action]!.goods)}`,
      run: () => actionDoesAsSaid(subject, action),
    })),
    ...actions
      .filter((action) => definition.actions[action]!.lineLimits !== undefined)
      .map((action) => ({
        title: `${action} of more than a line allows is refused`,
        run: () => refusesTooMuch(subject, action),
      })),
    ...actions
      .filter((action) => undone(journey, action) !== undefined && isDoneByAct(journey, action))
      .map((action) => ({
        title: `after ${action} the goods are as they were before`,
        run: () => leavesNothing(subject, action),
      })),
    ...successorsOf(definition.name).flatMap((successor) =>
      standingChecks(subject, successor.definition),
    ),
    ...actions
      .filter((action) => /^(approve|review)/.test(action))
      .map((action) => ({
        title: `${action} is for nobody who brought the document there`,
        run: () => hasFourEyes(subject, action),
      })),
    ...lastStates(definition)
      .filter(() => Object.values(journey.acts).some((act) => act.goods === 'holds'))
      .map((state) => ({
        title: `in ${state}, which nothing leads out of, it holds nothing`,
        run: async () => {
          const { holds } = await goodsOf(subject, await subject.standing(state))
          expect([...holds.values()]).toEqual([])
        },
      })),
  ]
}

function sentenceOf(effect: GoodsEffect | undefined): string {
  switch (effect) {
    case 'holds':
      return 'holds the quantity of each line'
    case 'releases':
      return 'releases what the document holds and nothing of others'
    case 'moves':
      return 'moves the quantity of each line'
    case 'movesAndHolds':
      return 'moves the quantity of each line and holds it where it lies now'
    case 'undoes':
      return 'undoes each of its moves'
    case 'undoesPart':
      return 'undoes some of each move, as much as is given'
    case 'heldByAnother':
      return 'has the quantity of each line held by a document that it makes'
    case undefined:
      return 'leaves goods and holds as they are'
  }
}

/** States without further actions. */
export function lastStates({ states, actions, progressStates }: AnyDocument): string[] {
  const left = new Set(Object.values(actions).flatMap(({ from }) => from))
  const progress = new Set(Object.values(progressStates ?? {}))
  return Object.keys(states).filter((state) => !left.has(state) && !progress.has(state))
}

/** The effect an action undoes, if any. */
function undone(journey: AnyJourney, action: string): GoodsEffect | undefined {
  const effect = journey.acts[action]!.goods
  return effect === 'undoesPart' ? undefined : undoneEffect(effect)
}

/** False of what a document is made with: `testBooksOfMade` takes that back. */
function isDoneByAct(journey: AnyJourney, action: string): boolean {
  const effect = undone(journey, action)
  return (
    journey.start !== undefined ||
    Object.values(journey.acts).some(
      ({ goods }) => goods === effect || (effect === 'moves' && goods === 'movesAndHolds'),
    )
  )
}

interface Goods {
  /** Quantity per line. */
  lines: ReadonlyMap<number, Quantity>
  /** Moved quantity per line, less the reversed quantity. */
  moved: ReadonlyMap<number, Quantity>
  /** Quantity held by the document per line. */
  holds: ReadonlyMap<number, Quantity>
  /** Moves of goods with a second unit that say nothing of it. */
  withoutSecond: number
  /** The holds of all other documents, except those of the chain it was derived from, whose holds it may consume. */
  others: readonly unknown[]
}

async function goodsOf(
  subject: Subject,
  id: string,
  moved: (line: DocumentLine) => string = (line) => line.quantity,
): Promise<Goods> {
  const { world, name } = subject
  const { lines } = await world.read(name, id)
  const perLine = async (text: string) =>
    new Map(
      (await world.database.query<{ lineNo: number; quantity: Quantity }>(text, [name, id])).map(
        (row) => [row.lineNo, row.quantity],
      ),
    )
  return {
    lines: new Map(lines.map((line) => [line.lineNo, moved(line) as Quantity])),
    moved: await perLine(
      `select m.line_no, sum(m.quantity - coalesce(r.quantity, 0)) as quantity from stock_move m
       left join lateral (select sum(quantity) as quantity from stock_move r
         where r.company_code = m.company_code and r.reverses = m.id) r on true
       where m.document_type = $1 and m.document_id = $2 and m.reverses is null
         and m.quantity > coalesce(r.quantity, 0)
       group by 1 order by 1`,
    ),
    holds: await perLine(
      `select line_no, sum(open_quantity) as quantity from stock_hold
       where document_type = $1 and document_id = $2 and released_at is null and open_quantity > 0 group by 1 order by 1`,
    ),
    withoutSecond: (
      await world.database.query(
        `select v.id from stock_move v join material m on m.material_no = v.material_no
         where v.document_type = $1 and v.document_id = $2 and m.second_unit <> '' and v.second_quantity is null`,
        [name, id],
      )
    ).length,
    others: await world.database.query(
      `select document_id, line_no, key_id, open_quantity from stock_hold
       where released_at is null and open_quantity > 0 and document_id <> all($1::uuid[]) order by 1, 2, 3`,
      [[id, ...(await chainBefore(subject, sourcesOf(lines)))]],
    ),
  }
}

const sourcesOf = (lines: readonly { sourceId?: string | null }[]): string[] => [
  ...new Set(lines.flatMap(({ sourceId }) => (sourceId ? [sourceId] : []))),
]

/** These predecessors, with theirs. */
async function chainBefore(subject: Subject, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const before = await subject.world.database.query<{ id: string }>(
    `select distinct from_id as id from document_link where to_id = any($1::uuid[])`,
    [ids],
  )
  return [
    ...ids,
    ...(await chainBefore(
      subject,
      before.map(({ id }) => id),
    )),
  ]
}

/** What came to the quantities that changed, per line. */
function added(
  before: ReadonlyMap<number, Quantity>,
  after: ReadonlyMap<number, Quantity>,
): Map<number, Quantity> {
  return new Map(
    [...after]
      .filter(([line, quantity]) => before.get(line) !== quantity)
      .map(([line, quantity]) => [
        line,
        subtractQuantity(quantity, before.get(line) ?? zeroQuantity),
      ]),
  )
}

async function actionDoesAsSaid(subject: Subject, action: string): Promise<void> {
  const id = await subject.waiting(action)
  const bystander = await holdBeside(subject, id)
  const before = await goodsOf(subject, id, subject.journey.acts[action]!.goodsQuantity)
  const given = await subject.given(id, action)
  const leaves = await watchLines(subject, id, action, given)
  await subject.act(id, action, given)
  const after = await goodsOf(subject, id)
  const held = [...before.holds.values()].reduce(addQuantity, zeroQuantity)
  const effect = subject.journey.acts[action]!.goods
  if (effect === 'heldByAnother') {
    const byOthers = (of: Goods) => of.others.map(openOf).reduce(addQuantity, zeroQuantity)
    const wanted = [...before.lines.values()].reduce(addQuantity, zeroQuantity)
    expect(subtractQuantity(byOthers(after), byOthers(before)), 'held by others').toBe(wanted)
  } else expect(after.others, 'what other documents hold').toEqual(before.others)
  expect(after.withoutSecond, 'moves without a second quantity').toBe(0)
  switch (effect) {
    case 'heldByAnother':
    case undefined:
      expect(after.moved, 'moved').toEqual(before.moved)
      expect(after.holds, 'held').toEqual(before.holds)
      break
    case 'holds':
      expect(after.moved, 'moved').toEqual(before.moved)
      expect(added(before.holds, after.holds), 'held').toEqual(before.lines)
      break
    case 'releases':
      expect(after.moved, 'moved').toEqual(before.moved)
      expect(held, 'held before').not.toBe(zeroQuantity)
      expect(after.holds, 'held').toEqual(new Map())
      break
    case 'moves':
      expect(added(before.moved, after.moved), 'moved').toEqual(before.lines)
      expect(after.holds, 'held').toEqual(new Map())
      break
    case 'movesAndHolds':
      expect(added(before.moved, after.moved), 'moved').toEqual(before.lines)
      expect(added(before.holds, after.holds), 'held').toEqual(before.lines)
      break
    case 'undoesPart':
      expect(before.moved.size, 'moved before').toBeGreaterThan(0)
      for (const [lineNo, moved] of before.moved) {
        const left = after.moved.get(lineNo) ?? zeroQuantity
        expect([zeroQuantity, moved], `left of line ${lineNo}`).not.toContain(left)
      }
      break
    case 'undoes':
      expect(before.moved.size, 'moved before').toBeGreaterThan(0)
      expect(after.moved, 'moved').toEqual(new Map())
      break
  }
  await bystander.release()
  await leaves()
}

const openOf = (hold: unknown): Quantity => (hold as { openQuantity: Quantity }).openQuantity

/** Holds a small quantity of each key this document or its predecessor holds, in the name of an invented document. */
async function holdBeside(
  { world }: Subject,
  id: string,
): Promise<{ release: () => Promise<void> }> {
  const keys = await world.database.query<StockKey>(
    `select distinct on (k.id) k.company_code, k.place, k.plant, k.storage_location, k.bin, k.material_no, k.batch,
       k.stock_category, k.special_stock, k.special_stock_reference, k.book
     from stock_hold h join stock_key k on k.company_code = h.company_code and k.id = h.key_id
     join stock_balance b on b.company_code = k.company_code and b.key_id = k.id
     where h.released_at is null and h.open_quantity > 0 and b.quantity - b.reserved - b.frozen >= 1
       and (h.document_id = $1 or h.document_id in (select from_id from document_link where to_id = $1))
     order by k.id`,
    [id],
  )
  const bystander = { companyCode: '1010', documentType: 'requisition', documentId: newId() }
  if (keys.length > 0)
    await world.database.transaction((tx) =>
      placeHolds(tx, {
        ...bystander,
        documentNo: 'BYSTANDER',
        userId: newId(),
        now: new Date(),
        rows: keys.map((key, index) => ({
          lineNo: index + 1,
          kind: 'reservation',
          key: stockKey(key),
          quantity: '1' as Quantity,
        })),
      }),
    )
  return {
    async release() {
      if (keys.length > 0)
        await world.database.transaction((tx) =>
          releaseHolds(tx, { ...bystander, now: new Date() }),
        )
    },
  }
}

/**
 * Compares the state before the goods were moved or held with the state after the reversal. A document that is over
 * after it no longer holds anything, so it is compared with the state before it held them.
 */
async function leavesNothing(subject: Subject, action: string): Promise<void> {
  const { definition, name, journey, world } = subject
  const way = wayTo(name, subject.stateFor(action))
  const steps = stepsOf(way)
  const isOver = lastStates(definition).includes(definition.actions[action]!.to ?? '')
  const moving = undone(journey, action)
  const effects = [
    moving,
    ...(moving === 'moves' ? ['movesAndHolds' as const] : []),
    ...(isOver ? ['holds' as const] : []),
  ]
  const effect = effects[0]
  const first = steps.findIndex(
    (step) => typeof step === 'string' && effects.includes(journey.acts[step]?.goods),
  )
  expect(
    first,
    `no state of ${action}.from is reached by an act with goods: '${effect}'`,
  ).toBeGreaterThanOrEqual(0)
  const id = await subject.make(2, { course: courseOf(way), steps: steps.slice(0, first) })
  await world.send()
  const before = await goodsSnapshot(world)
  await walk(subject.walker, name, id, steps.slice(first))
  await subject.bringErpFor(id, action)
  expect(await goodsSnapshot(world)).not.toEqual(before)
  await subject.act(id, action)
  expect(await goodsSnapshot(world)).toEqual(before)
}

/** A reversal is refused while a successor exists, including drafts. */
function standingChecks(subject: Subject, successor: AnyDocument): Check[] {
  const { definition, journey } = subject
  const start = findJourney(successor.name).start
  const steps = start?.from?.document === definition.name ? start.from.steps : undefined
  // Goods of consignment have a subject of their own.
  if (!steps || start?.isConsignment) return []
  const made = sourceDeclarations(successor)
    .filter(({ document }) => document === definition.name)
    .flatMap(({ states }) => states)
  return Object.entries(personActions(definition))
    .filter(([action, { from }]) => {
      const { goods, takesBack } = journey.acts[action]!
      // Not of an act that is possible only in states in which no successor is made.
      return (goods === 'undoes' || takesBack) && from.some((state) => made.includes(state))
    })
    .map(([action, { from }]) => ({
      title: `${action} is refused while a ${successor.name} stands on it`,
      run: async () => {
        const id = await subject.make(2, steps)
        const { header } = await subject.world.read(subject.name, id)
        expect(from, `${successor.name} is made in ${header.state}`).toContain(header.state)
        const lines = await linesFrom(subject.walker, subject.name, id)
        await makeOver(subject.walker, successor.name, lines)
        const before = await everything(subject.world)
        await refusalsOf(subject.act(id, action))
        expect(await everything(subject.world)).toEqual(before)
      },
    }))
}

/** The person who did the last act before an approval may not approve. */
async function hasFourEyes(subject: Subject, action: string): Promise<void> {
  const id = await subject.waiting(action)
  const { header } = await subject.world.read(subject.name, id)
  const [latest] = Object.values(header.acts).toSorted((one, other) =>
    other.at.localeCompare(one.at),
  )
  const { functionCode } = subject.definition.actions[action]!
  const same = {
    session: {
      ...person(latest!.userName, rolesFor(subject.definition, action)),
      userId: latest!.userId,
    },
    functionCodes: new Set(functionCode ? [functionCode] : []),
  }
  expect(await codesOf(subject.actAs(same, id, action))).toEqual(['separation-of-duties'])
}
