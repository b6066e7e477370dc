import { companyToday } from '@kufang/kernel/company-day.ts'
import { describe, expect, test } from 'vitest'
import { linesFrom, makeOver, walk } from '../document/journey/walk.ts'
import { settleDocument } from '../document/act/settle.ts'
import { refusalsOf } from '../document/conformance/subject.ts'
import { useWorld } from '../document/testing/trade.ts'
import { worldWalker } from '../document/testing/world-walker.ts'
import { watchCompany } from '../erp/watch-company.ts'
import { checkNumber } from '../logs/check-number.ts'
import { gauge, useSerialGoods } from './testing/serial-trial.ts'

// What SAP knows of pieces, and what we compare with it.

const world = useWorld()
const trial = useSerialGoods(world)
const walker = () => worldWalker(world(), trial().place)

/** A receipt of two gauges, requested to be posted. */
async function requested(...serialNumbers: string[]) {
  const note = await makeOver(
    walker(),
    'delivery-note',
    [{ source: { id: trial().order, lineNo: 20 }, quantity: '2', materialNo: gauge }],
    ['submit', 'confirm'],
  )
  const { id: arrival } = await world().create('arrival', {
    header: { visualCheck: 'intact' },
    lines: [{ source: { id: note, lineNo: 1 }, quantity: '2', bin: 'R-01', serialNumbers }],
    actionAfterCreate: 'confirm',
  })
  const [line] = await linesFrom(walker(), 'arrival', arrival)
  const { id } = await world().create('goods-receipt', {
    header: {},
    lines: [{ source: line!.source!, quantity: '2', stockCategory: 'UU', bin: 'A-01' }],
    actionAfterCreate: 'receive',
  })
  await walk(walker(), 'goods-receipt', id, ['review', 'post'])
  return id
}
interface Posting {
  postingId: string
  state: string
  materialDocument: string
  year: string
  sapCode: string
}
const postingOf = async (documentId: string) =>
  (
    await world().database.query<Posting>(
      `select id as posting_id, state, material_document, material_document_year as year, sap_code
       from erp_posting where document_id = $1`,
      [documentId],
    )
  )[0]!
/** Entered by a user in SAP. */
const inErp = (movementType: string, ...serialNumbers: string[]) =>
  trial().erp.standIn.control('POST', '/stand-in/material-documents', {
    user: 'LIUYANG',
    header: {
      GoodsMovementCode: '05',
      PostingDate: companyToday(),
      DocumentDate: companyToday(),
    },
    items: [
      {
        GoodsMovementType: movementType,
        Material: gauge,
        Plant: trial().place.plant,
        StorageLocation: trial().place.storageLocation,
        QuantityInEntryUnit: String(serialNumbers.length),
        to_SerialNumbers: serialNumbers.map((SerialNumber) => ({ SerialNumber })),
      },
    ],
  })

describe('pieces in SAP', () => {
  test('that SAP has already are refused by it, and the receipt says so', async () => {
    await inErp('501', 'E-1')
    const receipt = await requested('E-1', 'E-2')
    await trial().erp.send()
    expect((await world().read('goods-receipt', receipt)).header.erpState).toBe('failed')
    expect(await postingOf(receipt)).toMatchObject({ state: 'rejected', sapCode: 'IO/001' })
  })

  test('of another document do not pass for those of a posting', async () => {
    const [first, second] = [await requested('E-3', 'E-4'), await requested('E-5', 'E-6')]
    await trial().erp.send()
    const [own, other] = [await postingOf(first), await postingOf(second)]
    const given = (number: Posting) => ({
      companyCode: '1010',
      postingId: own.postingId,
      direction: 'post' as const,
      documentNo: 'RK1',
      materialDocument: number.materialDocument,
      year: number.year,
    })
    const { context } = trial().erp
    await checkNumber(context, given(own))
    const refused = await refusalsOf(checkNumber(context, given(other)))
    expect(refused).toMatchObject([
      { code: 'number-differs', params: { differences: `1: ${gauge} E-3 E-4 / E-5 E-6` } },
    ])
  })

  test('that somebody moved there are named in the alarm', async () => {
    await inErp('501', 'E-7', 'E-8')
    const { connections } = trial().erp
    const { database } = world()
    await watchCompany(
      { database, connections, onSettled: settleDocument },
      '1010',
      new Date().toISOString(),
    )
    const alarms = await database.query<{ zh: string; en: string }>(
      `select message_zh as zh, message_en as en from erp_alarm where kind = 'posted-in-erp'`,
    )
    expect(alarms.map(({ zh }) => zh)).toContainEqual(expect.stringContaining('序列号 E-7、E-8'))
    expect(alarms.map(({ en }) => en)).toContainEqual(
      expect.stringContaining('serial numbers E-7, E-8'),
    )
  })

  test('are not sent in a plant whose postings have none', async () => {
    const { companyCode, plant } = trial().place
    await world().database.query(
      `insert into business_parameter (company_code, plant, id, name, value, valid_from, changed_by, changed_by_name)
       values ($1, $2, gen_random_uuid(), 'goods.postingObstacle', to_jsonb('permitted'::text), '2020-01-01', gen_random_uuid(), '测试')`,
      [companyCode, plant],
    )
    const receipt = await requested('E-9', 'E-10')
    await trial().erp.send()
    // SAP, whose profile wants them here, says so.
    expect(await postingOf(receipt)).toMatchObject({ state: 'rejected', sapCode: 'M7/175' })
  })
})
