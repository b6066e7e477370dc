import { sampleWithdrawal } from '@kufang/contract/acceptance/sample-withdrawal.ts'
import { refuseAll } from '@kufang/kernel/refusal.ts'
import { textOf } from '@kufang/kernel/text-of.ts'
import { entryOf, itemAt } from '@kufang/kernel/present.ts'
import { sourceOfLine } from '../document/effects/source-of-line.ts'
import { effectsFor, type ContextOf } from '../document/effects/effects.ts'
import { postingEffects } from '../document/act/shared-effects.ts'
import type { AccountAssignment } from '../erp/erp-movement.ts'
import { costCentersOfInspectionUnits } from '../masters/public.ts'
import { stockKey } from '../ledger/public.ts'
import { recordLeaving, takeLeavingBack, type Behind } from './leave-arrival.ts'

// Pieces that a test destroyed were delivered and are consumed by the inspection (331). In GR blocked stock they are not the
// company's yet: they are released into inspection stock first (105), as the accepted ones are with their receipt. Consignment
// goods are consumed as what they are (331 K), those of a project at its own cost (331 Q).

type Context<N extends string> = ContextOf<typeof sampleWithdrawal, N>

/** Tells an arrival what was destroyed of it, or is whole after all. */
const tells =
  (
    { document, documents }: Pick<Context<'record'>, 'document' | 'documents'>,
    act: 'recordDestroyed' | 'withdrawDestroyed',
  ): Parameters<typeof takeLeavingBack>[1]['tell'] =>
  ({ id, lines }) =>
    documents.act('arrival', document.companyCode, id, act, {
      lines: lines.map(({ lineNo, quantity, serialNumbers }) => ({
        lineNo,
        destroyedQuantity: quantity,
        destroyedSerialNumbers: serialNumbers,
      })),
    })

/**
 * What each line is charged to: the WBS element of goods of a project, otherwise the cost centre of the inspection unit.
 * @throws Refusal `sample-account-missing` for the line of the decision
 */
async function chargedTo(
  { tx, document, problem }: Context<'record'>,
  behind: Behind,
): Promise<(AccountAssignment & { inspectionUnit: string })[]> {
  const units = behind.map(({ notice }) => textOf(notice.header.inspectionUnit))
  const costCenters = await costCentersOfInspectionUnits(tx, document.companyCode, units)
  const problems = behind.flatMap(({ line, arrived }, index) => {
    const inspectionUnit = itemAt(units, index)
    if (arrived.specialStock === 'Q' || costCenters.has(inspectionUnit)) return []
    const params = { destroyed: line.quantity, unit: line.unit, inspectionUnit }
    return [
      problem('sample-account-missing', params, sourceOfLine(line).lineNo, 'destroyedQuantity'),
    ]
  })
  if (problems.length > 0) throw refuseAll(problems)
  return behind.map(({ arrived }, index) => {
    const inspectionUnit = itemAt(units, index)
    return arrived.specialStock === 'Q'
      ? { kind: 'project', wbsElement: textOf(arrived.specialStockReference), inspectionUnit }
      : { kind: 'cost-center', costCenter: entryOf(costCenters, inspectionUnit), inspectionUnit }
  })
}

async function record(context: Context<'record'>): Promise<void> {
  const { document, setLine, move } = context
  const { companyCode, plant } = document
  await recordLeaving(context, sampleWithdrawal, {
    async leave(all) {
      const accounts = await chargedTo(context, all)
      return async ({ behind: { line }, from, movement, amount }, index) => {
        const { lineNo, quantity, materialNo } = line
        const { inspectionUnit, ...accountAssignment } = itemAt(accounts, index)
        setLine(lineNo, {
          inspectionUnit,
          costCenter: 'costCenter' in accountAssignment ? accountAssignment.costCenter : null,
          wbsElement: 'wbsElement' in accountAssignment ? accountAssignment.wbsElement : null,
        })
        const inspected = { ...from, stockCategory: 'QI' as const }
        if (from.stockCategory === 'GRB')
          await move({ lineNo, from, to: inspected, quantity, ...movement, ...amount })
        await move({
          lineNo,
          from: inspected,
          to: stockKey({ companyCode, place: 'consumption', plant, materialNo }),
          quantity,
          accountAssignment,
          ...amount,
        })
      }
    },
    tell: tells(context, 'recordDestroyed'),
  })
}

/** The pieces are whole after all, and can be received. */
const takeBack = (context: Context<'reversePhysical' | 'withdraw'>): Promise<void> =>
  takeLeavingBack(context, { tell: tells(context, 'withdrawDestroyed') })

export const sampleWithdrawalEffects = effectsFor(sampleWithdrawal, {
  actions: {
    ...postingEffects(sampleWithdrawal),
    record,
    withdraw: takeBack,
    reversePhysical: takeBack,
  },
})
