import { distributionOrder } from '@kufang/contract/distribution/distribution-order.ts'
import { companyToday } from '@kufang/kernel/company-day.ts'
import { sumDecimals } from '@kufang/kernel/decimal-text.ts'
import {
  isPositive,
  isZero,
  subtractQuantity,
  zeroQuantity,
  type Quantity,
} from '@kufang/kernel/quantity.ts'
import { refuseAll } from '@kufang/kernel/refusal.ts'
import { entryOf, firstOf } from '@kufang/kernel/present.ts'
import { sourceOfLine } from '../document/effects/source-of-line.ts'
import { effectsFor, type ContextOf } from '../document/effects/effects.ts'
import { provideDistribution, type DistributionOfIssues } from '../issue/public.ts'
import { keepWeights } from './goods-weight.ts'
import { assertLicensed, readDriver, takeOntoTrip } from './trip.ts'

// The dispatcher puts an order onto a trip, the storekeeper loads it, its driver brings the goods to the unit, which signs
// for them (spec domain.md 1.3). The goods issue moves them: when it was handed over, and when the unit has signed.

type Context<N extends string> = ContextOf<typeof distributionOrder, N>

/** The goods issue of which the order was made. */
const issueOf = ({ lines }: Pick<Context<'sign'>, 'lines'>): string =>
  sourceOfLine(firstOf(lines)).id

/** What the goods weigh, as entered, otherwise by their materials. */
function weightOf({ document, lines, input, refuse }: Context<'allot'>): string {
  if (input.weightKg !== null && input.weightKg !== undefined) return input.weightKg
  if (document.weightKg !== null) return document.weightKg
  const unknown = lines.find(({ lineWeightKg }) => lineWeightKg === null)
  if (unknown !== undefined) {
    const { materialNo: material, quantity, unit, lineNo: line } = unknown
    throw refuse('trip-weight-unknown', { material, quantity, unit }, { line, field: 'weightKg' })
  }
  return sumDecimals(lines.map(({ lineWeightKg }) => lineWeightKg!))
}

/** When the unit expects the goods; what was planned for the day stays if they go with another trip of it. */
function plannedFor({ document, input, refuse }: Context<'allot'>): string | null {
  const { tripDate } = input
  const planned = input.plannedAt ?? null
  if (planned === null) return document.tripDate === tripDate ? document.plannedAt : null
  const day = companyToday(new Date(planned))
  if (day >= tripDate) return planned
  const { tripDate: trip, plannedAt } = distributionOrder.actions.allot.input
  throw refuse(
    'date-order',
    {
      later: plannedAt.label.zh,
      laterEn: plannedAt.label.en,
      laterDate: day,
      earlier: trip.label.zh,
      earlierEn: trip.label.en,
      earlierDate: tripDate,
    },
    { field: 'plannedAt' },
  )
}

async function allot(context: Context<'allot'>): Promise<void> {
  const { input, setHeader } = context
  const weightKg = weightOf(context)
  const { vehicle, driver, tripDate } = input
  const plannedAt = plannedFor(context)
  const place = await takeOntoTrip(context, {
    vehicle,
    driver,
    tripDate,
    tripNo: input.tripNo ?? null,
    stopNo: input.stopNo ?? null,
    weightKg,
  })
  setHeader({ vehicle, driver, tripDate, plannedAt, weightKg, ...place })
}

function withdrawAllotment({ setHeader }: Context<'withdrawAllotment'>): void {
  const none = { vehicle: null, driver: null, tripDate: null, tripNo: null, stopNo: null }
  setHeader({ ...none, plannedAt: null })
}

/** Checked again: licences end, and a trip that has left takes nothing more, so the order goes with the next one. */
async function load(context: Context<'load'>): Promise<void> {
  const { document, setHeader } = context
  const wanted = {
    vehicle: document.vehicle!,
    driver: document.driver!,
    tripDate: document.tripDate!,
    stopNo: document.stopNo,
    weightKg: document.weightKg!,
  }
  setHeader(await takeOntoTrip(context, { ...wanted, tripNo: null }))
}

/** A driver with an account is that person, and nobody else delivers for him. */
async function assertOwnTrip({
  tx,
  session,
  document,
  refuse,
}: Pick<Context<'depart'>, 'tx' | 'session' | 'document' | 'refuse'>): Promise<void> {
  const { companyCode, docNo: no } = document
  const { name, account } = await readDriver(tx, companyCode, document.driver!)
  if (account !== '' && account !== session.account)
    throw refuse('driver-is-another', { no, driver: name, account })
}

async function depart(context: Context<'depart'>): Promise<void> {
  await assertOwnTrip(context)
  await assertLicensed(context)
  context.setHeader({ departedAt: context.now.toISOString() })
}

async function bringBack(context: Context<'bringBack'>): Promise<void> {
  await assertOwnTrip(context)
  context.setHeader({ departedAt: null })
}

type Signing = Context<'sign'> | Context<'signPartly'>

/** The unit has signed for all of it. */
async function sign(context: Context<'sign'>): Promise<void> {
  await assertOwnTrip(context)
  await settle(
    context,
    context.lines.map(({ lineNo, quantity }) => ({ lineNo, accepted: quantity, pieces: null })),
  )
}

/** What the unit accepts is issued; what it refuses stays on the vehicle until it is back in its bin. */
async function signPartly(context: Context<'signPartly'>): Promise<void> {
  const { document, lines, lineInput, problem, refuse, setState } = context
  await assertOwnTrip(context)
  const given = new Map(lineInput.map((line) => [line.lineNo, line]))
  const { zh, en } = distributionOrder.actions.signPartly.lineInput.acceptedQuantity.label
  const problems = lines.flatMap(({ lineNo }) =>
    given.has(lineNo)
      ? []
      : [problem('field-required', { field: zh, fieldEn: en }, lineNo, 'acceptedQuantity')],
  )
  if (problems.length > 0) throw refuseAll(problems)
  const signed = lines.map(({ lineNo }) => {
    const { acceptedQuantity: accepted, serialNumbers: pieces } = entryOf(given, lineNo)
    return { lineNo, accepted, pieces: pieces ?? null }
  })
  // A reason of refusal without a refusal would stand in the record of whoever delivered.
  if (!(await settle(context, signed))) {
    const { label } = distributionOrder.actions.sign
    throw refuse('nothing-refused', { no: document.docNo, action: label.zh, actionEn: label.en })
  }
  setState(signed.every(({ accepted }) => isZero(accepted)) ? 'refused' : 'partlyRefused')
}

/** Writes what was signed for and issues it; returns whether anything was refused. */
async function settle(
  context: Signing,
  signed: readonly { lineNo: number; accepted: Quantity; pieces: readonly string[] | null }[],
): Promise<boolean> {
  const { document, documents, lines, now, setHeader, setLine } = context
  const lineOf = new Map(lines.map((line) => [line.lineNo, line]))
  let isAnyRefused = false
  for (const { lineNo, accepted } of signed) {
    const refusedQuantity = subtractQuantity(entryOf(lineOf, lineNo).quantity, accepted)
    isAnyRefused ||= isPositive(refusedQuantity)
    setLine(lineNo, { acceptedQuantity: accepted, refusedQuantity })
  }
  setHeader({ deliveredAt: now.toISOString() })
  const taken = signed.filter(({ accepted }) => isPositive(accepted))
  if (taken.length > 0)
    await documents.act('goods-issue', document.companyCode, issueOf(context), 'deliver', {
      lines: taken.map(({ lineNo, accepted, pieces }) => ({
        lineNo: sourceOfLine(entryOf(lineOf, lineNo)).lineNo,
        acceptedQuantity: accepted,
        serialNumbers: pieces === null ? null : [...pieces],
      })),
    })
  return isAnyRefused
}

/** The unit takes nothing; the issue ends when the goods are back in their bins. */
async function refuseGoods(context: Context<'refuseAll'>): Promise<void> {
  const { lines, now, setHeader, setLine } = context
  await assertOwnTrip(context)
  for (const { lineNo, quantity } of lines)
    setLine(lineNo, { acceptedQuantity: zeroQuantity, refusedQuantity: quantity })
  setHeader({ deliveredAt: now.toISOString() })
}

/** Refused goods are in their bin again; if the unit took nothing, the issue ends. */
async function putBack(context: Context<'putBack'>): Promise<void> {
  const { document, documents } = context
  const action = document.state === 'refused' ? 'recall' : 'putBack'
  await documents.act('goods-issue', document.companyCode, issueOf(context), action)
}

/** Nothing is delivered: the goods are in their bin again, and the requisition can be issued otherwise. */
async function cancel(context: Context<'cancel'>): Promise<void> {
  const { document, documents, releaseSources } = context
  const issue = issueOf(context)
  await releaseSources('all')
  await documents.act('goods-issue', document.companyCode, issue, 'recall')
}

const ofIssues: DistributionOfIssues = {
  async begin(documents, { companyCode, id }, lines) {
    await documents.create('distribution-order', {
      companyCode,
      header: {},
      lines: lines.map(({ lineNo, quantity }) => ({ source: { id, lineNo }, quantity })),
    })
  },
  of: ({ successors }) => successors('distribution-order'),
  takeBack: (documents, { companyCode, id }) =>
    documents.act('distribution-order', companyCode, id, 'takeBack'),
}

export const distributionOrderEffects = effectsFor(distributionOrder, {
  connects: () => provideDistribution(ofIssues),
  actions: {
    allot,
    withdrawAllotment,
    load,
    depart,
    sign,
    signPartly,
    refuseAll: refuseGoods,
    bringBack,
    putBack,
    cancel,
    takeBack: ({ releaseSources }) => releaseSources('all'),
  },
  beforeSave: keepWeights,
})
