import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { newId } from '@kufang/kernel/identifier.ts'
import { expect, test } from 'vitest'
import type { ServerContext } from '../../platform/http/context.ts'
import { addAttachment } from '../../platform/files/attachments.ts'
import { contentOf } from '../../platform/files/detect-content.ts'
import type { Session } from '../../platform/session/session.ts'
import { documentAttachmentRoutes } from './attachments.ts'
import { documentCalls } from '../testing/http.ts'
import { goods, newPlace, ordered } from '../testing/ground.ts'
import { useWorld } from '../testing/trade.ts'

const world = useWorld()
const documentType = 'delivery-note'

/** A delivery note in entry, and who enters and confirms it. */
async function delivered() {
  const place = await newPlace(world())
  const order = await ordered(world(), place, goods(1))
  const { id } = await world().create(documentType, {
    header: { etaDate: '2099-12-01', deliveryMode: 'warehouse' },
    lines: [{ source: { id: order, lineNo: 1 }, quantity: '1' }],
  })
  const { header } = await world().read(documentType, id)
  const sender = world().actorFor(documentType, 'submit').session
  const receiver = world().actorFor(documentType, 'confirm').session
  const attach = (session: Session, isInternal = false) =>
    world().database.transaction((tx) =>
      addAttachment(
        tx,
        session,
        { companyCode: header.companyCode, documentType, documentId: id },
        {
          fileName: '质保书.pdf',
          digestSha256: '0'.repeat(64),
          sizeBytes: 10,
          content: contentOf('pdf'),
          isInternal,
        },
      ),
    )
  return { id, sender, receiver, attach }
}

async function calls(session: Session) {
  const settings = { dataFolder: mkdtempSync(join(tmpdir(), 'kufang-attached-')), s3: null }
  const context = { database: world().database, settings } as unknown as ServerContext
  return documentCalls(world().database, session, documentAttachmentRoutes, context)
}

async function remove(session: Session, attachmentId: string): Promise<string> {
  const app = await calls(session)
  const answer = await app.inject({
    method: 'POST',
    url: `/api/attachments/${attachmentId}/remove`,
    headers: { 'idempotency-key': newId() },
  })
  await app.close()
  return answer.statusCode === 200
    ? 'removed'
    : answer.json<{ datas: { code: string } }>().datas.code
}

test('an attachment is removed by whom has added it, while the document is in entry', async () => {
  const { sender, receiver, attach } = await delivered()
  const { id } = await attach(sender)
  expect(await remove(receiver, id)).toBe('attachment-of-other')
  expect(await remove(sender, id)).toBe('removed')
  expect(await remove(sender, id)).toBe('not-found')
})

test('what was there when somebody acted on the document stays as evidence, what came later may go', async () => {
  const { id, sender, receiver, attach } = await delivered()
  const early = await attach(sender)
  await world().act(documentType, id, 'submit')
  expect(await remove(sender, early.id)).toBe('attachment-relied-on')
  const late = await attach(receiver)
  expect(await remove(sender, late.id)).toBe('attachment-of-other')
  expect(await remove(receiver, late.id)).toBe('removed')
})

test('what staff attach for themselves is neither listed nor given to a supplier, what he attaches is seen by all', async () => {
  const { id, sender: person, receiver, attach } = await delivered()
  const sender = { ...person, scope: { ...person.scope, supplierNo: '100001' } }
  const hidden = await attach(receiver, true)
  const shown = await attach(receiver)
  const own = await attach(sender, true)
  const seenBy = async (session: Session) => {
    const app = await calls(session)
    const query = `companyCode=${hidden.companyCode}&documentType=${documentType}&documentId=${id}`
    const list = await app.inject(`/api/attachments?${query}`)
    const content = await app.inject(`/api/attachments/${hidden.id}/content`)
    await app.close()
    const { datas } = list.json<{ datas: { id: string }[] }>()
    return {
      ids: datas.map((row) => row.id),
      code: content.json<{ datas: { code: string } }>().datas.code,
    }
  }
  expect(await seenBy(sender)).toEqual({ ids: [shown.id, own.id], code: 'not-found' })
  // The content itself is not in this test's folder.
  expect((await seenBy(receiver)).ids).toEqual([hidden.id, shown.id, own.id])
})
