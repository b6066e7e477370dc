import type { PreviewPlace } from '@kufang/contract/document/api.ts'
import type { Label } from '@kufang/contract/document/declare/label.ts'
import { stockPlaces, type StockPlaceDeclaration } from '@kufang/contract/document/stock-places.ts'
import { specialStocks, stockCategories } from '@kufang/contract/document/declare/stock-words.ts'

const places: Readonly<Record<string, StockPlaceDeclaration>> = stockPlaces
const categories: Readonly<Record<string, Label>> = stockCategories
const specials: Readonly<Record<string, Label>> = specialStocks

/** The parts of a stock key as text: plant and location, bin, batch, category, special stock. */
export function placeParts(place: PreviewPlace | null): Label[] {
  if (place === null) return []
  const declared = places[place.place]
  if (declared !== undefined && !declared.keepsBalance) return [declared.label]
  const same = (text: string): Label => ({ zh: text, en: text })
  const { batch, stockCategory, specialStock } = place
  return [
    // For goods in stock the bin is sufficient; otherwise the place is shown.
    ...(declared === undefined || place.place === 'stock' ? [] : [declared.label]),
    same(place.placeReference ?? ''),
    same([place.plant, place.storageLocation].filter(Boolean).join('/')),
    same(place.bin),
    { zh: batch === '' ? '' : `批次 ${batch}`, en: batch === '' ? '' : `batch ${batch}` },
    categories[stockCategory] ?? same(stockCategory),
    specials[specialStock] ?? same(specialStock),
  ].filter(({ zh }) => zh !== '')
}

/** A stock key as text: `1010/A001 · 01-02-03 · 批次 B7 · 质检`. */
export function placeText(place: PreviewPlace): Label {
  const parts = placeParts(place)
  return {
    zh: parts.map(({ zh }) => zh).join(' · '),
    en: parts.map(({ en }) => en).join(' · '),
  }
}
