import { inspecting, inspectionNotice } from '@kufang/contract/acceptance/inspection-notice.ts'
import type { LineOf } from '@kufang/contract/document/declare/define-document.ts'
import {
  addQuantity,
  compareQuantity,
  isZero,
  sumQuantities,
  zeroQuantity,
  type Quantity,
} from '@kufang/kernel/quantity.ts'
import { refuseAll } from '@kufang/kernel/refusal.ts'
import { textOf } from '@kufang/kernel/text-of.ts'
import { effectsFor, type ContextOf } from '../document/effects/effects.ts'
import { inspectorsOfUnit, performerProblem } from '../masters/public.ts'
import { provideInspection, type InspectionOfArrivals } from '../receiving/public.ts'
import { usageDecision } from './usage-decision.ts'

// A notice only schedules the inspection; findings are recorded by inspection orders.

/** Records the findings of its inspection orders by line, and sets the resulting state of the notice. */
function recordFindings(context: ContextOf<typeof inspectionNotice, 'recordFindings'>): void {
  const found = new Map(context.lineInput.map(({ lineNo, ...quantities }) => [lineNo, quantities]))
  for (const [lineNo, quantities] of found) context.setLine(lineNo, quantities)
  const total = (of: (line: LineOf<typeof inspectionNotice>) => Quantity | null | undefined) =>
    sumQuantities(context.lines.map((line) => of(line) ?? zeroQuantity))
  const accepted = total((line) => (found.get(line.lineNo) ?? line).acceptedQuantity)
  const rejected = total((line) => (found.get(line.lineNo) ?? line).rejectedQuantity)
  const missing = total((line) => (found.get(line.lineNo) ?? line).missingQuantity)
  const destroyed = total((line) => (found.get(line.lineNo) ?? line).destroyedQuantity)
  const judged = sumQuantities([accepted, rejected, missing])
  const inspected = addQuantity(judged, destroyed)
  context.setState(
    isZero(inspected)
      ? 'inspectorConfirmed'
      : compareQuantity(
            inspected,
            total((line) => line.quantity),
          ) < 0
        ? 'inspecting'
        : usageDecision(accepted, judged),
  )
}

/**
 * Names who inspects: a unit of the master, and somebody who may decide about goods of the plant, of the unit if it names its
 * inspectors.
 */
async function assignTo({
  tx,
  document,
  input,
  setHeader,
  refuse,
}: ContextOf<typeof inspectionNotice, 'assign'> | ContextOf<typeof inspectionNotice, 'reassign'>) {
  const { inspectorAccount, inspectionUnit } = input
  const { companyCode, plant } = document
  const place = { companyCode, plant: textOf(plant) }
  const problem = await performerProblem(tx, inspectorAccount, inspecting, place)
  if (problem !== null) throw refuseAll([{ ...problem, field: 'inspectorAccount' }])
  const inspectors = await inspectorsOfUnit(tx, companyCode, inspectionUnit)
  if (inspectors === null)
    throw refuse('inspection-unit-unknown', { unit: inspectionUnit }, { field: 'inspectionUnit' })
  if (inspectors !== 'anybody' && !inspectors.includes(inspectorAccount.toLowerCase())) {
    const accounts = inspectors.slice(0, 5).join(', ')
    const params = { account: inspectorAccount, unit: inspectionUnit, accounts }
    throw refuse('inspector-not-of-unit', params, { field: 'inspectorAccount' })
  }
  setHeader({ inspectionUnit, inspectorAccount })
}

/** Whether inspection orders have results for a notice in this state. */
const isInspected = (state: string) =>
  ['inspecting', 'qualified', 'partlyQualified', 'unqualified'].includes(state)

const ofArrivals: InspectionOfArrivals = {
  async ask(documents, { companyCode, id }, lines) {
    await documents.create('inspection-notice', {
      companyCode,
      header: {},
      lines: lines.map(({ lineNo, quantity }) => ({ source: { id, lineNo }, quantity })),
    })
  },
  isUnused: ({ type, state }) => type === 'inspection-notice' && !isInspected(state),
  cancel: (documents, { companyCode, id }) =>
    documents.act('inspection-notice', companyCode, id, 'cancel'),
}

export const inspectionNoticeEffects = effectsFor(inspectionNotice, {
  connects: () => provideInspection(ofArrivals),
  actions: {
    async assign(context) {
      await assignTo(context)
      context.setHeader({ inspectionMethod: context.input.inspectionMethod })
    },
    reassign: assignTo,
    confirmTime({ input, setHeader }) {
      setHeader({
        unpackingAt: input.unpackingAt,
        unpackingPlace: input.unpackingPlace,
        attendees: input.attendees ?? [],
      })
    },
    async cancel({ successors, firstToUndo, refuse, releaseSources }) {
      // What was measured of the goods and found with them is withdrawn first, by acts of their own.
      const found = [
        ...(await successors('inspection-record')),
        ...(await successors('packing-check')),
      ]
      const [standing] = found
      if (standing)
        throw refuse('successor-stands', { by: (await firstToUndo()) || standing.docNo })
      await releaseSources('all')
    },
    recordFindings,
    confirmInspector({ document, refuse }) {
      if (!document.inspectorAccount) throw refuse('inspector-not-assigned', { no: document.docNo })
    },
    async withdrawInspector({ successors, firstToUndo, refuse }) {
      const [standing] = await successors()
      if (standing)
        throw refuse('successor-stands', { by: (await firstToUndo()) || standing.docNo })
    },
  },
  batchable: ['assign', 'confirmTime'],
})
