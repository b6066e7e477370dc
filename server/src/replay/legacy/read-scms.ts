import { addAll } from '@kufang/kernel/add-all.ts'
import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { sharedData } from '../shared-data.ts'

/** A row of the file by column name. */
export type ScmsRow = Readonly<Record<string, string>>

/** A file of SCMS deliveries: its bytes, and its rows read independently of the product. */
export interface ScmsFile {
  bytes: Buffer
  rows: ScmsRow[]
  /** Whether it is the file of USAID, or our own small one where the machine has no copy. */
  isWhole: boolean
}

const own = `ID,PO / SO #,ASN/DN #,PO Sent to Vendor Date,Scheduled Delivery Date,Delivered to Client Date,Delivery Recorded Date,Vendor,Item Description,Unit of Measure (Per Pack),Line Item Quantity,Line Item Value,Weight (Kilograms),Line Item Insurance (USD)
1,SCMS-4,ASN-8,Date Not Captured,02-Jun-06,02-Jun-06,02-Jun-06,Own Tests LTD.,"Own test, 30 Tests",30,19,551,13,
3,SCMS-13,ASN-85,11/13/06,14-Nov-06,14-Nov-06,14-Nov-06,"Own Drugs, Ltd",Own drug 10mg,240,1000,6200.5,358,1.1
4,SCMS-13,ASN-85,11/13/06,13-Nov-06,14-Nov-06,15-Nov-06,"Own Drugs, Ltd",Own drug 20mg,60,500,4000,See ASN-85 (ID#:3),
5,SO-3,DN-7,N/A - From RDC,27-Aug-09,24-Aug-09,24-Aug-09,SCMS from RDC,Own drug 10mg,60,16667,60834.55,Weight Captured Separately,
6,SO-3,DN-8,10/09/2014,27-Aug-14,26-Aug-14,26-Aug-14,SCMS from RDC,Own drug 10mg,60,273,532.35,10,
`

export function readScms(): ScmsFile {
  const path = sharedData('usaid-scms/SCMS_Delivery_History_Dataset.csv.gz')
  const bytes = path === null ? Buffer.from(own) : gunzipSync(readFileSync(path))
  const [head = '', ...lines] = bytes
    .toString('utf8')
    .replace(/^\uFEFF/, '')
    .split('\n')
    .filter((line) => line !== '')
  const names = cellsOf(head)
  const rows = lines.map((line) => {
    const cells = cellsOf(line)
    if (cells.length !== names.length) throw new Error(`${cells.length} columns: ${line}`)
    return Object.fromEntries(names.map((name, index) => [name, cells[index]!]))
  })
  return { bytes, rows, isWhole: path !== null }
}

/** No cell of the file has a line break or a quotation mark. */
function cellsOf(line: string): string[] {
  const cells = ['']
  for (const [index, part] of line.split('"').entries()) {
    const [first = '', ...rest] = index % 2 === 1 ? [part] : part.split(',')
    cells[cells.length - 1] += first
    addAll(cells, rest)
  }
  return cells
}

/** Hundredths, for exact sums. */
export function hundredths(text: string): bigint {
  const [whole = '', fraction = ''] = text.split('.')
  if (fraction.replace(/0+$/, '').length > 2) throw new Error(`${text} has more than two decimals`)
  return BigInt(whole + fraction.padEnd(2, '0').slice(0, 2))
}

/** The day of `02-Jun-06`, `11/13/06` or `10/09/2014` (month first) as `yyyy-MM-dd`, by the JavaScript engine. */
export function dayOf(text: string): string {
  return new Date(`${text} UTC`).toISOString().slice(0, 10)
}
