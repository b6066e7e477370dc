import { newId } from '@kufang/kernel/identifier.ts'
import { parseQuantity } from '@kufang/kernel/quantity.ts'
import { describe, expect, test } from 'vitest'
import { effectsOf, registerEffects } from '../document/effects/effects.ts'
import { runAction } from '../document/service/service.ts'
import { testConformance } from '../document/conformance/conformance.ts'
import { arrived } from '../document/testing/core-flow.ts'
import { goods, newPlace, ordered } from '../document/testing/ground.ts'
import { person } from '../document/testing/small-company.ts'
import { expectRefused, useWorld } from '../document/testing/trade.ts'

testConformance('inspection-notice')

describe('what follows from other documents', () => {
  const world = useWorld()

  test('happens to the notice by its own rules: state, acts, audit and to-dos', async () => {
    const { arrival, notice } = await arrived(world(), await newPlace(world()), goods(1))
    const open = () =>
      world().database.query(
        'select action from todo where document_id = $1 and done_at is null order by action',
        [notice],
      )
    expect(await open()).not.toEqual([])
    const reversing = world().actorFor('arrival', 'reversePhysical')
    const { header } = await world().read('arrival', arrival)
    await runAction(
      world().database,
      reversing,
      'arrival',
      arrival,
      'reversePhysical',
      { version: header.version, input: { reason: '错收' } },
      newId(),
    )
    const after = (await world().read('inspection-notice', notice)).header
    expect(after).toMatchObject({
      state: 'cancelled',
      acts: { cancel: { userId: reversing.session.userId, userName: reversing.session.userName } },
    })
    expect(await open()).toEqual([])
    expect(
      await world().database.query(
        `select before, after from audit_entry where subject_id = $1 and action = 'cancel'`,
        [notice],
      ),
    ).toMatchObject([{ before: { state: 'generated' }, after: { state: 'cancelled' } }])
  })

  test('is done by nobody, whatever their rights', async () => {
    const { notice } = await arrived(world(), await newPlace(world()), goods(1))
    const everywhere = { session: person('管理员', ['admin']), functionCodes: new Set<string>() }
    const { header } = await world().read('inspection-notice', notice)
    await expectRefused(
      world(),
      () =>
        runAction(
          world().database,
          everywhere,
          'inspection-notice',
          notice,
          'cancel',
          { version: header.version },
          newId(),
        ),
      [{ code: 'action-of-system', params: { action: '随到货取消' } as never }],
    )
  })

  test('is refused where the rules of the notice refuse it', async () => {
    const { notice } = await arrived(world(), await newPlace(world()), goods(1))
    // Not reachable through the pages: an inspection order requires a notice that awaits inspection.
    const own = effectsOf('delivery-note')
    registerEffects([
      {
        ...own,
        actions: {
          ...own.actions,
          submit: (context) =>
            context.documents.act('inspection-notice', '1010', notice, 'recordFindings', {
              lines: [
                {
                  lineNo: 1,
                  acceptedQuantity: parseQuantity('10'),
                  rejectedQuantity: parseQuantity('0'),
                  missingQuantity: parseQuantity('0'),
                  destroyedQuantity: parseQuantity('0'),
                },
              ],
            }),
        },
      },
    ])
    const order = await ordered(world(), await newPlace(world()), goods(1))
    const announce = () =>
      world().create('delivery-note', {
        header: { etaDate: '2099-12-01', deliveryMode: 'warehouse' },
        lines: [{ source: { id: order, lineNo: 1 }, quantity: '10' }],
        actionAfterCreate: 'submit',
      })
    await expectRefused(world(), announce, [
      { code: 'wrong-state', params: { action: '登记检验结果' } as never },
    ])
    registerEffects([own])
  })
})

describe('a notice', () => {
  const world = useWorld()

  test('is confirmed only once an inspector is assigned', async () => {
    const { notice } = await arrived(world(), await newPlace(world()), goods(1))
    const unpacking = { unpackingAt: '2099-12-01T01:30:00.000Z', unpackingPlace: '待检区' }
    const confirmTime = () =>
      world().act('inspection-notice', notice, 'confirmTime', { input: unpacking })
    await confirmTime()
    const { docNo } = (await world().read('inspection-notice', notice)).header
    const confirm = () => world().act('inspection-notice', notice, 'confirmInspector')
    await expectRefused(world(), confirm, [
      { code: 'inspector-not-assigned', params: { no: docNo } as never },
    ])
    await world().act('inspection-notice', notice, 'withdrawTime')
    await world().act('inspection-notice', notice, 'assign', {
      input: { inspectionUnit: '质检站', inspectionMethod: 'full', inspectorAccount: 'inspector' },
    })
    await confirmTime()
    expect((await confirm()).state).toBe('inspectorConfirmed')
  })
})
