import type { PreviewPlace } from '@kufang/contract/document/api.ts'
import type { Label } from '@kufang/contract/document/declare/label.ts'
import { specialStocks, stockCategories } from '@kufang/contract/document/stock-words.ts'

/** Places outside the stock that a quantity comes from or goes to. */
const places: Readonly<Record<string, Label>> = {
  supplier: { zh: '供应商', en: 'Supplier' },
  customer: { zh: '客户', en: 'Customer' },
  consumption: { zh: '领用消耗', en: 'Consumption' },
  scrap: { zh: '报废', en: 'Scrap' },
  'count-difference': { zh: '盘点差异', en: 'Count difference' },
  opening: { zh: '期初', en: 'Opening' },
}

const categories: Readonly<Record<string, Label>> = stockCategories
const specials: Readonly<Record<string, Label>> = specialStocks

/** The parts of a key of the ledger in words: plant and location, bin, batch, category, special stock. */
export function placeParts(place: PreviewPlace | null): Label[] {
  if (place === null) return []
  const outside = places[place.place]
  if (outside !== undefined) return [outside]
  const same = (text: string): Label => ({ zh: text, en: text })
  const { batch, stockCategory, specialStock } = place
  return [
    same([place.plant, place.storageLocation].filter(Boolean).join('/')),
    same(place.bin),
    { zh: batch === '' ? '' : `批次 ${batch}`, en: batch === '' ? '' : `batch ${batch}` },
    categories[stockCategory] ?? same(stockCategory),
    specials[specialStock] ?? same(specialStock),
  ].filter(({ zh }) => zh !== '')
}

/** A key of the ledger in words: `1010/A001 · 01-02-03 · 批次 B7 · 质检`. */
export function placeText(place: PreviewPlace): Label {
  const parts = placeParts(place)
  return {
    zh: parts.map(({ zh }) => zh).join(' · '),
    en: parts.map(({ en }) => en).join(' · '),
  }
}
