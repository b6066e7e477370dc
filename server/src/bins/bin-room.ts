import type { Quantity } from '@kufang/kernel/quantity.ts'
import type { RefusalDetail } from '@kufang/kernel/refusal.ts'
import type { Queryable } from '../platform/database/database.ts'
import {
  hasTooMany,
  isOverloaded,
  plan,
  readNamedBins,
  takenOf,
  takenPiecesOf,
  unmixable,
  type Location,
  type Planned,
} from './bin-facts.ts'
import { problemsOfStorageClasses } from './storage-classes.ts'

// The one rule of full and mixed bins, for every document that puts goods into a bin: `checkGoodsLines` applies it. It is
// about bins for storage; where goods are received, set apart or staged they stay for hours, and the bins are floor.

/** Goods that go into a bin. */
export interface FillingLine {
  lineNo: number
  materialNo: string
  bin: string
  quantity: Quantity
}

/**
 * The lines whose bin has no room for them: another material lies or comes there and they may not be mixed, all of it together
 * is too heavy, as far as weights are known, or it is more pieces than the bin takes. Lines of the same document share their
 * bins. A bin says itself what it takes: without a capacity, or with mixing allowed, nothing is refused. Hazard class and
 * whether a bin is in use are checked before (`checkGoodsLines`). One statement.
 * @param field the line's field with the bin, which the refusals name
 * @param isForStorage whether bins that are not for storage are refused (`bin-not-for-storage`) instead of left out
 */
async function problemsOfBinRoom(
  queryable: Queryable,
  location: Location,
  lines: readonly FillingLine[],
  field: string,
  isForStorage: boolean,
): Promise<RefusalDetail[]> {
  const found = await readNamedBins(queryable, location, lines)
  const planned: Planned = new Map()
  const problems: RefusalDetail[] = []
  for (const [index, { lineNo, materialNo, bin }] of lines.entries()) {
    const facts = found.get(index + 1)
    if (facts === undefined) continue
    const add = (code: string, params: RefusalDetail['params']) =>
      problems.push({ code, params, line: lineNo, field })
    if (!facts.isForStorage) {
      if (isForStorage) add('bin-not-for-storage', { bin })
      continue
    }
    const other = unmixable(facts, materialNo, planned)
    if (other !== null) add('bin-not-mixed', { bin, material: materialNo, other })
    else if (isOverloaded(facts, planned))
      add('bin-overloaded', {
        bin,
        capacity: facts.capacityKg ?? '',
        taken: takenOf(facts, planned),
        weight: facts.weightKg ?? '',
      })
    else if (hasTooMany(facts, planned))
      add('bin-too-many-pieces', {
        bin,
        material: materialNo,
        capacity: facts.pieceCapacity ?? '',
        taken: takenPiecesOf(facts, planned),
        pieces: facts.pieces ?? '',
      })
    plan(planned, facts, materialNo)
  }
  return problems
}

/**
 * Room in the bins, and hazard classes that are kept apart in their areas: at most two statements, the second of dangerous
 * goods only. A line is told one reason.
 */
export async function problemsOfFilling(
  queryable: Queryable,
  location: Location,
  lines: readonly FillingLine[],
  {
    field,
    isForStorage,
    isDangerous,
  }: {
    field: string
    isForStorage: boolean
    /** Whether its class is looked for beside others in the area. */
    isDangerous: (line: FillingLine) => boolean
  },
): Promise<RefusalDetail[]> {
  if (lines.length === 0) return []
  const room = await problemsOfBinRoom(queryable, location, lines, field, isForStorage)
  const barred = new Set(room.map(({ line }) => line))
  const dangerous = lines.filter((line) => isDangerous(line) && !barred.has(line.lineNo))
  const apart = await problemsOfStorageClasses(queryable, location, dangerous, field)
  return [...room, ...apart]
}
