import type { Quantity } from '@kufang/kernel/quantity.ts'
import type { RefusalDetail } from '@kufang/kernel/refusal.ts'
import type { Queryable } from '../platform/database/database.ts'
import {
  isOverloaded,
  plan,
  readNamedBins,
  takenOf,
  unmixable,
  type Location,
  type Planned,
} from './queries/bin-facts.ts'

/**
 * The lines whose bin cannot take them: it is not for storage, another material lies or comes there and they may not be
 * mixed, or all of it together is too heavy, as far as weights are known. Hazard class and whether a bin is in use are
 * checked with the lines (`checkGoodsLines`). One statement.
 * @param field the line's field with the bin, which the refusals name
 */
export async function problemsOfBinRoom(
  queryable: Queryable,
  location: Location,
  lines: readonly { lineNo: number; materialNo: string; bin: string; quantity: Quantity }[],
  field: string,
): Promise<RefusalDetail[]> {
  const found = await readNamedBins(queryable, location, lines)
  const planned: Planned = new Map()
  const problems: RefusalDetail[] = []
  for (const [index, { lineNo, materialNo, bin }] of lines.entries()) {
    const facts = found.get(index + 1)
    if (facts === undefined) continue
    const add = (code: string, params: RefusalDetail['params']) =>
      problems.push({ code, params, line: lineNo, field })
    const other = unmixable(facts, materialNo, planned)
    if (!facts.isForStorage) add('bin-not-for-storage', { bin })
    else if (other !== null) add('bin-not-mixed', { bin, material: materialNo, other })
    else if (isOverloaded(facts, planned))
      add('bin-overloaded', {
        bin,
        capacity: facts.capacityKg ?? '',
        taken: takenOf(facts, planned),
        weight: facts.weightKg ?? '',
      })
    plan(planned, facts, materialNo)
  }
  return problems
}
