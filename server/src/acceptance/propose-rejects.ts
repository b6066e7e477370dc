import type { PrefillOf } from '../document/effects/effects.ts'
import { concession } from '@kufang/contract/acceptance/concession.ts'
import { rejectsReturn } from '@kufang/contract/acceptance/rejects-return.ts'
import { rejectsScrap } from '@kufang/contract/acceptance/rejects-scrap.ts'
import { textOf } from '@kufang/kernel/text-of.ts'
import { serialNumbersOf } from '../document/draft/serial-numbers.ts'
import { takenPieces } from '../document/draft/taken-pieces.ts'

/**
 * Lines that dispose of what is left of rejected lines. Of goods with serial numbers the pieces that no other document
 * disposes of, whatever its type.
 */
export async function proposeRejects({
  tx,
  sources,
}: PrefillOf<typeof rejectsReturn | typeof rejectsScrap | typeof concession>) {
  const numbered = sources.filter((source) => serialNumbersOf(source).length > 0)
  const companyCode = textOf(sources[0]?.['companyCode'])
  const ids = numbered.map(({ id }) => id)
  const taken = await Promise.all(
    [rejectsReturn, rejectsScrap, concession].map((definition) =>
      takenPieces(tx, companyCode, definition, ids),
    ),
  )
  return sources.map((source) => {
    const quantity = source.wantedQuantity ?? source.freeQuantity
    const key = `${source.id}/${source.lineNo}`
    const gone = taken.flatMap((some) => some.get(key) ?? [])
    const open = serialNumbersOf(source).filter((one) => !gone.includes(one))
    return {
      source: { id: source.id, lineNo: source.lineNo },
      quantity,
      ...(open.length === 0 ? {} : { serialNumbers: open.slice(0, Number(quantity)) }),
    }
  })
}
