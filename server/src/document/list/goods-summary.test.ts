import { documentDefinition } from '@kufang/contract/registry.ts'
import { expect, test } from 'vitest'
import type { Queryable } from '../../platform/database/database.ts'
import { documentTable } from '../storage/table.ts'
import { newPlace } from '../testing/ground.ts'
import { person } from '../testing/small-company.ts'
import { tradeOf, useWorld } from '../testing/trade.ts'
import { summariseGoods, summariseGoodsWithAmounts } from './goods-summary.ts'

const name = 'goods-receipt'
const world = useWorld()
const trade = tradeOf(world, name)
const admin = person('管理员', ['admin'])

test('among many documents the goods of a page are read in one statement by the key of its documents, and amounts only where they are shown', async () => {
  const { database } = world()
  const { header, line } = documentTable(documentDefinition(name)!)
  const id = await trade.make(await newPlace(world()), 'received')
  // 3,000 further documents with as many lines as this one has.
  const columnsOf = async (table: string): Promise<string> => {
    const [found] = await database.query<{ columns: string }>(
      `select string_agg(quote_ident(attname), ', ') as columns from pg_attribute
       where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
      [table],
    )
    return found!.columns
  }
  const aliased = (columns: string, alias: string): string =>
    columns
      .split(', ')
      .map((column) => `${alias}.${column}`)
      .join(', ')
  const [ofHeader, ofLine] = [await columnsOf(header), await columnsOf(line)]
  const made = await database.query<{ id: string }>(
    `with copy as materialized (select gen_random_uuid() as id, n from generate_series(1, 3000) n), headers as (
       insert into ${header} (${ofHeader}) select ${aliased(ofHeader, 'h')} from copy, lateral (
         select (jsonb_populate_record(h, jsonb_build_object('id', copy.id, 'doc_no', 'X' || copy.n))).*
         from ${header} h where h.id = $1) h), lines as (
       insert into ${line} (${ofLine}) select ${aliased(ofLine, 'l')} from copy, lateral (
         select (jsonb_populate_record(l, jsonb_build_object('document_id', copy.id))).*
         from ${line} l where l.document_id = $1) l)
     select id from copy order by n limit 50`,
    [id],
  )
  const ids = made.map((row) => row.id)
  await database.query(`analyze ${header}, ${line}`)

  const sent: [text: string, values: readonly unknown[]][] = []
  const watched: Queryable = Object.assign(Object.create(database) as Queryable, {
    query: (text: string, values: readonly unknown[] = []) => {
      sent.push([text, values])
      return database.query(text, [...values])
    },
  })
  const page = ids.map((documentId) => ({ documentType: name, documentId, companyCode: '1010' }))
  const goods = await summariseGoods(watched, admin, page)
  expect([...goods.keys()].toSorted()).toEqual(ids.toSorted())
  const shown = await summariseGoodsWithAmounts(watched, admin, page)
  expect([...shown.values()].map(({ amount: _amount, ...rest }) => rest)).toEqual([
    ...goods.values(),
  ])
  expect(sent).toHaveLength(2)
  expect(sent.map(([text]) => text.includes('amount'))).toEqual([false, true])

  for (const [text, values] of sent) {
    const plan = (await database.query<{ queryPlan: string }>(`explain ${text}`, [...values])).map(
      (row) => Object.values(row).join(''),
    )
    expect(plan.join('\n')).toMatch(/Index (Only )?Scan using \S+ on \S+/)
    expect(plan.join('\n')).not.toContain('Seq Scan')
  }
})
