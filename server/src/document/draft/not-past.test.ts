import { describe, expect, test } from 'vitest'
import { newId } from '@kufang/kernel/identifier.ts'
import { clock, type Clock } from '../storage/clock.ts'
import { createDocument, runAction } from '../service/service.ts'
import { stocked } from '../testing/core-flow.ts'
import { goods, newPlace, reserved } from '../testing/ground.ts'
import { materials } from '../testing/small-company.ts'
import { expectRefused, tradeOf, useWorld } from '../testing/trade.ts'

// A date that must not be past is compared with the day of the act, by which everything else of it is dated: an act that began
// before midnight, or is repeated from a queue, is not judged by the time at which its check happens to run.

const world = useWorld()
/** Eight in the morning of the company, long ago and far ahead. */
const long = clock(new Date('2026-01-15T00:00:00Z'))
const ahead = clock(new Date('2098-06-15T00:00:00Z'))

describe('a date that must not be past', () => {
  async function asked(requiredDate: string, at: Clock): Promise<{ id: string }> {
    const place = await newPlace(world())
    const lines = goods(1, materials.bolt)
    await stocked(world(), place, lines)
    const reservation = await reserved(world(), place, lines)
    return createDocument(
      world().database,
      world().actorFor('requisition', 'create'),
      'requisition',
      {
        header: { pickingUnit: 'U1', requester: 'P1', requiredDate },
        lines: [{ source: { id: reservation, lineNo: 1 }, quantity: '1' }],
      },
      newId(),
      at,
    )
  }

  test('may be the last of the calendar, without end', async () => {
    const { id } = await asked('9999-12-31', long)
    await world().act('requisition', id, 'submit')
    expect((await world().read('requisition', id)).header).toMatchObject({
      requiredDate: '9999-12-31',
      state: 'submitted',
    })
  })

  test('of a new document is compared with the day on which it is made', async () => {
    const { id } = await asked('2026-01-15', long)
    expect((await world().read('requisition', id)).header).toMatchObject({
      requiredDate: '2026-01-15',
    })
    const place = await newPlace(world())
    const reservation = await reserved(world(), place, goods(1, materials.bolt))
    const late = () =>
      createDocument(
        world().database,
        world().actorFor('requisition', 'create'),
        'requisition',
        {
          header: { pickingUnit: 'U1', requester: 'P1', requiredDate: '2098-06-14' },
          lines: [{ source: { id: reservation, lineNo: 1 }, quantity: '1' }],
        },
        newId(),
        ahead,
      )
    await expectRefused(world(), late, [{ code: 'input-invalid', field: 'requiredDate' }])
  })

  test('of an action is compared with the day on which it is performed', async () => {
    const notices = tradeOf(world, 'inspection-notice')
    const id = await notices.make(await newPlace(world()), 'assigned')
    const confirm = async (unpackingAt: string, at: Clock) =>
      runAction(
        world().database,
        world().actorFor('inspection-notice', 'confirmTime'),
        'inspection-notice',
        id,
        'confirmTime',
        {
          version: (await notices.header(id)).version,
          input: { unpackingAt, unpackingPlace: '待检区' },
        },
        newId(),
        at,
      )
    await expectRefused(world(), () => confirm('2098-06-14T02:00:00.000Z', ahead), [
      { code: 'input-invalid', field: 'unpackingAt' },
    ])
    await confirm('2026-01-15T02:00:00.000Z', long)
    expect(await notices.header(id)).toMatchObject({ state: 'timeConfirmed' })
  })
})
