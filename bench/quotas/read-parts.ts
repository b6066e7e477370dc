import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'

/** A spare part of the refinery: its price, and the demand of each month, null where none was recorded. */
export interface Part {
  part: string
  price: number
  months: (number | null)[]
}

/** Reads `part,price,1997-01,…` (README of the data); a blank month is not recorded, which is not zero. */
export function readParts(path: string): Part[] {
  const [, ...rows] = gunzipSync(readFileSync(path)).toString('utf8').trim().split(/\r?\n/)
  return rows.map((row) => {
    const [part = '', price = '', ...months] = row.split(',')
    return {
      part,
      price: Number(price),
      months: months.map((demand) => (demand.trim() === '' ? null : Number(demand))),
    }
  })
}
