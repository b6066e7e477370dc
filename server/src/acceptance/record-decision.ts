import type { inspectionOrder } from '@kufang/contract/acceptance/inspection-order.ts'
import type { LineOf } from '@kufang/contract/document/declare/define-document.ts'
import {
  addQuantity,
  compareQuantity,
  isPositive,
  zeroQuantity,
  type Quantity,
} from '@kufang/kernel/quantity.ts'
import type { RefusalDetail } from '@kufang/kernel/refusal.ts'
import { textOf } from '@kufang/kernel/text-of.ts'
import { entryOf, itemWith } from '@kufang/kernel/present.ts'
import { sourceOfLine } from '../document/effects/source-of-line.ts'
import type { ContextOf } from '../document/effects/effects.ts'
import type { DocumentNamed } from '../document/effects/typed-documents.ts'
import { characteristicsOfGroups } from '../masters/public.ts'

// The decision of an inspection order agrees with the record sheet of its goods: without a sheet goods of a class with
// required characteristics are not accepted, after a failed main characteristic only what is left of sorted pieces, and
// after a failed general one on a stated ground (spec domain.md 1.2).

type Line = LineOf<typeof inspectionOrder>
type Deciding = ContextOf<typeof inspectionOrder, 'decide'>
type Notices = ReadonlyMap<string, DocumentNamed<'inspection-notice'>>

const acceptedOf = (line: Line): Quantity => line.acceptedQuantity ?? zeroQuantity
const keyOf = ({ sourceId, sourceLine }: Line): string => `${sourceId}/${sourceLine}`

/** What of the decision does not agree with what the sheets say, as the locked notices have it. */
export async function problemsOfRecords(
  { tx, today, document, lines, problem }: Deciding,
  notices: Notices,
): Promise<RefusalDetail[]> {
  const accepting = lines.filter((line) => isPositive(acceptedOf(line)))
  const declared = await characteristicsOfGroups(
    tx,
    document.companyCode,
    accepting.map(({ materialGroup }) => textOf(materialGroup)),
    today,
  )
  const totals = new Map<string, Quantity>()
  return lines.flatMap((line): RefusalDetail[] => {
    const { lineNo, unit, materialNo } = line
    const goods = itemWith(
      entryOf(notices, sourceOfLine(line).id).lines,
      (one) => one.lineNo === line.sourceLine,
    )
    const accepted = acceptedOf(line)
    if (!isPositive(accepted)) return []
    if (goods.recordNo === null) {
      const required = (declared.get(textOf(line.materialGroup)) ?? []).filter(
        ({ isRequired }) => isRequired,
      )
      const characteristics = required.map(({ name }) => name).join('、')
      const params = { material: materialNo, characteristics, accepted, unit }
      return required.length === 0
        ? []
        : [problem('record-required', params, lineNo, 'acceptedQuantity')]
    }
    const before = totals.get(keyOf(line)) ?? goods.acceptedQuantity
    const total = addQuantity(before ?? zeroQuantity, accepted)
    totals.set(keyOf(line), total)
    const record = goods.recordNo
    const finding = textOf(goods.recordFinding)
    const verdict = goods.recordVerdict
    const acceptable = goods.acceptableQuantity ?? zeroQuantity
    if (verdict === 'failed' && compareQuantity(total, acceptable) > 0) {
      const params = { record, finding, acceptable, accepted: total, unit }
      return [problem('record-refuses', params, lineNo, 'acceptedQuantity')]
    }
    return verdict !== 'deviating' || line.concessionReference
      ? []
      : [
          problem(
            'record-ground-required',
            { record, finding, accepted, unit },
            lineNo,
            'concessionReference',
          ),
        ]
  })
}
