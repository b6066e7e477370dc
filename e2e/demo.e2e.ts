import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

/*
 * `npm run demo -- --orders FILE` with a small file that has the irregularities of real files: commas and doubled
 * quotes, two date formats, words instead of numbers, prices that do not result in the value, orders with several
 * deliveries.
 */

const root = resolve(import.meta.dirname, '..')
let folder: string
let file: string
const lineCount = 40

const columns = [
  'ID',
  'Project Code',
  'PO / SO #',
  'ASN/DN #',
  'Country',
  'Fulfill Via',
  'Vendor INCO Term',
  'Shipment Mode',
  'PO Sent to Vendor Date',
  'Scheduled Delivery Date',
  'Delivered to Client Date',
  'Delivery Recorded Date',
  'Product Group',
  'Vendor',
  'Item Description',
  'Unit of Measure (Per Pack)',
  'Line Item Quantity',
  'Line Item Value',
  'Pack Price',
  'Manufacturing Site',
  'Weight (Kilograms)',
  'Freight Cost (USD)',
]
const countries = ["Côte d'Azurit", 'Nordhafen', 'Südmark', 'Talgrund']

function cellsOf(index: number): string[] {
  const order = Math.floor(index / 3)
  const quantity = 7 + ((index * 37) % 400)
  const cents = 250 + ((index * 911) % 9000)
  // The pack price of every fifth line is rounded and does not result in the line's value.
  const value = (quantity * cents + (index % 5 === 0 ? 333 : 0)) / 100
  const day = `${String((order % 27) + 1).padStart(2, '0')}-${['Jan', 'Feb', 'Mar'][order % 3]}-1${order % 4}`
  return [
    String(500 + index),
    `${100 + order}-XX-T01`,
    `TST-${10_000 + order}`,
    // The third line of an order has its own vehicle.
    `ASN-${order}${index % 3 === 2 ? 'B' : ''}`,
    countries[order % countries.length]!,
    'Direct Drop',
    'EXW',
    'Air',
    order % 2 === 0 ? '11/13/06' : 'Date Not Captured',
    day,
    day,
    day,
    order % 2 === 0 ? 'PIPE' : 'SEAL',
    `Makers & Sons, "Works ${order % 5}"`,
    `Gasket, spiral wound, ${(index % 9) * 25} mm`,
    '10',
    String(quantity),
    value.toFixed(2),
    (cents / 100).toFixed(2),
    'Hall 3, Nordhafen',
    index % 2 === 0 ? '12.5' : 'Weight Captured Separately',
    index % 2 === 0 ? 'Freight Included in Commodity Cost' : '99.10',
  ]
}

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'kufang-orders-'))
  file = join(folder, 'orders.csv')
  const rows = [columns, ...Array.from({ length: lineCount }, (_none, index) => cellsOf(index))]
  const quoted = rows.map((row) => row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(','))
  writeFileSync(file, `\u{feff}${quoted.join('\n')}\n`)
})

afterAll(() => rmSync(folder, { recursive: true }))

function runDemo(...given: string[]): Promise<{ code: number | null; output: string }> {
  return new Promise((done, failed) => {
    const child = spawn(process.execPath, ['tools/demo/main.ts', ...given], {
      cwd: root,
      // Its modules are those of the product, which is compiled there already.
      env: { ...process.env, NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/compiled') },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => {
        output += chunk.toString()
      })
    }
    child.once('error', failed)
    child.once('close', (code) => done({ code, output }))
  })
}

const lastLines = (output: string): string => output.trimEnd().split('\n').slice(-25).join('\n')

test('all orders of a file are mirrored, worked off with a failing ERP, in part taken back, and the books agree', async () => {
  const { code, output } = await runDemo('--orders', file, '--lines', String(lineCount))

  // Before the rest of the output, of which a log may keep the end only.
  expect(code, lastLines(output)).toBe(0)
  expect(output).toMatch(/everything holds, after/)
  expect(output).toMatch(/orders mirrored +14, 40 lines/)
  expect(output).toMatch(/lines worked off +40 of /)
  expect(output).toMatch(/receipts reversed +[1-9]\d*, [1-9]\d* lines taken back/)
  expect(output).toMatch(/ERP duplicates +ok +0\n/)
  expect(output).toMatch(/unfinished postings +ok +0\n/)
  expect(output).not.toMatch(/ NO /)
})

test('a file that is not there is said so, and nothing is started', async () => {
  const { code, output } = await runDemo('--orders', join(folder, 'other.csv'))

  expect(output).toContain('other.csv is not there')
  expect(code).toBe(2)
})
