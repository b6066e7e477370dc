import type { goodsIssue } from '@kufang/contract/issue/goods-issue.ts'
import { businessParameters } from '@kufang/contract/system/business-parameters.ts'
import { specialStocks } from '@kufang/contract/document/declare/stock-words.ts'
import { refuseAll, type RefusalDetail } from '@kufang/kernel/refusal.ts'
import { textOf } from '@kufang/kernel/text-of.ts'
import type { SaveContext } from '../document/effects/effects.ts'
import { readStockRule, wantedStocks } from '../requisition/public.ts'

/** Refuses special stock that the storekeeper chose against the plant's rule, or without saying whose it is. */
export async function checkChosenStock({
  tx,
  header,
  lines,
  problem,
}: SaveContext<typeof goodsIssue>): Promise<void> {
  const chosen = lines.filter(
    ({ line, source }) =>
      source !== null &&
      (line.specialStock || line.specialStockReference) &&
      !isTaken(line, source),
  )
  if (chosen.length === 0) return
  const rule = await readStockRule(tx, header)
  const problems: RefusalDetail[] = []
  for (const { line, source } of chosen) {
    const special = textOf(line.specialStock)
    const reference = textOf(line.specialStockReference)
    const missing =
      special === '' ? 'specialStock' : reference === '' ? 'specialStockReference' : ''
    if (missing !== '') {
      const label =
        missing === 'specialStock'
          ? { field: '特殊库存', fieldEn: 'Special stock' }
          : { field: '特殊库存参考', fieldEn: 'Special stock reference' }
      problems.push(problem('field-required', label, line.lineNo, missing))
      continue
    }
    const isPermitted = wantedStocks(rule, header, source!).some(
      (stock) =>
        stock.specialStock === special && (stock.specialStockReference ?? reference) === reference,
    )
    if (isPermitted) continue
    const { zh, en } = specialStocks[special as keyof typeof specialStocks]
    const words = businessParameters['issue.specialStock'].choices[rule]
    problems.push(
      problem(
        'special-stock-not-permitted',
        {
          material: String(line.materialNo),
          special: zh,
          specialEn: en,
          reference,
          source: `${source!.docNo}/${source!.lineNo}`,
          rule: words.zh,
          ruleEn: words.en,
          wbs: textOf(header.wbsElement),
        },
        line.lineNo,
        'specialStock',
      ),
    )
  }
  if (problems.length > 0) throw refuseAll(problems)
}

interface NamedStock {
  specialStock?: string | null
  specialStockReference?: string | null
}

/** Whether the line has the special stock of its predecessor, which nobody chose. */
const isTaken = (line: NamedStock, source: NamedStock): boolean =>
  textOf(line.specialStock) === textOf(source.specialStock) &&
  textOf(line.specialStockReference) === textOf(source.specialStockReference)
