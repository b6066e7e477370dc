import { addAll } from '@kufang/kernel/add-all.ts'
import { requisition } from '@kufang/contract/requisition/requisition.ts'
import type { LocalDate } from '@kufang/kernel/local-date.ts'
import { isPositive, subtractQuantity, sumQuantities } from '@kufang/kernel/quantity.ts'
import { refuseAll } from '@kufang/kernel/refusal.ts'
import { textOf } from '@kufang/kernel/text-of.ts'
import { effectsFor, type ContextOf, type SaveContext } from '../document/effects/effects.ts'
import { closeShort } from '../document/act/shared-effects.ts'
import { problemsOfConsignment } from '../document/books/consignment-price.ts'
import { lacksAccount } from '../document/books/account-assignment.ts'
import { mayDrawFrom, usualDeliveryPlace } from '../masters/public.ts'
import {
  drawableFor,
  drawForWorkOrder,
  giveBackToWorkOrder,
  type DrawnStock,
} from '../freeze/public.ts'
import { proposeAllocation } from '../ledger/public.ts'
import { isChemical, problemsOfDraft } from './chemical-transfer.ts'
import { problemsOfDemand } from './demand-problems.ts'
import { problemsOfContract } from './contractor.ts'
import { checkDangers, noteDangers, shownDangers } from './draw-dangerous-goods.ts'
import { issueOfRequisitions } from './issue-of-requisitions.ts'
import { refreshReservedQuantities } from './reserved-quantities.ts'
import { releaseUnclaimed } from './release-unclaimed.ts'
import { problemsOfMovements } from './reserved-movement.ts'
import { approvePaper, problemsOfPaper, proposePaper } from './supplement.ts'
import { readStockRule, wantedStocks } from './wanted-stock.ts'
import { withdrawDemandProblems } from './withdraw-demand-problems.ts'

// A unit requests goods planned in its reservation or sold by a sales order; on approval available stock is held for it (spec domain.md 1.3).

type Context<N extends string> = ContextOf<typeof requisition, N>

/** Whether its goods left before it, in an emergency. */
const isPaper = ({ requisitionType }: { requisitionType?: unknown }): boolean =>
  requisitionType === 'supplement'

async function beforeSave(context: SaveContext<typeof requisition>): Promise<void> {
  const { tx, header, lines, problem } = context
  await noteDangers(context)
  const problems = isPaper(header) ? await problemsOfPaper(context) : []
  if (isChemical(header)) addAll(problems, await problemsOfDraft(context))
  for (const { line, source } of lines)
    if (source) addAll(problems, problemsOfDemand(source, line.lineNo, problem))
  const { companyCode, plant, storageLocation, pickingUnit } = header
  if (
    pickingUnit &&
    storageLocation &&
    !(await mayDrawFrom(tx, String(companyCode), pickingUnit, plant ?? '', storageLocation))
  ) {
    problems.push(
      problem(
        'picking-unit-outside',
        { pickingUnit, plant: plant ?? '', storageLocation },
        undefined,
        'pickingUnit',
      ),
    )
  }
  // Urgent requisitions have no reservation, so they must state a purpose.
  if (header.requisitionType === 'urgent' && !header.purpose)
    problems.push(
      problem('field-required', { field: '用途', fieldEn: 'Purpose' }, undefined, 'purpose'),
    )
  // Chemicals are transferred, so nothing is charged.
  if (!isChemical(header) && lines.some(({ line }) => lacksAccount(header, line)))
    problems.push(problem('account-assignment-missing', {}))
  addAll(problems, await problemsOfContract(context))
  addAll(problems, await problemsOfMovements(tx, header, lines))
  if (problems.length > 0) throw refuseAll(problems)
}

/** Dangerous goods count as drawn by their requester from here on. */
async function submit(context: Context<'submit'>): Promise<void> {
  const { today, setHeader } = context
  if (await checkDangers(context, today)) setHeader({ requestedOn: today })
}

/** Refuses what the ERP has blocked, completed or deleted since the requisition was written. */
async function checkDemands({ lines, sources, problem }: Context<'approve'>): Promise<void> {
  const items = await sources()
  const problems = lines.flatMap(({ lineNo, sourceId, sourceLine }) => {
    const item = items.get(`${sourceId}/${sourceLine}`)
    return item === undefined ? [] : problemsOfDemand(item, lineNo, problem)
  })
  if (problems.length > 0) throw refuseAll(problems)
}

/**
 * Holds what is frozen for its work order, then available stock by the plant's rule, earliest expiry first; the rest of the demand
 * remains on the requisition only.
 */
async function approve(context: Context<'approve'>): Promise<void> {
  const { tx, document, lines, today } = context
  await checkDangers(context, (document.requestedOn as LocalDate | null) ?? today)
  if (isPaper(document)) return approvePaper(context)
  await checkDemands(context)
  const companyCode = document.companyCode
  const rule = await readStockRule(tx, document)
  const drawn = await drawableOf(context)
  const proposals = await proposeAllocation(tx, {
    companyCode,
    today,
    demands: lines.map((line) => ({
      lineNo: line.lineNo,
      plant: document.plant,
      storageLocation: document.storageLocation,
      materialNo: line.materialNo,
      batch: line.batch ?? undefined,
      stocks: wantedStocks(rule, document, line),
      quantity: subtractQuantity(
        line.openQuantity ?? line.quantity,
        sumQuantities(
          drawn.filter(({ lineNo }) => lineNo === line.lineNo).map((one) => one.quantity),
        ),
      ),
    })),
  })
  const unpriced = await problemsOfConsignment(tx, proposals, today)
  if (unpriced.length > 0) throw refuseAll(unpriced)
  await drawForWorkOrder(tx, context.documents, document, drawn, context.now)
  context.reserve(
    [...drawn, ...proposals].map(({ lineNo, key, quantity }) => ({ lineNo, key, quantity })),
  )
  context.afterwards(() => refreshReservedQuantities(tx, companyCode, [document.id]))
}

/** What is frozen for the work order that the requisition is charged to, for its lines of own stock. */
async function drawableOf({ tx, document, lines }: Context<'approve'>): Promise<DrawnStock[]> {
  const { orderNo, companyCode, plant, storageLocation } = document
  if (!orderNo) return []
  return drawableFor(
    tx,
    { companyCode, plant, storageLocation, workOrderNo: orderNo },
    lines
      .filter(({ specialStock }) => !specialStock)
      .map(({ lineNo, materialNo, batch, openQuantity, quantity }) => ({
        lineNo,
        materialNo,
        batch,
        quantity: openQuantity ?? quantity,
      })),
  )
}

/** Makes the goods issue that is walked: what is free, from the bins proposed. */
function startPicking(context: Context<'startPicking'>): void {
  const { document, documents, lines, refuse } = context
  const { docNo } = document
  context.afterwards(async () => {
    const lineNos = lines.map(({ lineNo }) => lineNo)
    const made = await issueOfRequisitions().pick(documents, document, lineNos)
    if (made !== null) return
    const picking = await issueOfRequisitions().beingPicked(context)
    if (picking !== undefined) throw refuse('being-picked', { no: docNo, by: picking.docNo })
    const missing = missingBatches(context)
    if (missing.length > 0) throw refuseAll(missing)
    throw refuse('nothing-in-stock', { no: docNo })
  })
}

/** Of lines for which nothing can be picked, those that ask for a batch: no other one is proposed. */
const missingBatches = ({ lines, problem }: Context<'startPicking'>) =>
  lines
    .filter(({ batch, freeQuantity }) => batch && freeQuantity && isPositive(freeQuantity))
    .map(({ lineNo, materialNo: material, batch, freeQuantity, unit }) =>
      problem(
        'wanted-batch-missing',
        { material, batch: batch!, quantity: freeQuantity, unit },
        lineNo,
        'batch',
      ),
    )

async function withdrawApproval(context: Context<'withdrawApproval'>): Promise<void> {
  const { tx, document, successors, refuse } = context
  const [standing] = await successors()
  if (standing)
    throw refuse('already-issued', {
      no: document.docNo,
      by: standing.docNo,
      action: '撤销批准',
      actionEn: 'withdraw approval',
    })
  await context.releaseAlso('reservation')
  context.releaseReservations()
  context.afterwards(async () => {
    await giveBackToWorkOrder(tx, context.documents, document, context.now)
    await refreshReservedQuantities(tx, document.companyCode, [document.id])
  })
}

/** It asks for nothing any more until it is submitted again. */
function notAskedFor({ tx, document, documents, afterwards }: Context<'withdraw' | 'refuse'>) {
  const { companyCode, id } = document
  afterwards(() => withdrawDemandProblems(tx, documents, companyCode, [id]))
}

/** What issues are to take stays open and held for them; the rest is given up. */
async function writeOff(context: Context<'writeOff'>): Promise<void> {
  const { tx, document, documents, now } = context
  const { companyCode, id } = document
  await closeShort(context)
  context.afterwards(() => releaseUnclaimed(tx, documents, { companyCode, ids: [id], now }))
}

export const requisitionEffects = effectsFor(requisition, {
  // Before goods are held, what they are for is read again.
  refreshes: { origins: { mirrors: ['reservation', 'sales-order'], actions: ['approve'] } },
  actions: {
    submit,
    approve,
    startPicking,
    withdraw: notAskedFor,
    refuse: notAskedFor,
    withdrawApproval,
    writeOff,
  },
  beforeSave,
  // The person's own unit and name are the usual values.
  async prefill(request) {
    const { tx, session, today, sources } = request
    const shown = await shownDangers(tx, today, sources)
    if (sources[0]?.type === 'emergency-issue') {
      const proposed = await proposePaper(request)
      return { ...proposed, header: { ...proposed.header, requiredDate: today }, shown }
    }
    const [own] = await tx.query<{ companyCode: string; requester: string; pickingUnit: string }>(
      `select company_code, requester, picking_unit from requester where account = $1 and is_active and company_code = any($2) order by requester limit 1`,
      [session.account, session.scope.companyCodes],
    )
    const deliveryPlace =
      own === undefined
        ? null
        : await usualDeliveryPlace(
            tx,
            own.companyCode,
            textOf(sources[0]?.['plant']),
            own.pickingUnit,
          )
    return {
      header: {
        pickingUnit: own?.pickingUnit ?? null,
        requester: own?.requester ?? null,
        requiredDate: today,
        ...(deliveryPlace !== null && { deliveryPlace }),
      },
      lines: sources.map((source) => ({
        source: { id: source.id, lineNo: source.lineNo },
        quantity: source.wantedQuantity ?? source.freeQuantity,
      })),
      shown,
    }
  },
})
