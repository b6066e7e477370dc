import { frozenScopes, placeFreeze } from '@kufang/contract/freeze/place-freeze.ts'
import type { LocalDate } from '@kufang/kernel/local-date.ts'
import { refuseAll, type RefusalDetail } from '@kufang/kernel/refusal.ts'
import { textOf } from '@kufang/kernel/text-of.ts'
import { itemAt } from '@kufang/kernel/present.ts'
import { effectsFor, type ContextOf, type SaveContext } from '../document/effects/effects.ts'
import { areasOf, holdPlaces, placeHolder, type HeldPlace } from '../ledger/public.ts'
import { endHold, extendHold } from './whole-hold.ts'

// A bin, an area or a whole storage location is held (spec domain.md 1.4): the ledger lets nothing leave it meanwhile.

type Context<N extends string> = ContextOf<typeof placeFreeze, N>

const needs = {
  bin: ['须填写货位，不填库区', 'enter the bin and no area'],
  area: ['须填写库区，不填货位', 'enter the area and no bin'],
  location: ['货位和库区都不填', 'enter neither bin nor area'],
} as const

/** What a line names is what its scope asks for; an area is that of a bin. */
async function beforeSave(context: SaveContext<typeof placeFreeze>): Promise<void> {
  const { tx, header, lines, problem } = context
  const problems = lines.flatMap(({ line }): RefusalDetail[] => {
    const { scope, lineNo } = line
    const [bin, area] = [textOf(line.bin) !== '', textOf(line.binArea) !== '']
    if (scope === undefined || (bin === (scope === 'bin') && area === (scope === 'area'))) return []
    const [wanted, wantedEn] = needs[scope]
    const { zh, en } = frozenScopes[scope]
    const params = { scope: zh, scopeEn: en, wanted, wantedEn }
    return [problem('freeze-place-unclear', params, lineNo, scope === 'area' ? 'binArea' : 'bin')]
  })
  const { companyCode, plant = '', storageLocation = '' } = header
  for (const { line } of lines) {
    const area = textOf(line.binArea)
    if (area === '' || problems.some((one) => one.line === line.lineNo)) continue
    // oxlint-disable-next-line no-await-in-loop -- a document has one line
    const areas = await areasOf(tx, { companyCode: companyCode!, plant, storageLocation })
    const params = { area, plant, storageLocation, areas: areas.join('、') }
    if (!areas.includes(area))
      problems.push(problem('freeze-area-unknown', params, line.lineNo, 'binArea'))
  }
  if (problems.length > 0) throw refuseAll(problems)
}

const placesOf = ({
  document,
  lines,
}: Pick<Context<'freeze'>, 'document' | 'lines'>): HeldPlace[] =>
  lines.map(({ lineNo, bin, binArea }) => ({
    lineNo,
    plant: document.plant,
    storageLocation: document.storageLocation,
    bin: bin ?? '',
    area: binArea ?? '',
  }))

/** One document holds a place, so that who releases it knows what he releases. */
async function freeze(context: Context<'freeze'>): Promise<void> {
  const { tx, session, document, now, afterwards, problem } = context
  const { companyCode } = document
  const places = placesOf(context)
  const holders = await Promise.all(places.map((place) => placeHolder(tx, companyCode, place)))
  const problems = holders.flatMap((holder, index): RefusalDetail[] => {
    if (holder === undefined) return []
    const { bin, area, lineNo, plant, storageLocation } = itemAt(places, index)
    const place = bin || area || `${plant}/${storageLocation}`
    const { documentNo: by, placedByName: person, heldUntil } = holder
    return [problem('freeze-place-held', { place, by, person, until: heldUntil ?? '' }, lineNo)]
  })
  if (problems.length > 0) throw refuseAll(problems)
  // Afterwards, because its number is drawn with it, and others are told of it.
  afterwards(() =>
    holdPlaces(tx, {
      companyCode,
      documentType: 'place-freeze',
      documentId: document.id,
      documentNo: document.docNo,
      userId: session.userId,
      userName: session.userName,
      now,
      heldUntil: document.holdUntil as LocalDate,
      places,
    }),
  )
}

const release = endHold(placeFreeze.name)

export const placeFreezeEffects = effectsFor(placeFreeze, {
  actions: { freeze, release, extend: extendHold(placeFreeze.name), cancel: release },
  beforeSave,
})
