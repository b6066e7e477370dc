import {
  binMapMeanings,
  daysSinceCount,
  fillOf,
  type BinMapMode,
  type BinMark,
  type BinOnMap,
} from '@kufang/contract/stock/bin-map.ts'
import type { Label } from '@kufang/contract/document/declare/label.ts'
import { momentText } from '../kit/fields/moment-text.ts'
import { numberText } from '../kit/grid/cell-format.ts'
import { defineMessages, translate } from '../kit/text/messages.ts'

const messages = defineMessages({
  fullness: { zh: '{meaning}，占 {percent}%', en: '{meaning}, {percent} % taken' },
  kinds: { zh: '{meaning}，{count} 种物料', en: '{meaning}, {count} {count|material|materials}' },
  classes: { zh: '{meaning}：{classes}', en: '{meaning}: {classes}' },
  heldBy: { zh: '{meaning}：{no} {person}', en: '{meaning}: {no} {person}' },
  locked: { zh: '{meaning}：货位管理中锁定', en: '{meaning}: locked in the master data' },
  countedBy: { zh: '{meaning}：{no}', en: '{meaning}: {no}' },
  countedOn: { zh: '{at}，{days} 天前', en: '{at}, {days} {days|day|days} ago' },
  kg: { zh: '{taken} / {capacity} kg', en: '{taken} / {capacity} kg' },
  kgUnknown: {
    zh: '承重 {capacity} kg，部分货物重量未知',
    en: 'carries {capacity} kg, some weights are not known',
  },
  pieces: { zh: '{taken} / {capacity} 件', en: '{taken} / {capacity} pieces' },
  unlimited: { zh: '未维护承重和件数', en: 'no capacity is maintained' },
})

/** What the colour of a bin says, in words: nothing is said by colour alone. */
export function markWords(
  bin: BinOnMap,
  mode: BinMapMode,
  { meaning }: BinMark,
  label: (words: Label) => string,
  now: Date,
): string {
  const known: Readonly<Record<string, Label>> = binMapMeanings[mode]
  const words = known[meaning] === undefined ? '' : label(known[meaning])
  const share = fillOf(bin)
  if (mode === 'occupancy' && bin.keys > 0)
    return share === null
      ? translate(messages, 'kinds', { meaning: words, count: bin.materials })
      : translate(messages, 'fullness', { meaning: words, percent: Math.round(share * 100) })
  if (mode === 'hazard' && bin.hazards.length > 0)
    return translate(messages, 'classes', { meaning: words, classes: bin.hazards.join(' / ') })
  if (mode === 'held' && bin.heldBy !== null) {
    const { documentNo, placedByName } = bin.heldBy
    return translate(messages, 'heldBy', { meaning: words, no: documentNo, person: placedByName })
  }
  if (mode === 'held' && bin.isLocked) return translate(messages, 'locked', { meaning: words })
  if (mode === 'counting' && bin.countedBy !== null)
    return translate(messages, 'countedBy', { meaning: words, no: bin.countedBy.documentNo })
  const days = daysSinceCount(bin, now)
  if (mode === 'lastCounted' && days !== null)
    return translate(messages, 'countedOn', { at: momentText(bin.lastCountedAt), days })
  return words
}

/** What is taken of what the bin takes. */
export function roomWords({ capacityKg, takenKg, pieceCapacity, pieces }: BinOnMap): string[] {
  const found: string[] = []
  if (capacityKg !== null)
    found.push(
      takenKg === null
        ? translate(messages, 'kgUnknown', { capacity: numberText(capacityKg) })
        : translate(messages, 'kg', {
            taken: numberText(takenKg),
            capacity: numberText(capacityKg),
          }),
    )
  if (pieceCapacity !== null)
    found.push(
      translate(messages, 'pieces', {
        taken: numberText(pieces),
        capacity: numberText(pieceCapacity),
      }),
    )
  return found.length === 0 ? [translate(messages, 'unlimited')] : found
}
