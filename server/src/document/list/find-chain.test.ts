import { beforeAll, expect, test } from 'vitest'
import { documentTable } from '../storage/table.ts'
import { arrived } from '../testing/core-flow.ts'
import { goods, newPlace } from '../testing/ground.ts'
import { materials, person } from '../testing/small-company.ts'
import { useWorld } from '../testing/trade.ts'
import { findInChain } from './find-chain.ts'
import { documents } from '@kufang/contract/registry.ts'

// A scan field accepts any number of the chain: at goods receipt the delivery note is at hand, not the arrival number.

const world = useWorld()
const keeper = person('保管员', ['DKSH'])
const numbers: Record<string, string> = {}

const find = (text: string, session = keeper) =>
  findInChain(world().database, session, documentTable(documents.arrival), text)

beforeAll(async () => {
  const place = await newPlace(world())
  const { arrival } = await arrived(world(), place, goods(1, materials.bolt))
  numbers['arrival'] = (await world().read('arrival', arrival)).header.docNo
  const [before] = await world().database.query<{ note: string; order: string }>(
    `select n.doc_no as note, o.doc_no as "order" from document_link k
       join delivery_note n on n.id = k.from_id
       join document_link f on f.to_id = n.id join purchase_order o on o.id = f.from_id
     where k.to_id = $1`,
    [arrival],
  )
  numbers['note'] = before!.note
  numbers['order'] = before!.order
})

test('the arrival is found by its own number, by its delivery note and by its order', async () => {
  expect(await find(numbers['arrival']!)).toEqual([numbers['arrival']])
  expect(await find(numbers['note']!.toLowerCase())).toEqual([numbers['arrival']])
  expect(await find(` ${numbers['order']} `)).toEqual([numbers['arrival']])
  expect(await find('SH00000000000')).toEqual([])
})

test('nothing is found beyond the scope of who scans', async () => {
  const elsewhere = person('外公司保管员', ['DKSH'], { companyCodes: ['1020'] })
  expect(await find(numbers['note']!, elsewhere)).toEqual([])
  const otherPlace = person('别库保管员', ['DKSH'], { storageLocations: ['0001/1002'] })
  expect(await find(numbers['note']!, otherPlace)).toEqual([])
})

test('it takes two statements, however many documents the chain has', async () => {
  expect(await world().statements(() => find(numbers['order']!))).toBe(2)
})
