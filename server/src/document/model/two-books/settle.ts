import { expect } from 'vitest'
import { openMirrorSource } from '../../../erp/mirrors/source.ts'
import { reconcile } from '../../../erp/reconcile.ts'
import { runProofs } from '../../../stock/proofs.ts'
import { userOfErp } from './apply-world.ts'
import { nameOf } from './compare.ts'
import { kindOf } from './goods.ts'
import type { Operation } from './operation.ts'
import { allows } from './rules.ts'
import { step, type Run } from './run.ts'
import { total, type Paper, type Pool, type State } from './state.ts'

const roundsMax = 12
/** After these the movements that users of the ERP posted there are cancelled, because our postings lack the goods. */
const roundsBesideTheirs = 4

/** Brings everything to an end, by the same operations: all goods received, every document posted or reversed. */
export async function settle(run: Run): Promise<void> {
  for (const day of ['today', 'lastMonth'] as const)
    for (const type of ['periodHere', 'periodThere'] as const)
      await step(run, { type, day, isOpen: true })
  for (let round = 1; !isSettled(run.state); round += 1) {
    const open = run.state.reviewed.filter((paper) => !isFinal(paper))
    expect(round, JSON.stringify(open)).toBeLessThanOrEqual(roundsMax)
    if (round > roundsBesideTheirs)
      for (const direct of run.state.directs.keys())
        await tryTo(run, { type: 'cancelTheirs', direct })
    await finishArrivals(run)
    for (const index of run.state.reviewed.keys()) await finish(run, index)
    for (const posting of run.state.postings.keys()) {
      const { direction, state } = run.state.postings[posting]!
      if (direction === 'reverse' && (state === 'rejected' || state === 'dead'))
        await step(run, { type: 'giveUp', posting })
    }
    await step(run, { type: 'send', fault: null })
    await step(run, { type: 'watch' })
  }
}

const isFinal = ({ state, erpState }: Paper): boolean =>
  state === 'reversed' || (state === 'reviewed' && erpState === 'posted')

const isSettled = (state: State): boolean =>
  state.reviewed.every(isFinal) &&
  state.arrivals.every(
    ({ paper, accepted, received, rejected, blocked }) =>
      paper.state === 'reversed' ||
      (received === accepted &&
        blocked === rejected &&
        received + blocked === paper.quantity &&
        ['posted', 'notNeeded'].includes(paper.erpState)),
  ) &&
  state.postings.every((posting) => posting.state === 'posted' || posting.state === 'closed')

async function tryTo(run: Run, operation: Operation): Promise<boolean> {
  return allows(run.state, operation) && (await step(run, operation))
}

async function finishArrivals(run: Run): Promise<void> {
  for (const arrival of run.state.arrivals.keys()) {
    const { paper } = run.state.arrivals[arrival]!
    if (paper.state === 'reversed') continue
    const left = () => {
      const { accepted, rejected, received, blocked } = run.state.arrivals[arrival]!
      return {
        decided: paper.quantity - accepted - rejected,
        UU: accepted - received,
        BL: rejected - blocked,
      }
    }
    if (kindOf(paper.goods).isInspected && left().decided > 0)
      await step(run, { type: 'decide', arrival, accepted: left().decided, rejected: 0 })
    for (const category of ['UU', 'BL'] as const)
      if (left()[category] > 0)
        await step(run, { type: 'receive', arrival, category, quantity: left()[category] })
  }
}

/** The next acts that bring a receipt or an issue to its end. */
async function finish(run: Run, paper: number): Promise<void> {
  const act = (type: 'review' | 'resubmit' | 'refuseReversal' | 'reversePhysical') =>
    tryTo(run, { type, paper })
  await act('resubmit')
  await act('review')
  const { state } = run.state.reviewed[paper]!
  if (state === 'reversalRequested' || state === 'reversalApproved')
    // Goods that were issued meanwhile cannot go back; then the document is posted again.
    await ((await act('reversePhysical')) || act('refuseReversal'))
  await tryTo(run, { type: 'post', paper, day: null })
}

/** Both books agree key by key, apart from what users of the ERP posted there, which is told with their name. */
export async function prove({ books, ground, state }: Run): Promise<void> {
  const { world, connections, standIn } = books
  const { companyCode, plant, storageLocation } = ground.place
  for (const proof of await world.database.snapshot((tx) => runProofs(tx, companyCode)))
    expect(proof.rows, proof.name).toEqual([])
  const { rows } = await reconcile(
    world.database,
    await openMirrorSource(connections, companyCode, 'material-stock'),
    { companyCode, plants: [plant] },
  )
  const theirs = state.directs.filter(({ isCancelled }) => !isCancelled)
  for (const row of rows.filter((one) => one.storageLocation === storageLocation)) {
    const own = theirs.filter(
      ({ goods }) =>
        row.stockCategory === 'UU' && goods === nameOf(row.materialNo, row.specialStock),
    )
    const pool = `${nameOf(row.materialNo, row.specialStock)}/${row.stockCategory}` as Pool
    expect({ pool, unexplained: Number(row.unexplained), inFlight: Number(row.inFlight) }).toEqual({
      pool,
      unexplained: total(own, ({ quantity }) => quantity),
      inFlight: 0,
    })
  }
  const told = await world.database.query<{ number: string; createdBy: string; isOpen: boolean }>(
    `select d.material_document as number, d.created_by,
       exists (select from erp_alarm a where a.company_code = d.company_code and a.kind = 'posted-in-erp'
         and a.subject = d.material_document || '/' || d.material_document_year and a.resolved_at is null
         and a.message_zh like '%' || d.created_by || '%') as is_open
     from erp_direct_document d
     where d.company_code = $1 and d.kind = 'movement' and d.material_document = any ($2) order by 1`,
    [companyCode, state.directs.map(({ number }) => number)],
  )
  const tolds = state.directs
    .map(({ number, isCancelled }) => ({ number, createdBy: userOfErp, isOpen: !isCancelled }))
    .toSorted((one, other) => (one.number < other.number ? -1 : 1))
  expect(told).toEqual(tolds)
  expect(await standIn.control('GET', '/stand-in/duplicates')).toEqual([])
}
