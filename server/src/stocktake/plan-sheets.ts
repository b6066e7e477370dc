import { createHash, randomBytes } from 'node:crypto'
import {
  planKeysMax,
  sheetLinesUsual,
  type CountPlan,
  type MadeSheets,
  type PlannedSheet,
} from '@kufang/contract/stocktake/count-plan.ts'
import { countTypes } from '@kufang/contract/stocktake/count-types.ts'
import { listItemsMax } from '@kufang/contract/document/field-value.ts'
import { refuse } from '@kufang/kernel/refusal.ts'
import { entryOf } from '@kufang/kernel/present.ts'
import { systemDocuments, clock } from '../document/public.ts'
import type { Queryable, Transaction } from '../platform/database/database.ts'
import type { Session } from '../platform/session/session.ts'
import {
  readEmptyBins,
  readScopedKeys,
  type EmptyBin,
  type PlanValues,
  type ScopedKey,
} from './select-keys.ts'

// A scope becomes count sheets: an order for each storage location (with its keeper) and area, with so many lines at most.

/**
 * The sheets that a plan would make.
 * @throws Refusal `count-scope-empty`, `count-scope-too-large`
 */
export async function planSheets(
  queryable: Queryable,
  session: Session,
  companyCode: string,
  plan: PlanValues,
): Promise<CountPlan> {
  const scoped = await readScopedKeys(queryable, session, companyCode, plan)
  const free = scoped.filter(({ isBeingCounted }) => !isBeingCounted)
  const beingCounted = scoped.length - free.length
  if (free.length === 0) throw refuse('count-scope-empty', { counted: beingCounted })
  const sampleSeed = plan.countType === 'spot' ? seedOf(plan) : null
  const chosen =
    sampleSeed === null ? free : drawSample(free, sampleSeed, Number(plan.sampleSize ?? 0))
  if (chosen.length > planKeysMax)
    throw refuse('count-scope-too-large', { found: chosen.length, limit: planKeysMax })
  const sheets = sheetsOf(chosen, Number(plan.sheetLines ?? sheetLinesUsual))
  const emptyBinsLeft = spreadEmptyBins(
    sheets,
    await readEmptyBins(queryable, session, companyCode, plan),
  )
  return { sampleSeed, population: free.length, beingCounted, emptyBinsLeft, sheets }
}

const seedOf = ({ sampleSeed }: PlanValues): string =>
  typeof sampleSeed === 'string' && sampleSeed !== ''
    ? sampleSeed
    : randomBytes(5).toString('hex').toUpperCase()

/** What identifies a key, as text. */
const nameOf = (key: ScopedKey): string =>
  [
    key.plant,
    key.storageLocation,
    key.bin,
    key.materialNo,
    key.batch,
    key.stockCategory,
    key.specialStock,
    key.specialStockReference,
  ].join('/')

/**
 * So many keys with the smallest SHA-256 digests of seed and key, in their order. Anybody can draw the sample again from the
 * seed; a key that came or went since changes no other place in it.
 */
export function drawSample(
  keys: readonly ScopedKey[],
  seed: string,
  size: number,
): readonly ScopedKey[] {
  const digestOf = (key: ScopedKey) =>
    createHash('sha256')
      .update(`${seed}|${nameOf(key)}`)
      .digest('hex')
  const drawn = keys
    .map((key) => ({ key, digest: digestOf(key) }))
    .toSorted((one, other) => (one.digest < other.digest ? -1 : 1))
    .slice(0, size)
  const chosen = new Set(drawn.map(({ key }) => key))
  return keys.filter((key) => chosen.has(key))
}

/** Sheets in the order of the keys; a bin is on one sheet, unless it alone has more lines than a sheet takes. */
function sheetsOf(keys: readonly ScopedKey[], linesMax: number): PlannedSheet[] {
  const sheets: PlannedSheet[] = []
  const binOf = (key: ScopedKey) => `${key.plant}/${key.storageLocation}/${key.bin}`
  const sizes = new Map<string, number>()
  for (const key of keys) sizes.set(binOf(key), (sizes.get(binOf(key)) ?? 0) + 1)
  let bin = ''
  for (const key of keys) {
    const { plant, storageLocation, storageLocationName, keeperName, area, ...rest } = key
    const { isBeingCounted: _isBeingCounted, ...line } = rest
    const last = sheets.at(-1)
    const isNewBin = binOf(key) !== bin
    bin = binOf(key)
    const needed = isNewBin ? Math.min(entryOf(sizes, bin), linesMax) : 1
    const fits =
      last !== undefined &&
      last.plant === plant &&
      last.storageLocation === storageLocation &&
      last.area === area &&
      last.lines.length + needed <= linesMax
    if (fits) last.lines.push(line)
    else
      sheets.push({
        plant,
        storageLocation,
        storageLocationName,
        keeperName,
        area,
        lines: [line],
        emptyBins: [],
      })
  }
  return sheets
}

/** Puts empty bins onto sheets of their area, so many as a list takes; returns how many are on none. */
function spreadEmptyBins(sheets: readonly PlannedSheet[], bins: readonly EmptyBin[]): number {
  let left = 0
  for (const { storageLocation, area, bin } of bins) {
    const sheet = sheets.find(
      (one) =>
        one.storageLocation === storageLocation &&
        one.area === area &&
        one.emptyBins.length < listItemsMax,
    )
    if (sheet === undefined) left += 1
    else sheet.emptyBins.push(bin)
  }
  return left
}

/** What a plan was chosen by, in words that stay on each of its sheets. */
function scopeText(plan: PlanValues, population: number): string {
  const parts = [
    countTypes[plan.countType].zh,
    plan.storageLocation ? `${plan.plant}/${plan.storageLocation}` : plan.plant,
    plan.keeperName && `保管员 ${plan.keeperName}`,
    plan.area && `库区 ${plan.area}`,
    (plan.binFrom || plan.binTo) && `货位 ${plan.binFrom ?? ''}～${plan.binTo ?? ''}`,
    plan.materialGroup && `物料组 ${plan.materialGroup}`,
    plan.countType === 'movement' && `${plan.movedSince} 起有出入`,
    plan.countType === 'spot' && `${population} 行中抽 ${plan.sampleSize} 行`,
  ]
  return parts.filter((part) => typeof part === 'string' && part !== '').join('，')
}

/**
 * Makes the sheets of a plan and starts them: their snapshot is taken now. In the person's name; what is on an open order
 * stays there.
 */
export async function makeSheets(
  tx: Transaction,
  session: Session,
  companyCode: string,
  plan: PlanValues,
): Promise<MadeSheets> {
  const { sheets, sampleSeed, population } = await planSheets(tx, session, companyCode, plan)
  const documents = systemDocuments(tx, session, clock())
  const made: MadeSheets['documents'] = []
  for (const [index, sheet] of sheets.entries()) {
    // oxlint-disable-next-line no-await-in-loop -- one document after the other, in the order of their numbers
    const { id, docNo } = await documents.create('stocktaking', {
      companyCode,
      header: {
        plant: sheet.plant,
        storageLocation: sheet.storageLocation,
        countType: plan.countType,
        isBlind: plan.isBlind === true,
        keeperName: sheet.keeperName || null,
        binArea: sheet.area || null,
        sheetNo: `${index + 1}/${sheets.length}`,
        planScope: scopeText(plan, population),
        sampleSeed,
        emptyBins: sheet.emptyBins.length === 0 ? null : sheet.emptyBins,
      },
      lines: sheet.lines.map((line) => ({
        materialNo: line.materialNo,
        bin: line.bin,
        stockCategory: line.stockCategory,
        ...(line.batch && { batch: line.batch }),
        ...(line.specialStock && {
          specialStock: line.specialStock,
          specialStockReference: line.specialStockReference,
        }),
      })),
    })
    // oxlint-disable-next-line no-await-in-loop -- it was made just before
    await documents.act('stocktaking', companyCode, id, 'start')
    made.push({ id, docNo, lines: sheet.lines.length })
  }
  return { documents: made }
}
