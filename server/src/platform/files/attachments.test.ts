import { randomUUID } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { refuse } from '@kufang/kernel/refusal.ts'
import { ensureUser, wholeCompany } from '../../identity/ensure-user.ts'
import type { FailureData } from '../http/envelope.ts'
import type { TestServer } from '../testing/test-server.ts'
import { startTestServer } from '../testing/test-server.ts'
import type { TestDatabase } from '../testing/test-database.ts'
import { createTestDatabase } from '../testing/test-database.ts'
import { attachmentRoutes } from './attachment-routes.ts'
import type { Attachment } from './attachments.ts'
import { plainFileName } from './plain-file-name.ts'
import { zipOf } from '../../../../bench/attack/zip.ts'

const sizeMax = 4096
const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')
let test: TestDatabase
let server: TestServer
let token: string
let document: string
const asked: string[] = []

beforeAll(async () => {
  test = await createTestDatabase()
  server = await startTestServer(
    test.connectionString,
    {},
    // The product's routes ask the document service; these record the questions.
    (app, context) =>
      void app.register(
        async (scope) =>
          attachmentRoutes(
            async (_database, session, subject, intent) => {
              asked.push(typeof intent === 'string' ? intent : 'remove')
              if (!session.scope.companyCodes.includes(subject.companyCode)) {
                throw refuse('not-found', { subject: '单据', no: subject.documentId })
              }
            },
            () => Promise.resolve(sizeMax),
          )(scope, context),
        { prefix: '/test' },
      ),
  )
  for (const [account, companyCode] of [
    ['keeper', '1000'],
    ['stranger', '2000'],
  ] as const) {
    await ensureUser(server.database, {
      account,
      userName: account,
      password: 'Kufang@2026',
      roles: ['KCCX'],
      plants: [{ companyCode }],
      ...wholeCompany,
    })
  }
  token = await server.tokenOf('keeper', 'Kufang@2026')
})

beforeEach(() => {
  document = randomUUID()
  asked.length = 0
})

afterAll(async () => {
  await server?.close()
  await test?.drop()
})

function upload(name: string, content: Buffer | string, url = address()) {
  const boundary = 'boundary-of-this-test'
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: application/x-claimed\r\n\r\n`
  return server.call<Attachment[] & FailureData>('POST', url, {
    token,
    payload: Buffer.concat([
      Buffer.from(head),
      Buffer.from(content),
      Buffer.from(`\r\n--${boundary}--\r\n`),
    ]),
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  })
}
const address = () =>
  `/test/api/attachments?companyCode=1000&documentType=goodsReceipt&documentId=${document}`
const arriving = () => readdirSync(join(server.context.dataFolder, 'files', 'arriving'))

/** A zip with one empty stored entry per name. */
const zip = (...names: string[]) =>
  zipOf(names.map((name) => ({ name, content: '', isDeflated: false })))

describe('an attachment', () => {
  it('is stored, listed, read under its Chinese name and taken off', async () => {
    const { status, body } = await upload('质保书 2026(1).png', png)
    expect(status).toBe(200)
    const [made] = body.datas
    expect(made).toMatchObject({
      fileName: '质保书 2026(1).png',
      mediaType: 'image/png',
      sizeBytes: png.length,
      createdByName: 'keeper',
    })
    const listed = await server.call<Attachment[]>('GET', address(), { token })
    expect(listed.body.datas.map((entry) => entry.id)).toEqual([made!.id])
    const content = await server.app.inject({
      url: `/test/api/attachments/${made!.id}/content`,
      headers: { authorization: `Bearer ${token}` },
    })
    expect(content.rawPayload.equals(png)).toBe(true)
    expect(content.headers['content-disposition']).toBe(
      `attachment; filename="___ 2026(1).png"; filename*=UTF-8''${encodeURIComponent('质保书 2026').replaceAll('(', '%28')}%281%29.png`,
    )
    expect(content.headers['x-content-type-options']).toBe('nosniff')
    expect(content.headers['content-security-policy']).toContain('sandbox')
    expect(
      (await server.call('POST', `/test/api/attachments/${made!.id}/remove`, { token })).status,
    ).toBe(200)
    expect((await server.call<Attachment[]>('GET', address(), { token })).body.datas).toEqual([])
    expect(
      (await server.call('GET', `/test/api/attachments/${made!.id}/content`, { token })).status,
    ).toBe(404)
    const traces = await server.database.query(
      `select action from audit_entry where subject_id = $1 order by id`,
      [document],
    )
    expect(traces).toEqual([{ action: 'attachment.add' }, { action: 'attachment.remove' }])
    expect(asked).toEqual(['add', 'add', 'read', 'read', 'remove', 'read'])
  })

  it.each<[string, Buffer | string, string]>([
    ['a.jpg', Buffer.from('ffd8ffe000104a46', 'hex'), 'image/jpeg'],
    ['a.gif', 'GIF89a....', 'image/gif'],
    ['a.pdf', '%PDF-1.7\n...', 'application/pdf'],
    ['a.zip', zip('a.txt'), 'application/zip'],
    [
      'a.xlsx',
      zip('[Content_Types].xml', 'xl/workbook.xml'),
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    ],
    [
      'a.docx',
      zip('[Content_Types].xml', 'word/document.xml'),
      'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    ],
    ['a.txt', '物料;数量\n1;2', 'text/plain'],
    ['b.csv', Buffer.from('ceefc1cf2cca fdc1bf0d0a'.replaceAll(' ', ''), 'hex'), 'text/plain'],
  ])('is known by its content: %s', async (name, content, mediaType) => {
    const { status, body } = await upload(name, content)
    expect([status, body.datas[0]?.mediaType]).toEqual([200, mediaType])
  })

  it.each<[string, Buffer | string, number, string]>([
    ['program.png', Buffer.from('4d5a900003000000', 'hex'), 415, 'file-type-refused'],
    ['page.html', '<script>alert(1)</script>', 415, 'file-extension-differs'],
    ['picture.pdf', png, 415, 'file-extension-differs'],
    ['macro.xlsx', zip('[Content_Types].xml', 'ppt/x.xml'), 415, 'file-type-refused'],
    ['broken.zip', Buffer.from('504b0304aaaa', 'hex'), 415, 'file-type-refused'],
    ['big.txt', 'x'.repeat(sizeMax + 1), 413, 'file-too-large'],
    ['empty.txt', '', 400, 'file-missing'],
  ])('is refused for %s and leaves nothing behind', async (name, content, status, code) => {
    const answer = await upload(name, content)
    expect([answer.status, answer.body.datas.code]).toEqual([status, code])
    expect(arriving()).toEqual([])
    expect((await server.call<Attachment[]>('GET', address(), { token })).body.datas).toEqual([])
  })

  it('of another company is not even there', async () => {
    const made = (await upload('a.png', png)).body.datas[0]!
    const stranger = await server.tokenOf('stranger', 'Kufang@2026')
    for (const [method, url] of [
      ['GET', `/test/api/attachments/${made.id}/content`],
      ['POST', `/test/api/attachments/${made.id}/remove`],
      ['GET', address()],
    ] as const) {
      const { status } = await server.call(method, url, { token: stranger })
      expect([url, status]).toEqual([url, 404])
    }
  })

  it('keeps no path, no control characters and no endless name', () => {
    expect(plainFileName('C:\\temp\\..\\图纸\u0000\u202e.pdf')).toBe('图纸.pdf')
    expect(plainFileName('../../etc/passwd')).toBe('passwd')
    expect(plainFileName(`${'长'.repeat(300)}.xlsx`)).toMatch(/^长{195}\.xlsx$/)
  })
})

describe('a picture of a person', () => {
  it('is uploaded and read', async () => {
    const { status, body } = await upload('me.png', png, '/api/file/file_upload')
    expect(status).toBe(200)
    const { path } = body.datas as unknown as { path: string }
    const read = await server.app.inject({
      url: path,
      headers: { authorization: `Bearer ${token}` },
    })
    expect([read.statusCode, read.headers['content-type'], read.rawPayload.equals(png)]).toEqual([
      200,
      'image/png',
      true,
    ])
    const text = await upload('me.txt', 'text', '/api/file/file_upload')
    expect(text.body.datas.code).toBe('picture-refused')
    const absent = await server.call('GET', `/api/file/photo/${'0'.repeat(64)}.png`, { token })
    expect(absent.status).toBe(404)
  })
})
