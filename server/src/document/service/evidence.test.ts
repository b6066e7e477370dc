import { person } from '../testing/small-company.ts'
import { createHash } from 'node:crypto'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { distributionOrder } from '@kufang/contract/distribution/distribution-order.ts'
import type { EvidenceKind } from '@kufang/contract/document/evidence.ts'
import { companyToday } from '@kufang/kernel/company-day.ts'
import { newId } from '@kufang/kernel/identifier.ts'
import { describe, expect, test } from 'vitest'
import type { ServerContext } from '../../platform/http/context.ts'
import { listAttachments } from '../../platform/files/attachments.ts'
import { openUploads } from '../../platform/files/uploads.ts'
import { bytesOf } from '../../platform/testing/random.ts'
import type { Settings } from '../../platform/settings.ts'
import { documentAttachmentRoutes } from '../routes/attachments.ts'
import { actOnEach } from './act-on-each.ts'
import { codesOf, refusalsOf } from '../conformance/subject.ts'
import { keepEvidence, type Evidence } from './evidence.ts'
import { createDocument, runAction, type Actor } from './service.ts'
import { stocked } from '../testing/core-flow.ts'
import { goods, newPlace } from '../testing/ground.ts'
import { documentCalls } from '../testing/http.ts'
import { materials } from '../testing/small-company.ts'
import { tradeOf, useWorld } from '../testing/trade.ts'

const name = distributionOrder.name
const world = useWorld()
const trade = tradeOf(world, name)
const settings = {
  dataFolder: mkdtempSync(join(tmpdir(), 'kufang-evidence-')),
  s3: null,
  uploadBytesOfPersonMax: 10 ** 9,
} as unknown as Settings
const uploads = openUploads(settings)
let pictures = 0
/** Each has another content. */
function picture(): Buffer {
  pictures += 1
  return Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), bytesOf(pictures, 200)])
}

describe('a hand-over', () => {
  let vehicles = 0
  /** An order that has left, and the person who delivers it. */
  async function underWay(): Promise<{ id: string; driver: Actor; version: number }> {
    const vehicle = `E${(vehicles += 1)}`
    await world().database.query(
      `insert into vehicle (company_code, vehicle, plate_no, name, load_capacity_kg)
       values ('1010', $1, $1, '货车', 1000)`,
      [vehicle],
    )
    const id = await trade.make(await newPlace(world()), 'waiting', goods(1))
    await trade.act(id, 'allot', {
      input: { vehicle, driver: 'D1', tripDate: companyToday(), weightKg: '120' },
    })
    await trade.act(id, 'load')
    await trade.act(id, 'depart')
    const { version } = await trade.header(id)
    return { id, driver: await enrolled('sign'), version }
  }

  /** A person who may do this and has an account, because uploads belong to accounts. */
  async function enrolled(action: string, document: string = name): Promise<Actor> {
    const actor = world().actorFor(document, action)
    const { userId, userName } = actor.session
    await world().database.query(
      `insert into app_user (id, account, user_name, password_hash, created_by, changed_by)
       values ($1, $2, $3, 'x', $1, $1)`,
      [userId, `driver-${userId}`, userName],
    )
    return actor
  }

  async function uploaded({ session }: Actor, fileName: string, content: Buffer): Promise<string> {
    const { database } = world()
    const wish = { fileName, sizeBytes: content.length, fingerprint: newId() }
    const { uploadId } = await database.transaction((tx) =>
      uploads.begin(tx, session, wish, 10 ** 8),
    )
    await uploads.addPart(database, session, { uploadId, partNo: 1 }, Readable.from(content))
    await uploads.merge(database, session, uploadId)
    return uploadId
  }
  const keep = (actor: Actor, ...wanted: { uploadId: string; kind: EvidenceKind }[]) =>
    keepEvidence(world().database, settings, actor.session, wanted)
  const taken = async (
    actor: Actor,
    kind: EvidenceKind,
    content = picture(),
    fileName = `${kind}.png`,
  ) => keep(actor, { uploadId: await uploaded(actor, fileName, content), kind })
  const sign = (
    { id, driver, version }: Awaited<ReturnType<typeof underWay>>,
    evidence: readonly Evidence[],
    input: Record<string, unknown> = { receivedBy: '张三' },
    key = newId(),
  ) =>
    runAction(
      world().database,
      driver,
      name,
      id,
      'sign',
      { version, input },
      key,
      undefined,
      evidence,
    )
  const direct = { name: 'direct-receipt', ...tradeOf(world, 'direct-receipt') }
  /** A person of the unit signs for goods on the truck, for all or all but one. */
  const signDirectly = async (
    actor: Actor,
    id: string,
    action: string,
    evidence: readonly Evidence[],
  ) =>
    runAction(
      world().database,
      actor,
      direct.name,
      id,
      action,
      {
        version: (await direct.header(id)).version,
        input: {
          signedBy: 'P1',
          visualCheck: 'intact',
          ...(action === 'sign' ? {} : { reason: '数量多于需要' }),
        },
        ...(action === 'sign' ? {} : { lines: [{ lineNo: 1, acceptedQuantity: '9' }] }),
      },
      newId(),
      undefined,
      evidence,
    )
  const attached = async (id: string, documentType: string = name) =>
    listAttachments(world().database, person('查询员', []), {
      companyCode: '1010',
      documentType,
      documentId: id,
    })

  test('keeps signature and pictures with who, when and their digest, and the audit log says so', async () => {
    const order = await underWay()
    const content = picture()
    const evidence = [
      ...(await taken(order.driver, 'signature', content)),
      ...(await taken(order.driver, 'picture')),
    ]
    await sign(order, evidence)
    const [signature, photo] = await attached(order.id)
    const digest = createHash('sha256').update(content).digest('hex')
    expect(signature).toMatchObject({
      kind: 'signature.sign',
      mediaType: 'image/png',
      digestSha256: digest,
      createdBy: order.driver.session.userId,
      createdByName: order.driver.session.userName,
    })
    expect(photo).toMatchObject({ kind: 'picture.sign' })
    const log = await world().database.query<{ action: string; after: { digestSha256: string } }>(
      `select action, after from audit_entry where subject_id = $1 and action = 'attachment.add' order by id`,
      [order.id],
    )
    expect(log.map(({ after }) => after.digestSha256)).toContain(digest)
    expect((await trade.header(order.id)).state).toBe('signed')
  })

  test('keeps nothing if it is refused', async () => {
    const order = await underWay()
    const evidence = await taken(order.driver, 'signature')
    expect(await codesOf(sign(order, evidence, {}))).toEqual(['field-required'])
    expect(await attached(order.id)).toEqual([])
    await sign(order, evidence)
    expect(await attached(order.id)).toHaveLength(1)
  })

  test('is done once, with its evidence once, when the request is repeated', async () => {
    const order = await underWay()
    const uploadId = await uploaded(order.driver, 'signature.png', picture())
    const key = newId()
    for (let times = 0; times < 2; times += 1) {
      const evidence = await keep(order.driver, { uploadId, kind: 'signature' })
      await sign(order, evidence, { receivedBy: '张三' }, key)
    }
    expect(await attached(order.id)).toHaveLength(1)
  })

  test('takes one signature, pictures only, of the own uploads, and only where something changes hands', async () => {
    const order = await underWay()
    const [one, two] = [
      await taken(order.driver, 'signature'),
      await taken(order.driver, 'signature'),
    ]
    const refused = ['input-invalid']
    expect(await codesOf(sign(order, [...one, ...two]))).toEqual(refused)
    const text = await taken(order.driver, 'signature', Buffer.from('%PDF-1.7\n%%EOF'), 'a.pdf')
    expect(await codesOf(sign(order, text))).toEqual(refused)
    const stranger = await enrolled('sign')
    const uploadId = await uploaded(order.driver, 'signature.png', picture())
    expect(await codesOf(keep(stranger, { uploadId, kind: 'signature' }))).toEqual(['not-found'])
    const loader = world().actorFor(name, 'bringBack')
    const input = { reason: '无人签收' }
    const back = runAction(
      world().database,
      loader,
      name,
      order.id,
      'bringBack',
      { version: order.version, input },
      newId(),
      undefined,
      one,
    )
    expect(await codesOf(back)).toEqual(refused)
    expect(await attached(order.id)).toEqual([])
  })

  test('is the handing over of papers, too, and of goods that leave in an emergency', async () => {
    const papers = 'document-handover'
    const id = await tradeOf(world, papers).make(await newPlace(world()), 'submitted')
    const recipient = await enrolled('confirm', papers)
    const { version } = (await world().read(papers, id)).header
    const signature = await taken(recipient, 'signature')
    const { database } = world()
    await runAction(
      database,
      recipient,
      papers,
      id,
      'confirm',
      { version },
      newId(),
      undefined,
      signature,
    )
    expect(await attached(id, papers)).toMatchObject([{ kind: 'signature.confirm' }])

    const emergency = 'emergency-issue'
    const place = await newPlace(world())
    const { companyCode, plant, storageLocation } = place
    await stocked(world(), place, goods(1, materials.bolt))
    const keeper = await enrolled('issue', emergency)
    const wanted = {
      companyCode,
      header: { plant, storageLocation, pickingUnit: 'U1', requester: 'P1', cause: '设备泄漏处理' },
      lines: [{ materialNo: materials.bolt, bin: 'A-01', quantity: '2' }],
      actionAfterCreate: 'issue',
    }
    const evidence = await taken(keeper, 'signature')
    const made = await createDocument(
      database,
      keeper,
      emergency,
      wanted,
      newId(),
      undefined,
      evidence,
    )
    expect(await attached(made.id, emergency)).toMatchObject([{ kind: 'signature.issue' }])
  })

  test.each(['sign', 'signPartly'])(
    'is the receipt of goods that go straight to their unit: %s',
    async (action) => {
      const id = await direct.make(await newPlace(world()), 'dispatched', goods(1, materials.bolt))
      const actor = await enrolled(action, direct.name)
      await signDirectly(actor, id, action, await taken(actor, 'signature'))
      expect(await attached(id, direct.name)).toMatchObject([{ kind: `signature.${action}` }])
      expect((await direct.header(id)).state).toBe('signed')
    },
  )

  test('leaves evidence that nobody removes, and that nobody can add afterwards', async () => {
    const order = await underWay()
    await sign(order, await taken(order.driver, 'signature'))
    const [signature] = await attached(order.id)
    const { session } = order.driver
    const context = { database: world().database, settings } as unknown as ServerContext
    const app = await documentCalls(world().database, session, documentAttachmentRoutes, context)
    const removed = await app.inject({
      method: 'POST',
      url: `/api/attachments/${signature!.id}/remove`,
      headers: { 'idempotency-key': newId() },
    })
    expect(removed.json()).toMatchObject({ datas: { code: 'attachment-relied-on' } })
    const forged = await app.inject({
      method: 'POST',
      url: '/api/attachments/from-upload',
      headers: { 'idempotency-key': newId() },
      payload: {
        companyCode: signature!.companyCode,
        documentType: name,
        documentId: order.id,
        kind: 'signature.sign',
        uploadId: await uploaded(order.driver, 'forged.png', picture()),
      },
    })
    expect(forged.statusCode).toBe(400)
    await app.close()
    expect(await attached(order.id)).toHaveLength(1)
  })

  test('needs a signature where the company wants one, each document its own; what the system does needs none', async () => {
    const [order, other] = [await underWay(), await underWay()]
    await world().database.query(
      `insert into business_parameter (company_code, id, plant, name, value, valid_from, changed_by, changed_by_name)
     values ('1010', gen_random_uuid(), '', 'handover.signature', '"required"', '2020-01-01', gen_random_uuid(), 'test')`,
    )
    const unsigned = await refusalsOf(sign(order, await taken(order.driver, 'picture')))
    expect(unsigned).toMatchObject([
      { code: 'signature-required', params: { action: '签收', signer: '签收人' } },
    ])
    expect(await attached(order.id)).toEqual([])
    const together = await actOnEach(
      world().database,
      order.driver,
      { name, action: 'sign', input: { receivedBy: '张三' } },
      [order, other].map(({ id, version }) => ({ id, version, idempotencyKey: newId() })),
      (error) => {
        throw error
      },
    )
    expect(together).toMatchObject([
      { id: order.id, error: { code: 'signature-required' } },
      { id: other.id, error: { code: 'signature-required' } },
    ])
    for (const action of ['sign', 'signPartly']) {
      const id = await direct.make(await newPlace(world()), 'dispatched', goods(1, materials.bolt))
      const actor = await enrolled(action, direct.name)
      expect(await refusalsOf(signDirectly(actor, id, action, []))).toMatchObject([
        { code: 'signature-required' },
      ])
      expect((await direct.header(id)).state).toBe('dispatched')
    }
    // Its goods issue is done by the system, as the order is signed for.
    await sign(order, await taken(order.driver, 'signature'))
    expect((await trade.header(order.id)).state).toBe('signed')
  })
})
