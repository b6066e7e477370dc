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

/** A key of the ledger in words: `1010/A001 · 01-02-03 · 批次 B7 · 质检`. */
export function placeText(place: PreviewPlace): Label {
  const outside = places[place.place]
  if (outside !== undefined) return outside
  const category = categories[place.stockCategory]
  const special = specials[place.specialStock]
  const inLanguage = (language: 'zh' | 'en'): string =>
    [
      [place.plant, place.storageLocation].filter(Boolean).join('/'),
      place.bin,
      place.batch === '' ? '' : `${language === 'zh' ? '批次' : 'batch'} ${place.batch}`,
      category?.[language] ?? place.stockCategory,
      special?.[language] ?? place.specialStock,
    ]
      .filter(Boolean)
      .join(' · ')
  return { zh: inLanguage('zh'), en: inLanguage('en') }
}
