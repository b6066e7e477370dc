import { describe, expect, test } from 'vitest'
import { testConformance } from '../document/conformance/conformance.ts'
import { arrived, called } from '../document/testing/core-flow.ts'
import { createDocument, runAction, type Actor } from '../document/service/service.ts'
import { goods, newPlace } from '../document/testing/ground.ts'
import { materials } from '../document/testing/small-company.ts'
import { expectRefused, useWorld } from '../document/testing/trade.ts'
import { worker } from '../document/testing/worker.ts'
import { mayInspect } from '../document/testing/world.ts'
import { newId } from '@kufang/kernel/identifier.ts'

testConformance('inspection-order')

describe('the inspector', () => {
  const world = useWorld()
  const notice = async () => {
    const { notice: id } = await arrived(world(), await newPlace(world()), goods(1))
    await called(world(), id)
    return id
  }
  const decision = (id: string, line: Record<string, unknown>) => ({
    header: { inspectionMethod: 'full' },
    lines: [{ source: { id, lineNo: 1 }, ...line }],
    actionAfterCreate: 'decide',
  })
  const decideOn = (id: string, line: Record<string, unknown>) =>
    world().create('inspection-order', decision(id, line))
  const allAccepted = { quantity: '10', acceptedQuantity: '10', rejectedQuantity: '0' }
  const inspectorOf = (account: string, isAdmin = false): Actor => {
    const { session, functionCodes } = world().actorFor('inspection-order', 'decide')
    return { session: { ...session, account, isAdmin }, functionCodes }
  }

  test('decides on every piece: accepted, rejected and missing are what was inspected', async () => {
    const id = await notice()
    await expectRefused(
      world(),
      () =>
        decideOn(id, {
          quantity: '10',
          acceptedQuantity: '7',
          rejectedQuantity: '2',
          defectClass: 'surface',
        }),
      [
        {
          code: 'decision-incomplete',
          line: 1,
          params: {
            accepted: '7',
            rejected: '2',
            missing: '0',
            inspected: '10',
            unit: 'EA',
          } as never,
        },
      ],
    )
    await expectRefused(
      world(),
      () =>
        decideOn(id, {
          quantity: '10',
          acceptedQuantity: '7',
          rejectedQuantity: '0',
          missingQuantity: '4',
        }),
      [{ code: 'decision-incomplete', params: { accepted: '7', missing: '4' } as never }],
    )
    await expectRefused(
      world(),
      () => decideOn(id, { quantity: '10', acceptedQuantity: '-1', rejectedQuantity: '11' }),
      [{ code: 'input-invalid', line: 1, field: 'acceptedQuantity' }],
    )
  })

  test('says what is wrong with what is rejected', async () => {
    const id = await notice()
    await expectRefused(
      world(),
      () => decideOn(id, { quantity: '10', acceptedQuantity: '8', rejectedQuantity: '2' }),
      [{ code: 'defect-required', line: 1, field: 'defectClass' }],
    )
  })

  test('says of how many pieces a sample was taken, and of them which a test destroyed', async () => {
    const id = await notice()
    const sampled = (inspectionMethod: string, line: Record<string, unknown>) =>
      world().create('inspection-order', {
        ...decision(id, { ...allAccepted, ...line }),
        header: { inspectionMethod },
      })
    const refusals = [
      ['sample', {}, 'sample-required', { inspected: '10', unit: 'EA' }],
      ['sample', { sampleQuantity: '0' }, 'sample-required', { inspected: '10' }],
      ['sample', { sampleQuantity: '11' }, 'sample-exceeds', { sample: '11', inspected: '10' }],
      ['full', { sampleQuantity: '3' }, 'sample-of-full', { sample: '3', inspected: '10' }],
    ] as const
    for (const [method, line, code, params] of refusals)
      await expectRefused(world(), () => sampled(method, line), [
        { code, line: 1, field: 'sampleQuantity', params: params as never },
      ])
    await expectRefused(
      world(),
      () =>
        sampled('sample', { sampleQuantity: '2', acceptedQuantity: '7', destroyedQuantity: '3' }),
      [
        {
          code: 'destroyed-exceeds-sample',
          line: 1,
          field: 'destroyedQuantity',
          params: { destroyed: '3', sample: '2' } as never,
        },
      ],
    )
    const { id: made } = await sampled('sample', {
      sampleQuantity: '3',
      acceptedQuantity: '8',
      destroyedQuantity: '2',
    })
    expect((await world().read('inspection-order', made)).lines[0]).toMatchObject({
      sampleQuantity: '3',
      destroyedQuantity: '2',
    })
  })

  test('inspects in parts, no further than what was called, and the notice follows', async () => {
    const id = await notice()
    const state = async () => (await world().read('inspection-notice', id)).header.state
    await decideOn(id, { quantity: '4', acceptedQuantity: '4', rejectedQuantity: '0' })
    expect(await state()).toBe('inspecting')
    await expectRefused(
      world(),
      () => decideOn(id, { quantity: '7', acceptedQuantity: '7', rejectedQuantity: '0' }),
      [{ code: 'quantity-exceeds-open', line: 1, params: { quantity: '7', open: '6' } as never }],
    )
    const last = await decideOn(id, {
      quantity: '6',
      acceptedQuantity: '5',
      rejectedQuantity: '1',
      defectClass: 'damage',
    })
    expect(await state()).toBe('partlyQualified')
    await world().act('inspection-order', last.id, 'withdraw', { input: { reason: '误判' } })
    expect(await state()).toBe('inspecting')
  })

  test('decides only if the notice is assigned to him, whoever else holds the role', async () => {
    const id = await notice()
    const { docNo } = (await world().read('inspection-notice', id)).header
    for (const actor of [inspectorOf('somebody'), inspectorOf('admin', true)])
      await expectRefused(
        world(),
        () =>
          createDocument(
            world().database,
            actor,
            'inspection-order',
            decision(id, allAccepted),
            newId(),
          ),
        [
          {
            code: 'inspector-other',
            params: {
              notice: docNo,
              inspector: 'inspector',
              account: actor.session.account,
            } as never,
          },
        ],
      )
    await createDocument(
      world().database,
      inspectorOf('INSPECTOR'),
      'inspection-order',
      decision(id, allAccepted),
      newId(),
    )
  })

  test('is replaced by another one, who decides about what is left', async () => {
    const id = await notice()
    await decideOn(id, { quantity: '4', acceptedQuantity: '4', rejectedQuantity: '0' })
    await world().database.query(
      `insert into app_user (account, user_name, password_hash, created_by, changed_by)
       values ('deputy', '代班质检员', 'x', gen_random_uuid(), gen_random_uuid())`,
    )
    const reassign = (inspectorAccount: string) =>
      world().act('inspection-notice', id, 'reassign', {
        input: { inspectionUnit: '质量检验站', inspectorAccount, reason: '质检员请假或出差' },
      })
    await expectRefused(world(), () => reassign('nobody'), [
      { code: 'account-unknown', field: 'inspectorAccount' },
    ])
    // Nobody is given what he cannot do, such as a guard.
    await expectRefused(world(), () => reassign('deputy'), [
      { code: 'user-may-not-act', field: 'inspectorAccount' },
    ])
    await mayInspect(world().database, 'deputy')
    await reassign('deputy')
    expect((await world().read('inspection-notice', id)).header).toMatchObject({
      state: 'inspecting',
      inspectorAccount: 'deputy',
    })
    const rest = { quantity: '6', acceptedQuantity: '6', rejectedQuantity: '0' }
    await expectRefused(world(), () => decideOn(id, rest), [{ code: 'inspector-other' }])
    await createDocument(
      world().database,
      inspectorOf('deputy'),
      'inspection-order',
      decision(id, rest),
      newId(),
    )
    expect((await world().read('inspection-notice', id)).header.state).toBe('qualified')
  })

  test('does not withdraw his own decision; another one does', async () => {
    const id = await notice()
    const own = inspectorOf('inspector')
    const made = await createDocument(
      world().database,
      own,
      'inspection-order',
      decision(id, allAccepted),
      newId(),
    )
    const withdraw = (actor: Actor) =>
      runAction(
        world().database,
        actor,
        'inspection-order',
        made.id,
        'withdraw',
        { version: made.version, input: { reason: '误判' } },
        newId(),
      )
    await expectRefused(world(), () => withdraw(own), [{ code: 'separation-of-duties' }])
    expect((await withdraw(inspectorOf('somebody'))).state).toBe('withdrawn')
  })

  test('accepts nothing without the documents its material requires, and rejects it for that', async () => {
    const id = await notice()
    await world().database.query(
      `update material set required_documents = '{材质证明书,合格证}' where material_no = $1`,
      [materials.valve],
    )
    const someone = worker(world().database, world().onlooker)
    const { lines } = await someone.prefill('inspection-order', [{ id, lineNo: 1 }])
    const [proposed] = lines
    expect(proposed).toMatchObject({ documentsPresent: ['材质证明书', '合格证'] })
    const missing = {
      material: materials.valve,
      missing: '合格证',
      required: '材质证明书、合格证',
      accepted: '10',
      unit: 'EA',
    }
    await expectRefused(
      world(),
      () => decideOn(id, { ...allAccepted, documentsPresent: [' 材质证明书'] }),
      [
        {
          code: 'documents-missing',
          line: 1,
          field: 'documentsPresent',
          params: missing as never,
        },
      ],
    )
    await expectRefused(world(), () => decideOn(id, allAccepted), [{ code: 'documents-missing' }])
    await decideOn(id, {
      quantity: '4',
      acceptedQuantity: '0',
      rejectedQuantity: '4',
      defectClass: 'documents',
    })
    await decideOn(id, {
      quantity: '6',
      acceptedQuantity: '6',
      rejectedQuantity: '0',
      documentsPresent: ['合格证', '材质证明书', '装箱单'],
    })
    await world().database.query(
      `update material set required_documents = '{}' where material_no = $1`,
      [materials.valve],
    )
  })
})
