import type { StockKey } from '../key.ts'

/** As SQL: `wanted` keys with their `position`, and the id of each as `known`; with the values of `wantedKeys`. */
export const fromWantedKeys = `
     from unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[],
       $8::text[], $9::text[], $10::text[], $11::text[], $12::text[]) with ordinality as wanted
       (place, plant, storage_location, bin, material_no, batch, stock_category, special_stock,
        special_stock_reference, book, place_reference, position)
     cross join lateral (
       select id from stock_key k
       where k.company_code = $1 and k.place = wanted.place and k.plant = wanted.plant
         and k.storage_location = wanted.storage_location and k.bin = wanted.bin and k.material_no = wanted.material_no
         and k.batch = wanted.batch and k.stock_category = wanted.stock_category
         and k.special_stock = wanted.special_stock
         and k.special_stock_reference = wanted.special_stock_reference
         and k.book = wanted.book and k.place_reference = wanted.place_reference
       offset 0) known`

const partsInOrder = [
  'place',
  'plant',
  'storageLocation',
  'bin',
  'materialNo',
  'batch',
  'stockCategory',
  'specialStock',
  'specialStockReference',
  'book',
  'placeReference',
] as const satisfies readonly (keyof StockKey)[]

/** The values of `fromWantedKeys`. */
export const wantedKeys = (companyCode: string, keys: readonly StockKey[]) => [
  companyCode,
  ...partsInOrder.map((part) => keys.map((key) => key[part])),
]
