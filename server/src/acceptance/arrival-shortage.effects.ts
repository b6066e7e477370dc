import { arrivalShortage } from '@kufang/contract/acceptance/arrival-shortage.ts'
import { textOf } from '@kufang/kernel/text-of.ts'
import { effectsFor, type ContextOf } from '../document/effects/effects.ts'
import { postingEffects } from '../document/act/shared-effects.ts'
import { raiseProblems, withdrawProblems } from '../delivery/public.ts'
import { supplierKey } from '../receiving/public.ts'
import { recordLeaving, takeLeavingBack, type Behind } from './leave-arrival.ts'

// Pieces that were counted as packages at the gate and are missing when they are unpacked have never arrived: they leave
// the goods in inspection (or GR blocked stock) for the supplier again, a partial reversal of the arrival (102, 104). The
// arrival keeps what was counted; what of it can be received, and what is done of the delivery note, falls.

type Context<N extends string> = ContextOf<typeof arrivalShortage, N>

/** Tells an arrival what is missing of it, or is there after all. */
const tells =
  (
    { document, documents }: Pick<Context<'record'>, 'document' | 'documents'>,
    act: 'recordShortage' | 'withdrawShortage',
  ): Parameters<typeof takeLeavingBack>[1]['tell'] =>
  ({ id, lines }) =>
    documents.act('arrival', document.companyCode, id, act, {
      lines: lines.map(({ lineNo, quantity, serialNumbers }) => ({
        lineNo,
        missingQuantity: quantity,
        missingSerialNumbers: serialNumbers,
      })),
    })

/** What supplier and buyer are told: the order item, the pieces, and where they were missed. */
const problemsOf = ({ document }: Pick<Context<'record'>, 'document'>, behind: Behind) =>
  behind.map(({ line, arrival, arrived }) => ({
    orderNo: line.purchaseOrderNo ?? '',
    orderLine: line.purchaseOrderLine ?? 0,
    quantity: line.quantity,
    concernedNos: [document.docNo, arrival.header.docNo],
    noteNos: [textOf(arrived.sourceNo)],
  }))

async function record(context: Context<'record'>): Promise<void> {
  const { tx, document, documents, move } = context
  const { companyCode, plant } = document
  await recordLeaving(context, arrivalShortage, {
    leave:
      async () =>
      async ({ behind: { line }, from, movement, amount }) => {
        const { lineNo, quantity, materialNo } = line
        await move({
          lineNo,
          from,
          to: supplierKey(companyCode, plant, materialNo),
          quantity,
          accountAssignment: { kind: 'shortage' },
          ...movement,
          ...amount,
        })
      },
    tell: tells(context, 'recordShortage'),
    afterwards: (behind) =>
      raiseProblems(tx, documents, companyCode, 'shortage', problemsOf(context, behind)),
  })
}

/** The pieces are there after all: the delivery note has them too. */
async function takeBack(context: Context<'reversePhysical' | 'withdraw'>): Promise<void> {
  const { tx, document, documents } = context
  await takeLeavingBack(context, {
    tell: tells(context, 'withdrawShortage'),
    afterwards: (behind) =>
      withdrawProblems(
        tx,
        documents,
        document.companyCode,
        'shortage',
        problemsOf(context, behind),
      ),
  })
}

export const arrivalShortageEffects = effectsFor(arrivalShortage, {
  actions: {
    ...postingEffects(arrivalShortage),
    record,
    withdraw: takeBack,
    reversePhysical: takeBack,
  },
})
