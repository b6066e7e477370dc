import { zeroValueReceipt } from '@kufang/contract/acceptance/zero-value-receipt.ts'
import type { LocalDate } from '@kufang/kernel/local-date.ts'
import { zeroMoney } from '@kufang/kernel/money.ts'
import { refuseAll } from '@kufang/kernel/refusal.ts'
import { entryOf } from '@kufang/kernel/present.ts'
import { effectsFor, type ContextOf } from '../document/effects/effects.ts'
import { postingEffects, reviewEffects } from '../document/act/shared-effects.ts'
import { supplierKey } from '../receiving/public.ts'
import { batchProblems, recordBatches, stockKey } from '../ledger/public.ts'
import { checkGoodsLines, expiryOf } from '../bins/public.ts'

// Surplus spares are put into a bin: a receipt free of charge (511) into the book of goods without value, so that they are
// never mixed with what was bought (spec domain.md 1.2). Their value is zero, whatever the material costs.

type Context = ContextOf<typeof zeroValueReceipt, 'receive'>

/** The lines with what the storekeeper enters of each. */
function enteredLines({ lines, lineInput, problem }: Context) {
  const given = new Map(lineInput.map((one) => [one.lineNo, one]))
  const left = lines.filter(({ lineNo }) => !given.has(lineNo))
  const { zh, en } = zeroValueReceipt.actions.receive.lineInput.bin.label
  if (left.length > 0)
    throw refuseAll(
      left.map(({ lineNo }) =>
        problem('field-required', { field: zh, fieldEn: en }, lineNo, 'bin'),
      ),
    )
  return lines.map((line) => {
    const { bin, batch, productionDate, expiryDate, secondQuantity, serialNumbers } = entryOf(
      given,
      line.lineNo,
    )
    return {
      ...line,
      bin,
      batch: batch ?? null,
      productionDate: productionDate ?? null,
      expiryDate: expiryDate ?? null,
      secondQuantity: secondQuantity ?? null,
      serialNumbers: serialNumbers ?? null,
    }
  })
}

async function receive(context: Context): Promise<void> {
  const { tx, document, today, now, move, setLine, problem } = context
  const { companyCode, plant, storageLocation } = document
  const lines = enteredLines(context)
  const place = { companyCode, plant, storageLocation }
  const { problems, materials } = await checkGoodsLines(tx, {
    ...place,
    today,
    lines,
    isIncoming: true,
    fillsBin: true,
  })
  if (problems.length > 0) throw refuseAll(problems)
  const differing = await recordBatches(
    tx,
    companyCode,
    lines
      .filter((line) => line.batch)
      .map((line) => ({
        lineNo: line.lineNo,
        materialNo: line.materialNo,
        batch: line.batch!,
        productionDate: line.productionDate as LocalDate | null,
        expiryDate: expiryOf(line, entryOf(materials, line.materialNo)),
        firstReceivedAt: now,
      })),
  )
  if (differing.length > 0)
    throw refuseAll(batchProblems(differing, zeroValueReceipt.lines, problem))
  for (const line of lines) {
    const { lineNo, materialNo, quantity, bin, batch, secondQuantity, serialNumbers } = line
    const { productionDate, expiryDate } = line
    setLine(lineNo, { bin, batch, productionDate, expiryDate, secondQuantity, serialNumbers })
    await move({
      lineNo,
      from: supplierKey(companyCode, plant, materialNo),
      to: stockKey({ ...place, bin, materialNo, batch: batch ?? '', book: 'ZERO' }),
      quantity,
      ...(secondQuantity === null ? {} : { secondQuantity }),
      ...(serialNumbers === null ? {} : { serialNumbers }),
      accountAssignment: { kind: 'free-of-charge' },
      item: {
        productionDate: (productionDate as LocalDate | null) ?? undefined,
        expiryDate: (expiryDate as LocalDate | null) ?? undefined,
      },
      amount: zeroMoney,
      amountSource: 'entered',
    })
  }
}

export const zeroValueReceiptEffects = effectsFor(zeroValueReceipt, {
  actions: {
    ...reviewEffects(zeroValueReceipt),
    ...postingEffects(zeroValueReceipt),
    receive,
    cancel: ({ releaseSources }) => releaseSources('all'),
  },
  batchable: ['review', 'refuse', 'post'],
})
