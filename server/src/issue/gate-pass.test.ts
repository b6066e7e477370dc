import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { cataloguePage } from '@kufang/contract/document/catalogue/page-catalogue.ts'
import { gateCheckPath } from '@kufang/contract/requisition/gate-passage.ts'
import { newId } from '@kufang/kernel/identifier.ts'
import type { FastifyInstance } from 'fastify'
import { describe, expect, test } from 'vitest'
import { codesOf } from '../document/conformance/subject.ts'
import { runAction } from '../document/service/service.ts'
import { goods, newPlace } from '../document/testing/ground.ts'
import { documentCalls } from '../document/testing/http.ts'
import { person } from '../document/testing/small-company.ts'
import { tradeOf, useWorld } from '../document/testing/trade.ts'
import type { ServerContext } from '../platform/http/context.ts'
import { openSecretBox } from '../platform/secrets/secret-box.ts'
import type { Session } from '../platform/session/session.ts'
import { gatePassToken, readGatePass } from './gate-pass.ts'
import { issueRoutes } from './routes.ts'

const name = 'goods-issue'
const { role } = cataloguePage(gateCheckPath)

describe('a gate pass', () => {
  const world = useWorld()
  const trade = tradeOf(world, name)
  const dataFolder = mkdtempSync(join(tmpdir(), 'kufang-gate-'))
  const secrets = openSecretBox({ dataFolder })
  const guard = () => person('门卫', [role])
  const tokenOf = async (id: string): Promise<string> => {
    const { companyCode, docNo } = await trade.header(id)
    return gatePassToken(secrets, companyCode, docNo)
  }
  const shown = async (id: string, session: Session = guard()) =>
    readGatePass(world().database, secrets, session, await tokenOf(id))
  const issuedAt = async (state = 'issued') => trade.make(await newPlace(world()), state, goods(2))
  /** Another guard each time; `version` is what the phone has read. */
  const letPass = async (id: string, session: Session = guard(), version?: number) =>
    runAction(
      world().database,
      { session, functionCodes: new Set<string>() },
      name,
      id,
      'passGate',
      { version: version ?? (await trade.header(id)).version },
      newId(),
    )

  test('is valid with its goods and quantities, is used once, and says by whom and when', async () => {
    const id = await issuedAt()
    expect(await shown(id)).toMatchObject({
      state: 'valid',
      recipient: '沈一诺',
      usedAt: null,
      lines: [
        { lineNo: 1, quantity: '10', unit: 'EA' },
        { lineNo: 2, quantity: '10', unit: 'EA' },
      ],
    })
    await letPass(id)
    const used = await shown(id)
    expect(used).toMatchObject({ state: 'used', usedByName: '门卫' })
    expect(Date.now() - Date.parse(used.usedAt!)).toBeLessThan(60_000)
    expect(await codesOf(letPass(id))).toEqual(['gate-pass-used'])
    const log = await world().database.query<{ action: string; userName: string }>(
      `select action from audit_entry where subject_id = $1 and action = 'passGate'`,
      [id],
    )
    expect(log).toHaveLength(1)
    // The review and the posting go on, and the pass stays used.
    await trade.act(id, 'review')
    expect((await shown(id)).state).toBe('used')
  })

  test('says what is left of the goods, once a part was brought back', async () => {
    const id = await issuedAt()
    await trade.act(id, 'reversePart', {
      input: { reason: '部分当场退回' },
      lines: [{ lineNo: 2, quantityBack: '4' }],
    })
    expect((await shown(id)).lines.map(({ quantity }) => quantity)).toEqual(['10', '6'])
  })

  test('is used once by two guards at the same time', async () => {
    const id = await issuedAt()
    const { version } = await trade.header(id)
    const outcomes = await Promise.allSettled([
      letPass(id, guard(), version),
      letPass(id, guard(), version),
    ])
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  })

  test('is worth nothing before the goods are issued, and after the issue was reversed', async () => {
    const picked = await issuedAt('picked')
    expect((await shown(picked)).state).toBe('notIssued')
    expect(await codesOf(letPass(picked))).toEqual(['wrong-state'])
    const id = await issuedAt()
    await letPass(id)
    await trade.act(id, 'reversePhysical', { input: { reason: '物资原数退回' } })
    const back = await shown(id)
    expect(back.state).toBe('reversed')
    expect(back.usedAt).not.toBeNull()
    expect(await codesOf(letPass(id))).toEqual(['wrong-state'])
  })

  test('is not used by who gave the goods out', async () => {
    const id = await issuedAt()
    const { acts } = await trade.header(id)
    const keeper = { ...guard(), userId: acts['create']!.userId }
    expect(await codesOf(letPass(id, keeper))).toEqual(['separation-of-duties'])
  })

  test('is refused if it is forged, changed, of another installation, or outside of what the guard may see', async () => {
    const id = await issuedAt()
    const other = (await trade.header(await issuedAt())).docNo
    const token = await tokenOf(id)
    const [companyCode, docNo, signature] = token.split('.')
    const read = (text: string, session: Session = guard()) =>
      readGatePass(world().database, secrets, session, text)
    const elsewhere = openSecretBox({ dataFolder: mkdtempSync(join(tmpdir(), 'kufang-gate-')) })
    for (const wrong of [
      '',
      docNo!,
      `${companyCode}.${other}.${signature}`,
      `1020.${docNo}.${signature}`,
      `${companyCode}.${docNo}.${signature!.slice(0, -1)}`,
      `${companyCode}.${docNo}.`,
      gatePassToken(elsewhere, companyCode!, docNo!),
    ])
      expect(await codesOf(read(wrong)), wrong).toEqual(['gate-pass-unknown'])
    const ofOthers = person('外厂门卫', [role], { plants: ['0009'] })
    expect(await codesOf(read(token, ofOthers))).toEqual(['gate-pass-unknown'])
    expect(await codesOf(read(token, person('供应商', [role], { supplierNo: '100001' })))).toEqual([
      'gate-pass-unknown',
    ])
  })

  test('is printed for readers of the issue, and checked by guards only', async () => {
    const id = await issuedAt()
    const context = { database: world().database, dataFolder, settings: { secretKey: '' } }
    const callsOf = (session: Session): Promise<FastifyInstance> =>
      documentCalls(world().database, session, issueRoutes, context as unknown as ServerContext)
    const keeper = await callsOf(
      person('保管员', [cataloguePage('/shippingManagement/selfDelivery').role]),
    )
    const made = await keeper.inject({ url: `/api/issue/gate-pass/goods-issue/${id}` })
    expect(made.json()).toMatchObject({ datas: { token: await tokenOf(id) } })
    const foreign = await callsOf(
      person('保管员', [cataloguePage('/shippingManagement/selfDelivery').role], {
        plants: ['0009'],
      }),
    )
    expect(
      (await foreign.inject({ url: `/api/issue/gate-pass/goods-issue/${id}` })).statusCode,
    ).toBe(404)
    await keeper.close()
    await foreign.close()
  })
})
