import { companyToday } from '@kufang/kernel/company-day.ts'
import { addDays } from '@kufang/kernel/local-date.ts'
import { describe, expect, test } from 'vitest'
import { testConformance } from '../document/conformance/conformance.ts'
import { goods, newPlace } from '../document/testing/ground.ts'
import { materials } from '../document/testing/small-company.ts'
import { expectRefused, tradeOf, useWorld } from '../document/testing/trade.ts'
import { keepPreservationTasks } from './keep-tasks.ts'

testConformance('preservation-task')

const name = 'preservation-task'
const today = companyToday()
const scanned = (code: string) => ({ scannedCode: code, result: 'fit', carriedOutBy: '周海宁' })

describe('preservation in the bin', () => {
  const world = useWorld()
  const trade = tradeOf(world, name)

  test('is done only where the goods lie: another bin that is scanned is refused, the goods themselves are not', async () => {
    const place = await newPlace(world())
    const id = await trade.make(place, 'due', goods(1))
    const { docNo } = await trade.header(id)
    await expectRefused(world(), () => trade.act(id, 'carryOut', { input: scanned('A-02') }), [
      {
        code: 'preservation-scan-differs',
        field: 'scannedCode',
        params: { scanned: 'A-02', no: docNo, bin: 'A-01', material: materials.valve },
      },
    ])
    await trade.act(id, 'carryOut', { input: scanned(materials.valve) })
    expect(await trade.header(id)).toMatchObject({ state: 'done', doneOn: today, result: 'fit' })
  })

  test('freezes what is not fit in the same act, and names the freeze', async () => {
    const place = await newPlace(world())
    const id = await trade.make(place, 'due', goods(1))
    const [line] = await trade.column(id, 'quantity')
    await trade.act(id, 'reportUnfit', {
      input: { scannedCode: 'A-01', finding: '表面锈蚀', carriedOutBy: '周海宁' },
      lines: [{ lineNo: 1, unfitQuantity: '4' }],
    })
    const { freezeNo, state } = await trade.header(id)
    expect({ state, line }).toMatchObject({ state: 'unfit' })
    const [freeze] = await world().database.query(
      `select h.state, h.freeze_reason, l.quantity, h.remark from freeze_order h
       join freeze_order_line l on l.company_code = h.company_code and l.document_id = h.id where h.doc_no = $1`,
      [freezeNo],
    )
    expect(freeze).toMatchObject({ state: 'frozen', freezeReason: 'quality', quantity: '4' })
    await trade.proven()
  })

  test('has one task for each row of the stock that is not done yet', async () => {
    const place = await newPlace(world())
    const id = await trade.make(place, 'due', goods(1))
    const { docNo, companyCode, plant, storageLocation } = await trade.header(id)
    await expectRefused(
      world(),
      () =>
        world().create(name, {
          companyCode: String(companyCode),
          header: {
            plant,
            storageLocation,
            preservationKind: 'rotateShaft',
            dueDate: addDays(today, 1),
          },
          lines: [{ materialNo: materials.valve, bin: 'A-01' }],
        }),
      [
        {
          code: 'preservation-stands',
          line: 1,
          field: 'materialNo',
          params: { material: materials.valve, batch: '', bin: 'A-01', no: docNo },
        },
      ],
    )
  })
})

describe('the tasks that a job makes', () => {
  const world = useWorld()
  const trade = tradeOf(world, name)

  /** The bins with a task of the valve in this place, with the day by which it is due. */
  const tasksIn = (storageLocation: string) =>
    world().database.query<{ bin: string; dueDate: string; lastDoneOn: string | null }>(
      `select l.bin, h.due_date, h.last_done_on, h.state, h.preservation_kind from preservation_task h
       join preservation_task_line l on l.company_code = h.company_code and l.document_id = h.id
       where h.storage_location = $1 and h.state in ('due', 'lapsed') order by h.created_at, l.bin`,
      [storageLocation],
    )
  const say = (kind: string, days: number | null) =>
    world().database.query(
      `update material set preservation_kind = $2, preservation_interval_days = $3 where material_no = $1`,
      [materials.valve, kind, days],
    )

  test('begin with the interval of the material, count from the last one that was done, and end when the goods are gone', async () => {
    const place = await newPlace(world())
    const { companyCode, storageLocation, plant } = place
    // Done once by hand today, so the row is due after its interval.
    const id = await trade.make(place, 'done', goods(1))
    expect((await trade.header(id))['doneOn']).toBe(today)
    await say('grease', 5)
    await keepPreservationTasks(world().database, companyCode)
    expect(await tasksIn(storageLocation)).toMatchObject([
      {
        bin: 'A-01',
        dueDate: addDays(today, 5),
        lastDoneOn: today,
        state: 'due',
        preservationKind: 'grease',
      },
    ])
    // A second run makes none again.
    await keepPreservationTasks(world().database, companyCode)
    expect(await tasksIn(storageLocation)).toHaveLength(1)
    // Further away than the days ahead: nothing is due.
    await say('', null)
    const other = await newPlace(world())
    await trade.make(other, 'done', goods(1))
    await say('grease', 90)
    await keepPreservationTasks(world().database, companyCode)
    expect(await tasksIn(other.storageLocation)).toEqual([])
    await say('', null)
    expect(plant).toBe(other.plant)
  })

  test('follow the nearest class of a material that says nothing itself, and not if it says that none is needed', async () => {
    const { database } = world()
    await database.query(
      `insert into material_class (class_code, name, preservation_kind, preservation_interval_days)
       values ('40000000', '管阀', 'rotateShaft', 3), ('40141600', '阀门', 'grease', 6) on conflict do nothing`,
    )
    await database.query(`update material set material_class = '40141604' where material_no = $1`, [
      materials.valve,
    ])
    const place = await newPlace(world())
    await trade.make(place, 'done', goods(1))
    await say('none', null)
    await keepPreservationTasks(database, place.companyCode)
    expect(await tasksIn(place.storageLocation)).toEqual([])
    await say('', null)
    await keepPreservationTasks(database, place.companyCode)
    expect(await tasksIn(place.storageLocation)).toMatchObject([
      { bin: 'A-01', dueDate: addDays(today, 6), preservationKind: 'grease' },
    ])
    await database.query(`update material set material_class = '' where material_no = $1`, [
      materials.valve,
    ])
  })
})
