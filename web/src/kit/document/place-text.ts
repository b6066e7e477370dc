import type { PreviewPlace } from '@kufang/contract/document/api.ts'
import type { Label } from '@kufang/contract/document/label.ts'

/** Places outside the stock that a quantity comes from or goes to. */
const places: Readonly<Record<string, Label>> = {
  supplier: { zh: '供应商', en: 'Supplier' },
  customer: { zh: '客户', en: 'Customer' },
  consumption: { zh: '领用消耗', en: 'Consumption' },
  scrap: { zh: '报废', en: 'Scrap' },
  'count-difference': { zh: '盘点差异', en: 'Count difference' },
  opening: { zh: '期初', en: 'Opening' },
}

export const stockCategories: Readonly<Record<string, Label>> = {
  UU: { zh: '非限制', en: 'Unrestricted' },
  QI: { zh: '质检', en: 'In inspection' },
  BL: { zh: '冻结', en: 'Blocked' },
  GRB: { zh: '收货冻结', en: 'GR blocked' },
  IT: { zh: '在途', en: 'In transit' },
}

const specialStocks: Readonly<Record<string, Label>> = {
  K: { zh: '代储', en: 'Consignment' },
  Q: { zh: '项目', en: 'Project' },
  E: { zh: '销售订单', en: 'Sales order' },
  O: { zh: '外协', en: 'Subcontractor' },
}

/** A key of the ledger in words: `1010/A001 · 01-02-03 · 批次 B7 · 质检`. */
export function placeText(place: PreviewPlace): Label {
  const outside = places[place.place]
  if (outside !== undefined) return outside
  const category = stockCategories[place.stockCategory]
  const special = specialStocks[place.specialStock]
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
