import { beforeAll, describe, expect, test } from 'vitest'
import { findByNumber } from './find-number.ts'
import { goods, newPlace, ordered } from '../testing/ground.ts'
import { person } from '../testing/small-company.ts'
import { useWorld } from '../testing/trade.ts'

// Ctrl+K: a typed or scanned number leads to its document, whatever its type.

describe('a document number', () => {
  const world = useWorld()
  let docNo: string
  let id: string
  const everywhere = person('管理员', ['admin'])

  beforeAll(async () => {
    const place = await newPlace(world())
    const order = await ordered(world(), place, goods(1))
    const made = await world().create('delivery-note', {
      header: { etaDate: '2099-12-01', deliveryMode: 'warehouse' },
      lines: [{ source: { id: order, lineNo: 1 }, quantity: '1' }],
    })
    id = made.id
    docNo = (await world().read('delivery-note', id)).header.docNo
  })

  const find = (text: string, session = everywhere) => findByNumber(world().database, session, text)

  test('is found whole, in small letters and by its beginning, the exact one first', async () => {
    const [found] = await find(docNo)
    expect(found).toMatchObject({ documentType: 'delivery-note', id, docNo })
    expect(found?.title.zh).toBe('送货单')
    expect(found?.stateLabel.en).not.toBe('')
    expect((await find(docNo.toLowerCase())).map((one) => one.id)).toContain(id)
    expect((await find(docNo.slice(0, -2))).map((one) => one.id)).toContain(id)
    expect(await find(`${docNo}0`)).toEqual([])
    const wide = [...docNo]
      .map((one) => String.fromCodePoint(one.codePointAt(0)! + 0xfee0))
      .join('')
    expect((await find(wide)).map((one) => one.id)).toContain(id)
  })

  test('takes % and _ for what they are', async () => {
    expect(await find('%%%')).toEqual([])
    expect(await find(`${docNo.slice(0, 3)}_`)).toEqual([])
  })

  test('is not there for whom may not read it, or not in that company', async () => {
    expect((await find(docNo, person('供应商乙', ['SHDCX']))).map((one) => one.id)).toEqual([id])
    expect(await find(docNo, person('其他人', ['KCCX']))).toEqual([])
    const elsewhere = { companyCodes: ['9999'] }
    expect(await find(docNo, person('外公司', ['SHDCX'], elsewhere))).toEqual([])
    const supplier = { supplierNo: '999999' }
    expect(await find(docNo, person('供应商丙', ['SHDCX'], supplier))).toEqual([])
  })

  test('is looked for by the index of each kind, in one statement', async () => {
    const asked: string[] = []
    const counting = {
      ...world().database,
      query: <Row extends object>(text: string, values?: readonly unknown[]) => {
        asked.push(text)
        return world().database.query<Row>(text, values)
      },
    }
    await findByNumber(counting, everywhere, '4500')
    expect(asked).toHaveLength(1)
    const plan = await world().database.transaction(async (tx) => {
      // With 20,000 other rows, because with a few rows any plan uses an index.
      for (const statement of [
        `create temp table many on commit drop as
           select h.*, number from (select * from delivery_note limit 1) h, generate_series(1, 20000) number`,
        `update many set id = gen_random_uuid(), doc_no = 'DN1999' || lpad(number::text, 7, '0')`,
        `alter table many drop column number`,
        `insert into delivery_note select * from many`,
      ])
        await tx.query(statement)
      await tx.query('analyze delivery_note')
      return tx.query<Record<string, string>>(
        `explain select id from delivery_note h
         where h.company_code = any($1) and h.doc_no >= $2 and h.doc_no < $3 order by h.doc_no desc limit 10`,
        [['1010', '1020'], 'DN19990012', 'DN19990012\u{10ffff}'],
      )
    })
    const text = plan.map((row) => Object.values(row).join('')).join('\n')
    expect(text).toMatch(/Index Cond: .*company_code.*doc_no >= 'DN19990012'/s)
  })
})
