import { addAll } from '@kufang/kernel/add-all.ts'
import { expiredReport } from './report-expired.ts'
import { directReceipt } from '@kufang/contract/receiving/direct-receipt.ts'
import type { LineOf } from '@kufang/contract/document/declare/define-document.ts'
import type { LocalDate } from '@kufang/kernel/local-date.ts'
import { multiplyMoney } from '@kufang/kernel/money.ts'
import {
  isPositive,
  isZero,
  subtractQuantity,
  zeroQuantity,
  type Quantity,
} from '@kufang/kernel/quantity.ts'
import { refuseAll, type RefusalDetail } from '@kufang/kernel/refusal.ts'
import { textOf } from '@kufang/kernel/text-of.ts'
import { entryOf } from '@kufang/kernel/present.ts'
import {
  effectsFor,
  noEffect,
  type ContextOf,
  type PostingReference,
  type SaveContext,
} from '../document/effects/effects.ts'
import { chosenDate, postingEffects, reviewEffects } from '../document/act/shared-effects.ts'
import { lacksAccount, purchaseOrderOf } from '../document/books/account-assignment.ts'
import { readConsumedItems } from '../external-documents/public.ts'
import {
  isInspectedIn,
  problemsOfDangerousGoods,
  readDangers,
  shownDanger,
  stockBatch,
  type Material,
} from '../masters/public.ts'
import { checkGoodsLines } from '../bins/public.ts'
import { stockKey } from '../ledger/public.ts'
import { orderOf } from './deliveries-of-order.ts'
import {
  completionsOfSigned,
  completionsToPost,
  readForCompletions,
} from './delivery-completion.ts'
import {
  clearancesOf,
  customsProblems,
  datesOf,
  orderProblems,
  recordArrivals,
  recordBatchData,
  withdrawArrivals,
} from './gate-checks.ts'
import { directIssue } from './issue-of-direct-receipts.ts'
import { proposeArrival } from './propose-arrival.ts'
import { directKey, supplierKey } from './stock-keys.ts'

// Direct delivery (spec domain.md 1.2): the signature of the unit receives the goods into the virtual bin (101) and makes the
// direct issue, which takes them out of it in the same transaction (201 …), so that the bin is always empty. Both are taken
// back together, the issue first. Goods whose order is charged itself are consumed by the ERP with the receipt (sap.md: 101
// with account assignment), so they go straight to consumption, and nothing is issued.

type Context<N extends string> = ContextOf<typeof directReceipt, N>
type Line = LineOf<typeof directReceipt>
type Signing = Context<'sign'> | Context<'signPartly'>

/** What stands against sending these goods to a unit, or signing for them there. */
async function checkGoods(
  context: Context<'dispatch'> | Signing,
): Promise<{ problems: RefusalDetail[]; materials: ReadonlyMap<string, Material> }> {
  const { tx, document, lines, today, problem } = context
  const { companyCode, plant, storageLocation } = document
  const { problems, materials } = await checkGoodsLines(tx, {
    companyCode,
    plant,
    storageLocation,
    today,
    // They go into no bin.
    lines: lines.map((line) => ({ ...line, bin: null })),
    isIncoming: true,
  })
  const inspected = lines.filter(({ materialNo }) =>
    isInspectedIn(plant, materials.get(materialNo)),
  )
  const dangers = await readDangers(tx, companyCode, today, lines)
  const permit = {
    permitNo: document.permitNo,
    permitValidTo: document.permitValidTo as LocalDate | null,
  }
  problems.push(
    // Nobody draws them: the order was made for the unit, so that no cap counts.
    ...problemsOfDangerousGoods(today, permit, lines, dangers, true),
    ...inspected.map(({ lineNo, materialNo }) =>
      problem('direct-inspection', { material: materialNo }, lineNo),
    ),
    ...(await orderProblems(context, 'consumed')),
  )
  return { problems, materials }
}

/** Writes beside each line what is known of dangerous goods. */
async function beforeSave(context: SaveContext<typeof directReceipt>): Promise<void> {
  const { tx, today, header, lines } = context
  const goods = lines.map(({ line }) => ({ materialNo: textOf(line.materialNo) }))
  const dangers = await readDangers(tx, textOf(header.companyCode), today, goods)
  for (const { line } of lines)
    Object.assign(line, shownDanger(dangers.get(textOf(line.materialNo))))
}

/** Sends the goods to their unit: what they are charged to must be known by now. */
async function dispatch(context: Context<'dispatch'>): Promise<void> {
  const { tx, document, lines, setHeader, problem } = context
  const { companyCode, pickingUnit } = document
  const { problems } = await checkGoods(context)
  if (problems.length > 0) throw refuseAll(problems)
  const consumed = await readConsumedItems(tx, companyCode, lines)
  const isUncharged = (line: Line) =>
    !consumed.has(orderOf(line)) && line.specialStock !== 'Q' && lacksAccount(document, line)
  if (!lines.some(isUncharged)) return
  const [unit] = await tx.query<{ costCenter: string | null }>(
    `select nullif(cost_center, '') as cost_center from picking_unit where company_code = $1 and picking_unit = $2`,
    [companyCode, pickingUnit],
  )
  if (!unit?.costCenter)
    throw refuseAll([problem('account-assignment-missing', {}, undefined, 'costCenter')])
  setHeader({ costCenter: unit.costCenter })
}

/** Somebody of the unit signs, usually who acts; who has an account of his own signs with it. */
async function keepSigner({
  tx,
  session,
  document,
  input,
  refuse,
  setHeader,
}: Signing): Promise<void> {
  const { companyCode, pickingUnit: unit } = document
  const [signer] = await tx.query<{
    requester: string
    name: string
    pickingUnit: string
    account: string
  }>(
    `select requester, name, picking_unit, coalesce(account, '') as account from requester
     where company_code = $1 and case when $2::text is null then account = $3 and $3 <> '' and is_active else requester = $2 end
     order by picking_unit <> $4, requester limit 1`,
    [companyCode, input.signedBy, session.account, unit],
  )
  const { name = session.userName, pickingUnit, account = '' } = signer ?? {}
  if (signer === undefined || pickingUnit !== unit)
    throw refuse('direct-signer-elsewhere', { signer: name, unit }, { field: 'signedBy' })
  if (account !== '' && account !== session.account)
    throw refuse('direct-signer-himself', { signer: name, account }, { field: 'signedBy' })
  setHeader({ signedBy: signer.requester })
}

/** What the unit takes of a line; `pieces` are its serial numbers, if not those of the whole line. */
interface Taken {
  quantity: Quantity
  pieces: readonly string[] | null
}

/** The issue of what the receipt brought into the virtual bin; null if it brought nothing there. */
async function makeIssue(
  { document, documents }: Signing,
  stocked: readonly { lineNo: number; taken: Taken }[],
) {
  if (stocked.length === 0) return null
  return directIssue().make(
    documents,
    document,
    stocked.map(({ lineNo, taken }) => ({ lineNo, ...taken })),
  )
}

/** Receives what the unit takes, and makes its issue; the note has the rest to deliver again. */
async function receive(context: Signing, taken: ReadonlyMap<number, Taken>): Promise<void> {
  const { tx, document, documents, now, move, setHeader, setLine, afterwards } = context
  const { companyCode, plant, storageLocation } = document
  await keepSigner(context)
  const { problems, materials } = await checkGoods(context)
  const clearances = await clearancesOf(context)
  addAll(problems, customsProblems(clearances, context))
  if (problems.length > 0) throw refuseAll(problems)
  const lines = context.lines.map((line) => ({
    ...line,
    batch: stockBatch(line, materials.get(line.materialNo)),
    taken: entryOf(taken, line.lineNo),
  }))
  // What other receipts complete is read after the note is locked.
  await context.sources()
  const [deliveries, consumed] = await Promise.all([
    readForCompletions(context),
    readConsumedItems(tx, companyCode, lines),
  ])
  const completions = completionsOfSigned(
    lines.map((line) => ({ ...line, quantity: line.taken.quantity })),
    deliveries,
  )
  const received = lines.filter(({ taken: { quantity } }) => isPositive(quantity))
  await recordBatchData(context, received, materials, directReceipt.lines)
  const refused: { lineNo: number; quantity: Quantity }[] = []
  for (const line of lines) {
    const { lineNo, materialNo, batch } = line
    const { quantity, pieces } = line.taken
    const isConsumed = consumed.has(orderOf(line))
    const price = deliveries.byOrder.get(orderOf(line))?.price ?? null
    const amount = price === null ? null : multiplyMoney(price, quantity)
    const completion = entryOf(completions, lineNo)
    const refusedQuantity = subtractQuantity(line.quantity, quantity)
    setLine(lineNo, {
      batch,
      isConsumed,
      amount,
      refusedQuantity,
      ...completion,
      ...(pieces === null ? {} : { serialNumbers: [...pieces] }),
    })
    if (isPositive(refusedQuantity)) refused.push({ lineNo, quantity: refusedQuantity })
    if (!isPositive(quantity)) continue
    await move({
      lineNo,
      from: supplierKey(companyCode, plant, materialNo),
      to: isConsumed
        ? stockKey({ companyCode, place: 'consumption', plant, materialNo })
        : directKey(companyCode, plant, storageLocation, line),
      quantity,
      secondOf: { quantity: line.quantity, before: zeroQuantity },
      ...(pieces === null ? {} : { serialNumbers: pieces }),
      basis: purchaseOrderOf(document, line),
      item: {
        ...datesOf(line),
        deliveryCompleted: completion.deliveryCompletion === 'completed' || undefined,
        recipient: document.pickingUnit,
        unloadingPoint: document.deliveryPlace,
        // Neither end is stock of the ERP, which names the plant otherwise.
        ...(isConsumed ? { plant } : {}),
      },
      ...(amount === null ? {} : { amount, amountSource: 'order-price' as const }),
    })
  }
  if (refused.length > 0) await context.releaseQuantities(refused)
  const stocked = received.filter((line) => !consumed.has(orderOf(line)))
  const issue = await makeIssue(context, stocked)
  setHeader({ signedAt: now.toISOString(), issueNo: issue?.docNo ?? null })
  afterwards(async () => {
    await recordArrivals(documents, companyCode, clearances)
    if (issue !== null) await directIssue().issue(documents, { companyCode, id: issue.id })
  })
}

const sign = (context: Context<'sign'>): Promise<void> =>
  receive(
    context,
    new Map(context.lines.map(({ lineNo, quantity }) => [lineNo, { quantity, pieces: null }])),
  )

const isWhole = (line: Line, { acceptedQuantity }: { acceptedQuantity: Quantity }): boolean =>
  isZero(subtractQuantity(line.quantity, acceptedQuantity))

/** Every line says what the unit takes of it. */
async function signPartly(context: Context<'signPartly'>): Promise<void> {
  const { document, lines, lineInput, problem, refuse } = context
  const given = new Map(lineInput.map((line) => [line.lineNo, line]))
  const { zh, en } = directReceipt.actions.signPartly.lineInput.acceptedQuantity.label
  const problems = lines.flatMap(({ lineNo }) =>
    given.has(lineNo)
      ? []
      : [problem('field-required', { field: zh, fieldEn: en }, lineNo, 'acceptedQuantity')],
  )
  if (problems.length > 0) throw refuseAll(problems)
  if (lineInput.every(({ acceptedQuantity }) => isZero(acceptedQuantity)))
    throw refuse('direct-all-refused', { no: document.docNo })
  const { label } = directReceipt.actions.sign
  if (lines.every((line) => isWhole(line, entryOf(given, line.lineNo))))
    throw refuse('nothing-refused', { no: document.docNo, action: label.zh, actionEn: label.en })
  const taken = [...given.values()].map(
    ({ lineNo, acceptedQuantity: quantity, serialNumbers }): [number, Taken] => [
      lineNo,
      { quantity, pieces: serialNumbers ?? null },
    ],
  )
  await receive(context, new Map(taken))
}

const shared = postingEffects(directReceipt)

/** The order items that it completes are closed by it, so nothing of them may wait behind it. */
async function post(context: Context<'post'>): Promise<void> {
  const completing = context.lines.filter((line) => line.deliveryCompletion === 'completed')
  if (completing.length === 0) return shared.post(context)
  const { document, documents, input, setLine } = context
  const { carriers } = await completionsToPost(context)
  for (const { lineNo } of completing)
    if (!carriers.has(lineNo)) setLine(lineNo, { deliveryCompletion: 'open' })
  await documents.post('direct-receipt', document.companyCode, document.id, {
    ...chosenDate(input),
    item: (lineNo) => (carriers.has(lineNo) ? {} : { deliveryCompleted: undefined }),
  })
}

/** Its goods are with its issues, which are reversed with it. */
const requestReversal = noEffect

/** In the ERP the issue is reversed before the receipt that it takes its goods of. */
async function reverse(context: Context<'reverse'>) {
  const { document, documents, input } = context
  const { companyCode, id } = document
  const dependsOn: PostingReference[] = []
  for (const issue of await directIssue().of(context)) {
    const made = { companyCode, id: issue.id }
    addAll(dependsOn, await directIssue().reversePosting(documents, made, chosenDate(input)))
  }
  await documents.reversePosting('direct-receipt', companyCode, id, {
    dependsOn,
    ...chosenDate(input),
  })
}

/** The goods go back through the virtual bin to the supplier: the issue first, in the same transaction. */
async function reversePhysical(context: Context<'reversePhysical'>): Promise<void> {
  const { document, documents, afterwards } = context
  const { companyCode } = document
  const clearances = await clearancesOf(context)
  for (const { id } of await directIssue().of(context))
    await directIssue().takeBack(documents, { companyCode, id })
  await shared.reversePhysical(context)
  afterwards(() => withdrawArrivals(documents, companyCode, clearances))
}

export const directReceiptEffects = effectsFor(directReceipt, {
  // The order of goods that go straight to their unit is read again before they go.
  refreshes: {
    origins: { mirrors: ['purchase-order'], actions: ['dispatch', 'sign', 'signPartly'] },
  },
  reports: expiredReport,
  actions: {
    ...reviewEffects(directReceipt),
    ...shared,
    post,
    requestReversal,
    dispatch,
    sign,
    signPartly,
    reverse,
    reversePhysical,
  },
  batchable: ['review', 'refuse', 'refuseReversal'],
  beforeSave,
  async prefill(request) {
    const { tx, today, sources } = request
    const { header, lines, secondRatios } = await proposeArrival(request)
    const goods = sources.map((source) => ({ materialNo: textOf(source.materialNo) }))
    const dangers = await readDangers(tx, textOf(sources[0]?.['companyCode']), today, goods)
    return {
      header: { deliveryPlace: header.unloadingPoint ?? null },
      // They go into no bin.
      lines: lines.map(({ bin: _none, ...line }) => line),
      // The form asks for the permit of dangerous goods.
      shown: goods.map(({ materialNo }) => shownDanger(dangers.get(materialNo))),
      ...(secondRatios === undefined ? {} : { secondRatios }),
    }
  },
})
