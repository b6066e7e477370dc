import { erpStatesNotInBooks } from '@kufang/contract/document/declare/erp-state.ts'
import { expect } from 'vitest'
import { openMirrorSource } from '../../../erp/mirrors/source.ts'
import { reconcile } from '../../../erp/reconcile.ts'
import { runProofs } from '../../../ledger/proofs.ts'
import { userOfErp } from './apply-world.ts'
import { poolNamed } from './compare.ts'
import { erpStatesPostable, isCovered } from './postings.ts'
import type { Operation } from './operation.ts'
import { allows } from './rules.ts'
import { step, type Run } from './run.ts'
import { plannedGrams } from './goods.ts'
import { categoryOf, keyOf, poolOf } from './pools.ts'
import { booked, physical, weight } from './sums.ts'
import { proveShares, proveValues } from './values.ts'
import { total, type Arrival, type Paper, type Posting, type State } from './state.ts'

type ArrivalLine = Arrival['lines'][number]

const roundsMax = 12
/** After these the movements that users of the ERP posted there are cancelled, because our postings lack the goods. */
const roundsBesideTheirs = 4
/** After these, goods are found that our postings lack. */
const roundsBesideFound = 6

/** Brings everything to an end, by the same operations: all goods received, every document posted or reversed. */
export async function settle(run: Run): Promise<void> {
  for (const day of ['today', 'lastMonth'] as const)
    for (const type of ['periodHere', 'periodThere'] as const)
      await step(run, { type, day, isOpen: true })
  for (const [freeze, { state }] of run.state.placeFreezes.entries())
    if (state === 'frozen') await step(run, { type: 'releasePlace', freeze })
  // At least once: what users of the ERP did last is to be seen even if nothing of ours is open.
  for (let round = 1; round === 1 || !isSettled(run.state); round += 1) {
    const open = run.state.papers.filter((paper) => !isFinal(paper))
    expect(round, JSON.stringify(openOf(run.state, open))).toBeLessThanOrEqual(roundsMax)
    if (round > roundsBesideTheirs)
      for (const direct of run.state.directs.keys())
        await tryTo(run, { type: 'cancelTheirs', direct })
    await finishArrivals(run)
    for (const transfer of run.state.transfers.keys()) await finishTransfer(run, transfer)
    for (const count of run.state.counts.keys()) await finishCount(run, count)
    for (const index of run.state.papers.keys()) await finish(run, index)
    if (round > 2) await postAgain(run)
    if (round > 2) await makeRoom(run)
    if (round > roundsBesideFound) await findGoods(run)
    for (const posting of run.state.postings.keys()) {
      const { direction, state } = run.state.postings[posting]!
      if (direction === 'reverse' && (state === 'rejected' || state === 'dead'))
        await step(run, { type: 'giveUp', posting })
    }
    await step(run, { type: 'send', fault: null })
    await step(run, { type: 'watch' })
  }
}

/** What is not settled, with the postings that are on their way and what they wait for. */
function openOf({ arrivals, postings }: State, papers: readonly Paper[]) {
  const named = (posting: Posting) => {
    const { paper, direction, step, state } = posting
    return `${postings.indexOf(posting)} ${paper.name} ${paper.id} ${direction} ${step} ${state}`
  }
  return {
    papers: papers.map(({ name, id, state, erpState }) => `${name} ${id} ${state} ${erpState}`),
    arrivals: arrivals
      .filter((arrival) => !isArrivalSettled(arrival))
      .map(({ paper, lines }) => `${paper.id} ${paper.erpState} ${JSON.stringify(lines)}`),
    postings: postings
      .filter(({ state }) => state !== 'posted' && state !== 'closed')
      .map((posting) => [named(posting), ...posting.dependsOn.map(named)]),
  }
}

/** Whether the ERP is to be told of the paper, whatever of it was released since. */
const isPosted = ({ state }: Paper): boolean =>
  ['reviewed', 'frozen', 'partlyReleased', 'released'].includes(state)

/** Of arrivals see `isSettled`. */
const isFinal = ({ name, state, erpState, moves }: Paper): boolean =>
  (name === 'arrival' && state === 'arrived') ||
  ['reversed', 'cancelled', 'writtenOff', 'executed', 'undone'].includes(state) ||
  // The ERP is told nothing of weights alone.
  (['reviewed', 'partlyReleased', 'released'].includes(state) &&
    (erpState === 'posted' || moves.every(({ quantity }) => quantity === 0)))

const isSettled = (state: State): boolean =>
  state.papers.every(isFinal) &&
  state.arrivals.every(isArrivalSettled) &&
  state.postings.every((posting) => posting.state === 'posted' || posting.state === 'closed')

const isArrivalSettled = ({ paper, lines }: Arrival): boolean =>
  paper.state === 'reversed' ||
  (lines.every(
    ({ quantity, accepted, received, rejected, blocked, destroyed }) =>
      received === accepted && blocked === rejected && received + blocked + destroyed === quantity,
  ) &&
    (['posted', 'notNeeded'].includes(paper.erpState) ||
      // A line that is not inspected is not posted.
      lines.every(
        (line, at) => ['posted', undefined].includes(paper.lines[at + 1]) || isResting(line),
      )))

/**
 * All of the line was destroyed and taken back with the decision still standing: it rests, and nobody needs it in the books.
 * What is received, or destroyed, needs it there.
 */
const isResting = ({ quantity, destroyed, gone, received, blocked }: ArrivalLine): boolean =>
  destroyed === quantity && gone + received + blocked === 0

/** What rests of a pool outside the books, in pieces. */
const restingOf = ({ arrivals }: State, pool: string): number =>
  total(
    arrivals.filter(({ paper }) => paper.state !== 'reversed'),
    ({ paper, lines }) =>
      total(
        lines.filter(
          (line, at) =>
            isResting(line) &&
            paper.lines[at + 1] !== 'posted' &&
            poolOf(line.goods, 'QI') === pool,
        ),
        ({ quantity }) => quantity,
      ),
  )

async function tryTo(run: Run, operation: Operation): Promise<boolean> {
  return allows(run.state, operation) && (await step(run, operation))
}

/** Whatever arrived is accepted and received, all lines of an arrival together. */
async function finishArrivals(run: Run): Promise<void> {
  for (const arrival of run.state.arrivals.keys()) {
    const { paper } = run.state.arrivals[arrival]!
    if (paper.state !== 'arrived') continue
    const lines = () => [...run.state.arrivals[arrival]!.lines.entries()]
    const undecided = lines().flatMap(([line, { quantity, accepted, rejected, destroyed }]) => {
      const left = quantity - accepted - rejected - destroyed
      return left > 0 ? [{ line, accepted: left, rejected: 0, destroyed: 0 }] : []
    })
    if (undecided.length > 0) await step(run, { type: 'decide', arrival, lines: undecided })
    const open = lines().flatMap(([line, { accepted, received, rejected, blocked }]) => [
      { line, category: 'UU' as const, quantity: accepted - received },
      { line, category: 'BL' as const, quantity: rejected - blocked },
    ])
    const wanted = open.filter(({ quantity }) => quantity > 0)
    if (wanted.length > 0) await step(run, { type: 'receive', arrival, lines: wanted })
  }
}

/** Everything that is on the way arrives, or of every other transfer what did not arrive yet is sent back. */
async function finishTransfer(run: Run, transfer: number): Promise<void> {
  await tryTo(run, { type: 'carryOut', transfer })
  await tryTo(run, { type: 'ship', transfer })
  if (transfer % 2 === 1) await tryTo(run, { type: 'sendBack', transfer })
  const quantities = run.state.transfers[transfer]!.lines.map(({ inTransit }) => inTransit)
  await tryTo(run, { type: 'receiveTransfer', transfer, quantities })
}

/** What was found is adjusted, or the count is given up where goods have gone meanwhile. */
async function finishCount(run: Run, count: number): Promise<void> {
  await tryTo(run, { type: 'reviewCount', count })
  if (await tryTo(run, { type: 'reviewCount', count })) return
  await tryTo(run, { type: 'refuseCount', count })
  const quantities = run.state.counts[count]!.lines.map(({ adjusted }) => Math.min(adjusted, 1))
  await tryTo(run, { type: 'takeBackCount', count, quantities })
  await tryTo(run, { type: 'cancelCount', count })
  await tryTo(run, { type: 'writeOffCount', count })
}

/**
 * An arrival that is not in the books although all its receipts are is posted again with one of them; one without a receipt
 * is decided on anew when what a test destroyed of it is taken back.
 */
async function postAgain(run: Run): Promise<void> {
  for (const [index, { paper }] of run.state.arrivals.entries()) {
    const { state, erpState, lines } = run.state.arrivals[index]!.paper
    const isOut = Object.keys(lines).length > 0 && erpStatesNotInBooks.includes(erpState)
    if (state !== 'arrived' || !isOut || erpState === 'notNeeded') continue
    const behind = [...run.state.receipts, ...run.state.samples].find(
      (one) =>
        run.state.arrivals[one.arrival]!.paper === paper &&
        one.lines.some(({ line }) => line + 1 in lines) &&
        one.paper.state === 'reviewed' &&
        one.paper.erpState === 'posted',
    )
    if (!behind) continue
    const position = run.state.papers.indexOf(behind.paper)
    await tryTo(run, { type: 'requestReversal', paper: position })
    await tryTo(run, { type: 'approveReversal', paper: position })
    await tryTo(run, { type: 'reverse', paper: position, day: null })
  }
}

/** The next acts that bring a paper to its end. */
async function finish(run: Run, paper: number): Promise<void> {
  const act = (type: 'review' | 'resubmit' | 'refuseReversal' | 'reversePhysical') =>
    tryTo(run, { type, paper })
  await act('resubmit')
  await act('review')
  const { state } = run.state.papers[paper]!
  if (['reversalRequested', 'reversalToDirector', 'reversalApproved'].includes(state))
    // Goods that were issued meanwhile cannot go back; then the document is posted again.
    await ((await act('reversePhysical')) || act('refuseReversal'))
  await tryTo(run, { type: 'post', paper, day: null })
}

/**
 * Two papers, there and back, such as two transfers or a freeze and its release, wait for each other if something else took
 * the goods that came back and was posted before them: the ERP has too little for the first of them, and nothing for the second. What took the goods last is
 * reversed, which is what people do then.
 */
async function makeRoom(run: Run): Promise<void> {
  for (const waiting of run.state.papers) {
    const isToPost = isPosted(waiting) && erpStatesPostable.includes(waiting.erpState)
    if (!isToPost || isCovered(run.state, waiting)) continue
    const lacking = new Set(waiting.moves.map(({ from }) => from && keyOf(from)))
    const taken = run.state.papers.findLastIndex(
      (paper) =>
        paper.state === 'reviewed' &&
        paper.erpState === 'posted' &&
        paper.moves.some(({ from }) => from !== null && lacking.has(keyOf(from))),
    )
    if (taken === -1) continue
    await tryTo(run, { type: 'requestReversal', paper: taken })
    await tryTo(run, { type: 'approveReversal', paper: taken })
    // What needs the director is approved twice.
    await tryTo(run, { type: 'approveReversal', paper: taken })
    await tryTo(run, { type: 'reverse', paper: taken, day: null })
    return
  }
}

/**
 * A freeze of goods that a transfer brought, and its release, wait for ever if the transfer is reversed before any of the three
 * is posted: the ERP never had the goods. Something else must bring such goods first; here a count finds them.
 */
async function findGoods(run: Run): Promise<void> {
  const { state } = run
  for (const waiting of state.papers) {
    const isToPost = isPosted(waiting) && erpStatesPostable.includes(waiting.erpState)
    if (!isToPost || isCovered(state, waiting)) continue
    const move = waiting.moves.find(
      ({ from, quantity }) =>
        from !== null && categoryOf(from) === 'UU' && booked(state, keyOf(from)) < quantity,
    )
    if (!move) continue
    const { goods, quantity } = move
    const pool = move.from!
    const foundGrams = weight(state, pool) + (plannedGrams(goods, quantity) ?? 0)
    await step(run, { type: 'startCount', pools: [pool] })
    const count = state.counts.length - 1
    const found = [{ found: physical(state, pool) + quantity, foundGrams }]
    await step(run, { type: 'enterCount', count, found })
    await step(run, { type: 'explainCount', count })
    await step(run, { type: 'reviewCount', count })
    await tryTo(run, { type: 'reviewCount', count })
    return
  }
}

/** Both books agree in quantities and values. */
export async function prove(run: Run): Promise<void> {
  await proveQuantities(run)
  await proveShares(run.books, run.ground)
  await proveValues(run.books, run.ground)
}

/** Both books agree key by key, apart from what users of the ERP posted there, which is told with their name. */
async function proveQuantities({ books, ground, state }: Run): Promise<void> {
  const { world, connections, standIn } = books
  const { companyCode, plant, storageLocation } = ground.place
  const places = [storageLocation, ground.second.storageLocation]
  for (const proof of await world.database.snapshot((tx) => runProofs(tx, companyCode)))
    expect(proof.rows, proof.name).toEqual([])
  const { rows } = await reconcile(
    world.database,
    await openMirrorSource(connections, companyCode, 'material-stock'),
    { companyCode, plants: [plant] },
  )
  const theirs = state.directs.filter(({ isCancelled }) => !isCancelled)
  for (const row of rows.filter((one) => places.includes(one.storageLocation))) {
    const at = row.storageLocation === storageLocation ? 1 : 2
    const pool = poolNamed(row.materialNo, row.specialStock, row.stockCategory, at)
    const own = theirs.filter(({ goods }) => poolOf(goods, 'UU') === pool)
    expect({ pool, unexplained: Number(row.unexplained), inFlight: Number(row.inFlight) }).toEqual({
      pool,
      unexplained: total(own, ({ quantity }) => quantity),
      inFlight: restingOf(state, pool),
    })
  }
  const told = await world.database.query<{ number: string; createdBy: string; isOpen: boolean }>(
    `with d as materialized (
       select company_code, material_document, material_document_year, created_by from erp_direct_document
       where company_code = $1 and kind = 'movement' and material_document = any ($2)
     )
     select d.material_document as number, d.created_by,
       exists (select from erp_alarm a where a.company_code = d.company_code and a.kind = 'posted-in-erp'
         and a.subject = d.material_document || '/' || d.material_document_year and a.resolved_at is null
         and a.message_zh like '%' || d.created_by || '%') as is_open
     from d order by 1`,
    [companyCode, state.directs.map(({ number }) => number)],
  )
  const tolds = state.directs
    .map(({ number, isCancelled }) => ({ number, createdBy: userOfErp, isOpen: !isCancelled }))
    .toSorted((one, other) => (one.number < other.number ? -1 : 1))
  expect(told).toEqual(tolds)
  expect(await standIn.control('GET', '/stand-in/duplicates')).toEqual([])
}
