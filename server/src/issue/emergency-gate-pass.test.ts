import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { cataloguePage } from '@kufang/contract/document/catalogue/page-catalogue.ts'
import { gateCheckPath } from '@kufang/contract/requisition/gate-passage.ts'
import { newId } from '@kufang/kernel/identifier.ts'
import { expect, test } from 'vitest'
import { refusalsOf } from '../document/conformance/subject.ts'
import { runAction } from '../document/service/service.ts'
import { goods, newPlace } from '../document/testing/ground.ts'
import { documentCalls } from '../document/testing/http.ts'
import { materials, person } from '../document/testing/small-company.ts'
import { tradeOf, useWorld } from '../document/testing/trade.ts'
import type { ServerContext } from '../platform/http/context.ts'
import { openSecretBox } from '../platform/secrets/secret-box.ts'
import { gatePassToken, readGatePass } from './gate-pass.ts'
import { issueRoutes } from './routes.ts'

// Goods of an emergency have left days before the goods issue of their paper is made: it lets nothing out.

const world = useWorld()
const dataFolder = mkdtempSync(join(tmpdir(), 'kufang-gate-'))

test('the goods issue of an emergency’s paper has no gate pass: none is printed, shown as valid or used', async () => {
  const id = await papered()
  const { companyCode, docNo, version, state, issueMode } = (await world().read('goods-issue', id))
    .header
  expect({ state, issueMode }).toEqual({ state: 'issued', issueMode: 'urgent' })
  const guard = person('门卫', [cataloguePage(gateCheckPath).role])
  // A pass that was printed before is worth nothing.
  const secrets = openSecretBox({ dataFolder })
  const token = gatePassToken(secrets, companyCode, docNo)
  expect(await readGatePass(world().database, secrets, guard, token)).toMatchObject({
    docNo,
    state: 'goneBefore',
  })
  const passing = () =>
    runAction(
      world().database,
      { session: guard, functionCodes: new Set<string>() },
      'goods-issue',
      id,
      'passGate',
      { version },
      newId(),
    )
  expect(await refusalsOf(passing())).toMatchObject([
    { code: 'gate-pass-none', params: { no: docNo } },
  ])
  const context = { database: world().database, dataFolder, settings: { secretKey: '' } }
  const keeper = person('保管员', [cataloguePage('/shippingManagement/selfDelivery').role])
  const calls = await documentCalls(
    world().database,
    keeper,
    issueRoutes,
    context as unknown as ServerContext,
  )
  const printed = await calls.inject({ url: `/api/issue/gate-pass/goods-issue/${id}` })
  expect(printed.json()).toMatchObject({ datas: { token: null } })
  await calls.close()
})

test('goods of an emergency leave with the pass of the emergency issue: once, until they are taken back', async () => {
  const trade = tradeOf(world, 'emergency-issue')
  const guard = person('门卫', [cataloguePage(gateCheckPath).role])
  const secrets = openSecretBox({ dataFolder })
  const shown = async (id: string) => {
    const { companyCode, docNo } = await trade.header(id)
    return readGatePass(
      world().database,
      secrets,
      guard,
      gatePassToken(secrets, companyCode, docNo),
    )
  }
  const passing = async (id: string) =>
    runAction(
      world().database,
      { session: guard, functionCodes: new Set<string>() },
      'emergency-issue',
      id,
      'passGate',
      { version: (await trade.header(id)).version },
      newId(),
    )
  const made = async (state: string) =>
    trade.make(await newPlace(world()), state, goods(1, materials.bolt))
  const id = await made('awaiting')
  expect(await shown(id)).toMatchObject({
    document: 'emergency-issue',
    state: 'valid',
    recipient: '张三',
    lines: [{ lineNo: 1, quantity: '10', unit: 'EA' }],
  })
  await passing(id)
  expect(await shown(id)).toMatchObject({ state: 'used', usedByName: '门卫' })
  expect(await refusalsOf(passing(id))).toMatchObject([{ code: 'gate-pass-used' }])
  expect(await shown(await made('draft'))).toMatchObject({ state: 'notIssued' })
  const back = await made('takenBack')
  expect(await shown(back)).toMatchObject({ state: 'takenBack' })
  expect(await refusalsOf(passing(back))).not.toEqual([])
})

/** The goods issue that the approval of an emergency's paper has made. */
async function papered(): Promise<string> {
  const emergency = await tradeOf(world, 'emergency-issue').make(
    await newPlace(world()),
    'awaiting',
    goods(1, materials.bolt),
  )
  const { id: paper } = await world().create('requisition', {
    page: '/pickings/materialApplicationSupplement',
    header: {
      pickingUnit: 'U1',
      requester: 'P1',
      requiredDate: '2099-01-01',
      costCenter: 'CC100',
    },
    lines: [{ source: { id: emergency, lineNo: 1 }, quantity: '10' }],
    actionAfterCreate: 'submit',
  })
  await world().act('requisition', paper, 'approve')
  const [made] = await world().database.query<{ id: string }>(
    `select to_id as id from document_link where from_id = $1 and to_type = 'goods-issue' and is_live`,
    [paper],
  )
  return made!.id
}
