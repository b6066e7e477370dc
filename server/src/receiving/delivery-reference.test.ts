import { expect, test } from 'vitest'
import { accepted, announced, arrived } from '../document/testing/core-flow.ts'
import { goods, newPlace } from '../document/testing/ground.ts'
import { useWorld } from '../document/testing/trade.ts'

// The supplier's delivery note number in the ERP (XBLNR), by which invoice verification finds the receipt.

const world = useWorld()

/** The supplier's number of the delivery note from which the lines of an arrival come. */
async function numberOf(arrival: string): Promise<string> {
  const [line] = (await world().read('arrival', arrival)).lines
  const { header } = await world().read('delivery-note', line!.sourceId!)
  return String(header['reference'])
}

/** Receives 10 of line 1 of each arrival, posts them with their arrivals; the receipt's id. */
async function posted(...arrivals: string[]): Promise<string> {
  const { id } = await world().create('goods-receipt', {
    header: {},
    lines: arrivals.map((arrival) => ({
      source: { id: arrival, lineNo: 1 },
      quantity: '10',
      stockCategory: 'UU',
      bin: 'A-01',
    })),
    actionAfterCreate: 'receive',
  })
  await world().act('goods-receipt', id, 'review')
  await world().act('goods-receipt', id, 'post')
  await world().send()
  return id
}

/** XBLNR and the item texts of the ERP documents with items of this document of ours. */
const inErp = async (id: string, type: string) => {
  const { docNo } = (await world().read(type, id)).header
  return world()
    .erp.documents.map((one) => ({
      reference: one['ReferenceDocument'],
      texts: one.items.map((item) => String(item['MaterialDocumentItemText'])),
    }))
    .filter(({ texts }) => texts.some((text) => text.startsWith(`${docNo}/`)))
}

test('arrival and receipt are posted under the number of the delivery note, each item with ours', async () => {
  const arrival = await accepted(world(), await newPlace(world()), goods(1))
  const receipt = await posted(arrival)
  const number = await numberOf(arrival)
  expect(number).toMatch(/^FH/)
  for (const [id, type] of [
    [arrival, 'arrival'],
    [receipt, 'goods-receipt'],
  ] as const) {
    const { docNo } = (await world().read(type, id)).header
    expect(await inErp(id, type)).toEqual([{ reference: number, texts: [`${docNo}/1`] }])
  }
})

test('a receipt of two deliveries is one document in the ERP for each delivery note', async () => {
  const place = await newPlace(world())
  const arrivals = [
    await accepted(world(), place, goods(1)),
    await accepted(world(), place, goods(1)),
  ]
  const receipt = await posted(...arrivals)
  const numbers = await Promise.all(arrivals.map(numberOf))
  expect((await inErp(receipt, 'goods-receipt')).map(({ reference }) => reference)).toEqual(numbers)
  const { header, lines } = await world().read('goods-receipt', receipt)
  expect(header.erpState).toBe('posted')
  expect(new Set(lines.map(({ materialDocument }) => materialDocument)).size).toBe(2)
})

test('the paper in the hand of whoever confirms the arrival is what counts', async () => {
  const note = await announced(world(), await newPlace(world()), goods(1))
  const { id } = await world().create('arrival', {
    header: { visualCheck: 'intact' },
    lines: [{ source: { id: note, lineNo: 1 }, quantity: '10', bin: 'R-01', reference: 'FH-77/a' }],
    actionAfterCreate: 'confirm',
  })
  expect((await world().read('arrival', id)).lines[0]!['reference']).toBe('FH-77/A')
  // As announced if nothing is entered.
  const { arrival } = await arrived(world(), await newPlace(world()), goods(1))
  expect((await world().read('arrival', arrival)).lines[0]!['reference']).toBe(
    await numberOf(arrival),
  )
})
