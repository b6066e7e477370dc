import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ensureUser, wholeCompany } from '../../identity/ensure-user.ts'
import { bytesOf } from '../testing/random.ts'
import type { TestServer } from '../testing/test-server.ts'
import { startTestServer } from '../testing/test-server.ts'
import type { TestDatabase } from '../testing/test-database.ts'
import { createTestDatabase } from '../testing/test-database.ts'
import { attachmentRoutes } from './attachment-routes.ts'
import type { Attachment } from './attachments.ts'
import { cleanUploads } from './clean-uploads.ts'
import { checkedKey, uploadPrefix } from './content-store.ts'
import { form, sha256, uploader } from './testing/send-parts.ts'
import { partBytes } from './uploads.ts'

/** A text of two full parts and a remainder, and a picture with valid content. */
const text = Buffer.from('物料,数量\n'.repeat(Math.ceil((2 * partBytes + 1000) / 14)))
const png = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), bytesOf(1, 100)])
const bytesMax = 20 * 1024 * 1024
let test: TestDatabase
let server: TestServer
let token: string
let keeper: ReturnType<typeof uploader>
let stranger: ReturnType<typeof uploader>

beforeAll(async () => {
  test = await createTestDatabase()
  server = await startTestServer(test.connectionString, {})
  for (const account of ['keeper', 'stranger']) {
    await ensureUser(server.database, {
      account,
      userName: account,
      password: 'Kufang@2026',
      roles: ['KCCX'],
      plants: [{ companyCode: '1000' }],
      ...wholeCompany,
    })
  }
  token = await server.tokenOf('keeper', 'Kufang@2026')
  keeper = uploader(server, token)
  stranger = uploader(server, await server.tokenOf('stranger', 'Kufang@2026'))
})

afterAll(async () => {
  await server?.close()
  await test?.drop()
})

/** Another person, signed in. */
async function person(account: string): Promise<{ token: string }> {
  const roles = ['KCCX']
  await ensureUser(server.database, { account, userName: account, password: 'Kufang@2026', roles })
  return { token: await server.tokenOf(account, 'Kufang@2026') }
}
/** The pictures of persons in the store, by digest. */
const photos = () => {
  const folder = join(server.context.dataFolder, 'photos')
  return existsSync(folder)
    ? readdirSync(folder, { recursive: true })
        .map(String)
        .flatMap((name) => /[0-9a-f]{64}$/.exec(name) ?? [])
    : []
}
const sendPhoto = (token: string, name: string, content: Buffer) =>
  server.call<{ path: string; code: string }>('POST', '/api/file/file_upload', {
    token,
    ...form(name, content),
  })

const folderOf = (id: string) => join(server.context.dataFolder, 'uploads', id)

describe('a file in parts', () => {
  it('arrives in any order, is merged, read by its owner and by nobody else', async () => {
    const { datas: begun } = (await keeper.begin('台账.csv', text)).body
    expect(begun).toMatchObject({ partBytes, partCount: 3, received: [] })
    await keeper.part(begun, text, 3)
    await keeper.part(begun, text, 1)
    const early = await keeper.merge(begun.uploadId)
    expect([early.status, early.body.datas.code]).toEqual([409, 'upload-incomplete'])
    expect(early.body.datas.params).toEqual({ parts: '2' })
    expect((await keeper.part(begun, text, 2)).body.datas.received).toEqual([1, 2, 3])
    const merged = await keeper.merge(begun.uploadId, sha256(text))
    expect(merged.body.datas).toMatchObject({ fileName: '台账.csv', digestSha256: sha256(text) })
    const again = await keeper.merge(begun.uploadId)
    expect(again.body.datas).toEqual(merged.body.datas)
    const read = await server.app.inject({
      url: merged.body.datas.path,
      headers: { authorization: `Bearer ${token}` },
    })
    expect(read.rawPayload.equals(text)).toBe(true)
    expect(read.headers['content-disposition']).toContain('filename*=UTF-8')
    expect((await stranger.merge(begun.uploadId)).status).toBe(404)
    expect((await stranger.part(begun, text, 1)).status).toBe(404)
    expect(readdirSync(join(server.context.dataFolder, 'files', 'arriving'))).toEqual([])
  })

  it('is taken up where it was cut, also when a part came twice', async () => {
    const first = (await keeper.begin('resumed.csv', text, 'resumed.csv 1')).body.datas
    await keeper.part(first, text, 1)
    await keeper.part(first, text, 1)
    const second = (await keeper.begin('resumed.csv', text, 'resumed.csv 1')).body.datas
    expect(second).toMatchObject({ uploadId: first.uploadId, received: [1] })
    const other = (await keeper.begin('resumed.csv', text, 'resumed.csv 2')).body.datas
    expect(other.uploadId).not.toBe(first.uploadId)
  })

  it('is refused part by part when size or checksum are not as said', async () => {
    const begun = (await keeper.begin('checked.csv', text)).body.datas
    const wrong = await keeper.part(begun, text, 1, sha256(png))
    expect([wrong.status, wrong.body.datas.code]).toEqual([422, 'upload-part-differs'])
    const short = await keeper.part({ ...begun, partBytes: 100 }, text, 1)
    expect(short.body.datas.code).toBe('upload-part-differs')
    expect((await keeper.part(begun, text, 9)).status).toBe(422)
    expect(existsSync(folderOf(begun.uploadId))).toBe(false)
    for (const partNo of [1, 2, 3]) await keeper.part(begun, text, partNo)
    const whole = await keeper.merge(begun.uploadId, sha256(png))
    expect(whole.body.datas.code).toBe('upload-part-differs')
    expect((await keeper.merge(begun.uploadId)).status).toBe(404)
  })

  it('is judged by its content, and gone when it may not be kept', async () => {
    for (const [name, content, code] of [
      ['picture.pdf', png, 'file-extension-differs'],
      ['tool.png', Buffer.from('4d5a900003000000', 'hex'), 'file-type-refused'],
    ] as const) {
      const begun = (await keeper.begin(name, content)).body.datas
      await keeper.part(begun, content, 1)
      const merged = await keeper.merge(begun.uploadId)
      expect([merged.status, merged.body.datas.code]).toEqual([415, code])
      expect(existsSync(folderOf(begun.uploadId))).toBe(false)
      expect((await keeper.merge(begun.uploadId)).status).toBe(404)
    }
  })

  it('is refused at the start when it is larger than the business parameter says', async () => {
    const answer = await server.call('POST', '/api/file/uploads', {
      token,
      payload: { fileName: 'big.zip', sizeBytes: bytesMax + 1, fingerprint: 'big' },
    })
    expect([answer.status, answer.body.datas['code'], answer.body.resp_msg]).toEqual([
      413,
      'file-too-large',
      '文件 big.zip 超过 20 MB',
    ])
  })

  it('keeps no path of its name, and no key leads out of the store', async () => {
    const begun = (await keeper.begin('..\\..\\etc/秘密.csv', text, 'path')).body.datas
    expect(begun.fileName).toBe('秘密.csv')
    const bad = await server.call('POST', '/api/file/mergeFile', {
      token,
      payload: { uploadId: '../../etc/passwd' },
    })
    expect(bad.status).toBe(400)
    for (const key of ['files/../../x', 'uploads/../../../etc/passwd', '/etc/passwd', 'files/ab/x'])
      expect(() => checkedKey(key)).toThrow(RangeError)
    expect(() => uploadPrefix('../..')).toThrow(RangeError)
  })

  it('counts while nothing uses it, also when it is whole', async () => {
    const { token: other } = await person('merging')
    const merging = uploader(server, other)
    for (let count = 0; count < 40; count += 1) {
      const begun = (await merging.begin(`${count}.png`, png)).body.datas
      await merging.part(begun, png, 1)
      expect((await merging.merge(begun.uploadId)).status).toBe(200)
    }
    const more = await merging.begin('a.csv', text, 'one more')
    expect([more.status, more.body.datas.code]).toEqual([429, 'uploads-too-many'])
  })

  it('cannot pile up without end', async () => {
    for (let count = 0; count < 40; count += 1) await stranger.begin('a.csv', text, `many ${count}`)
    const more = await stranger.begin('a.csv', text, 'one more')
    expect([more.status, more.body.datas.code]).toEqual([429, 'uploads-too-many'])
  })
})

describe('a merged upload', () => {
  it('becomes an attachment of a document its owner works on', async () => {
    const second = await startTestServer(
      test.connectionString,
      { dataFolder: server.context.dataFolder },
      (app, context) =>
        void app.register(
          async (scope) =>
            attachmentRoutes(
              () => Promise.resolve(),
              () => Promise.resolve(bytesMax),
            )(scope, context),
          { prefix: '/test' },
        ),
    )
    const begun = (await keeper.begin('质保书.png', png)).body.datas
    await keeper.part(begun, png, 1)
    await keeper.merge(begun.uploadId)
    const subject = { companyCode: '1000', documentType: 'goodsReceipt', documentId: randomUUID() }
    const made = await second.call<Attachment>('POST', '/test/api/attachments/from-upload', {
      token,
      payload: { ...subject, uploadId: begun.uploadId },
    })
    expect(made.body.datas).toMatchObject({ fileName: '质保书.png', mediaType: 'image/png' })
    const strange = await second.call('POST', '/test/api/attachments/from-upload', {
      token: await second.tokenOf('stranger', 'Kufang@2026'),
      payload: { ...subject, uploadId: begun.uploadId },
    })
    expect(strange.status).toBe(404)
    const content = await second.app.inject({
      url: `/test/api/attachments/${made.body.datas.id}/content`,
      headers: { authorization: `Bearer ${token}` },
    })
    expect(content.rawPayload.equals(png)).toBe(true)
    await second.close()
  })
})

describe('housekeeping', () => {
  it('ends what nobody touched for a day, and nothing younger', async () => {
    await server.database.query(`delete from file_upload`)
    const old = (await keeper.begin('old.csv', text)).body.datas
    const young = (await keeper.begin('young.csv', text)).body.datas
    await keeper.part(old, text, 1)
    await keeper.part(young, text, 1)
    await server.database.query(
      `update file_upload set changed_at = now() - interval '25 hours' where id = $1`,
      [old.uploadId],
    )
    const arriving = join(server.context.dataFolder, 'files', 'arriving')
    mkdirSync(arriving, { recursive: true })
    writeFileSync(join(arriving, 'cut-off'), 'x')
    utimesSync(join(arriving, 'cut-off'), 0, 0)
    const { database, context } = server
    expect(await cleanUploads(database, context.settings)).toMatchObject({
      uploads: 1,
      leftovers: 1,
    })
    expect([existsSync(folderOf(old.uploadId)), existsSync(folderOf(young.uploadId))]).toEqual([
      false,
      true,
    ])
    expect((await keeper.part(old, text, 2)).status).toBe(404)
    expect((await keeper.part(young, text, 2)).status).toBe(200)
    expect(await cleanUploads(database, context.settings)).toMatchObject({
      uploads: 0,
      leftovers: 0,
    })
  })
})

describe('the description of the calls', () => {
  it('tells each with a summary and examples of what goes and what comes', async () => {
    const { text } = await server.described('/api/docs/json')
    const { paths } = JSON.parse(text) as {
      paths: Record<string, Record<string, { summary?: string; responses: unknown }>>
    }
    for (const path of ['/api/file/uploads', '/api/file/file_upload', '/api/file/mergeFile']) {
      const call = paths[path]?.['post']
      expect([path, typeof call?.summary]).toEqual([path, 'string'])
      expect([path, JSON.stringify(call?.responses)]).toEqual([
        path,
        expect.stringContaining('"resp_code":0'),
      ])
    }
  })
})

describe('a picture of a person', () => {
  it.each([
    ['huge.png', Buffer.concat([png, Buffer.alloc(2 * 1024 * 1024)]), 413, 'file-too-large'],
    ['note.txt', Buffer.from('text'), 415, 'picture-refused'],
    ['fake.png', Buffer.from('<svg onload="alert(1)"/>'), 415, 'file-extension-differs'],
  ])('is no %s', async (name, content, status, code) => {
    const answer = await server.call('POST', '/api/file/file_upload', {
      token,
      ...form(name, content),
    })
    expect([answer.status, answer.body.datas['code']]).toEqual([status, code])
  })

  it('that is refused is not stored', async () => {
    const refused = Buffer.from(`%PDF-1.7 ${randomUUID()}`)
    expect((await sendPhoto(token, 'note.pdf', refused)).status).toBe(415)
    expect(photos()).not.toContain(sha256(refused))
  })

  it('that nobody uses is removed after a day, and one in use is kept', async () => {
    const [used, unused, young] = [1, 2, 3].map((seed) => Buffer.concat([png, bytesOf(seed, 20)]))
    const { body } = await sendPhoto(token, 'me.png', used!)
    await sendPhoto(token, 'other.png', unused!)
    const { database, context } = server
    await database.query(`update app_user set photo = $1 where account = 'keeper'`, [
      body.datas.path,
    ])
    await database.query(`update stored_content set stored_at = now() - interval '25 hours'`)
    await sendPhoto(token, 'young.png', young!)
    for (const removed of [1, 0]) {
      expect(await cleanUploads(database, context.settings)).toMatchObject({ unused: removed })
      expect(photos()).toEqual(expect.arrayContaining([sha256(used!), sha256(young!)]))
      expect(photos()).not.toContain(sha256(unused!))
    }
    // Sent again it is there again.
    await sendPhoto(token, 'other.png', unused!)
    expect(photos()).toContain(sha256(unused!))
  })

  it('needs somebody signed in', async () => {
    const answer = await server.call('POST', '/api/file/file_upload', form('me.png', png))
    expect(answer.status).toBe(401)
  })
})

describe('what a person sends in a day', () => {
  it('is limited, in parts, as a picture and as an attachment, and others go on', async () => {
    const second = await startTestServer(test.connectionString, {
      dataFolder: server.context.dataFolder,
      uploadBytesOfPersonMax: text.length + 200,
    })
    const sender = uploader(second, (await person('sender')).token)
    const begun = (await sender.begin('a.csv', text)).body.datas
    for (const partNo of [1, 2, 3])
      expect((await sender.part(begun, text, partNo)).status).toBe(200)
    expect((await sender.merge(begun.uploadId)).status).toBe(200)
    const next = (await sender.begin('b.csv', text)).body.datas
    const refused = await sender.part(next, text, 1)
    expect([refused.status, refused.body.datas.code]).toEqual([429, 'upload-quota-reached'])
    expect(refused.body.resp_msg).toBe('今日上传已达每人每天 1 MB 的上限，请明天再传或联系管理员')
    expect(existsSync(folderOf(next.uploadId))).toBe(false)
    const big = Buffer.concat([png, bytesOf(4, 200)])
    const picture = await second.call('POST', '/api/file/file_upload', {
      token: (await person('sender')).token,
      ...form('me.png', big),
    })
    expect(picture.body.datas['code']).toBe('upload-quota-reached')
    expect(photos()).not.toContain(sha256(big))
    const other = uploader(second, (await person('other')).token)
    const theirs = (await other.begin('b.csv', text)).body.datas
    expect((await other.part(theirs, text, 1)).status).toBe(200)
    await second.database.query(`update received_bytes set day = day - 1`)
    expect((await sender.part(next, text, 1)).status).toBe(200)
    await second.close()
  })
})
