import type { inspectionOrder } from '@kufang/contract/acceptance/inspection-order.ts'
import { erpStatesNotInBooks, type ErpState } from '@kufang/contract/document/declare/erp-state.ts'
import type { LineOf } from '@kufang/contract/document/declare/define-document.ts'
import {
  compareQuantity,
  isPositive,
  zeroQuantity,
  type Quantity,
} from '@kufang/kernel/quantity.ts'
import type { RefusalDetail } from '@kufang/kernel/refusal.ts'
import type { ContextOf } from '../document/effects/effects.ts'

// How many pieces an inspection looked at (抽样数), and which of them its tests destroyed (检毁数量; spec domain.md 1.2).

type Line = LineOf<typeof inspectionOrder>
type Deciding = ContextOf<typeof inspectionOrder, 'decide'>

/** What a test destroyed of the line. */
export const destroyedOf = (line: Line): Quantity => line.destroyedQuantity ?? zeroQuantity

/**
 * Samples that are missing where the method is sampling, that are more than was inspected or less where all of it was, and
 * destroyed pieces that nobody can have sampled.
 */
export function problemsOfSamples({ document, lines, problem }: Deciding): RefusalDetail[] {
  const { inspectionMethod: method } = document
  return lines.flatMap((line): RefusalDetail[] => {
    const { lineNo, unit, quantity: inspected, sampleQuantity } = line
    const sample = sampleQuantity !== null && isPositive(sampleQuantity) ? sampleQuantity : null
    if (sample === null)
      return method === 'sample'
        ? [problem('sample-required', { inspected, unit }, lineNo, 'sampleQuantity')]
        : []
    const differs = compareQuantity(sample, inspected)
    const params = { sample, inspected, unit }
    if (differs > 0) return [problem('sample-exceeds', params, lineNo, 'sampleQuantity')]
    if (differs < 0 && method === 'full')
      return [problem('sample-of-full', params, lineNo, 'sampleQuantity')]
    const destroyed = destroyedOf(line)
    return compareQuantity(destroyed, sample) > 0
      ? [
          problem(
            'destroyed-exceeds-sample',
            { destroyed, sample, unit },
            lineNo,
            'destroyedQuantity',
          ),
        ]
      : []
  })
}

/** What a test destroyed leaves the stock with a document of its own. */
export async function recordDestroyed({ document, documents, lines }: Deciding): Promise<void> {
  const destroyed = lines.filter((line) => isPositive(destroyedOf(line)))
  if (destroyed.length === 0) return
  const { companyCode } = document
  const { id } = await documents.create('sample-withdrawal', {
    companyCode,
    header: {},
    lines: destroyed.map((line) => ({
      source: { id: document.id, lineNo: line.lineNo },
      quantity: destroyedOf(line),
      ...(line.destroyedSerialNumbers ? { serialNumbers: line.destroyedSerialNumbers } : {}),
    })),
  })
  await documents.act('sample-withdrawal', companyCode, id, 'record')
}

/**
 * Takes the documents about missing or destroyed pieces of a withdrawn decision back with it. Once one is in the ERP's books
 * it is reversed there first, by its own request and approval.
 * @throws Refusal `successor-stands`
 */
export async function takeLeftBack(
  context: ContextOf<typeof inspectionOrder, 'withdraw'>,
  type: 'arrival-shortage' | 'sample-withdrawal',
): Promise<void> {
  const { document, documents, input, successors, firstToUndo, refuse } = context
  for (const { id, docNo, state, erpState } of await successors(type)) {
    if (state !== 'recorded' || !erpStatesNotInBooks.includes(erpState as ErpState))
      throw refuse('successor-stands', { by: (await firstToUndo()) || docNo })
    await documents.act(type, document.companyCode, id, 'withdraw', {
      input: { reason: input.reason },
    })
  }
}
