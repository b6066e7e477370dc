import { randomUUID } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from 's3rver'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isRefusal } from '@kufang/kernel/refusal.ts'
import { ensureUser, wholeCompany } from '../../identity/ensure-user.ts'
import type { TestServer } from '../testing/test-server.ts'
import { startTestServer } from '../testing/test-server.ts'
import type { S3Settings } from '../settings.ts'
import { bytesOf } from '../testing/random.ts'
import type { TestDatabase } from '../testing/test-database.ts'
import { createTestDatabase } from '../testing/test-database.ts'
import { cleanUploads } from './clean-uploads.ts'
import { openContentStore } from './open-content-store.ts'
import { form, sha256, uploader } from './testing/send-parts.ts'
import { partBytes } from './uploads.ts'

const png = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), bytesOf(1, partBytes + 5)])
let folder: string
let bucketServer: S3rver
let s3: S3Settings
let test: TestDatabase
let server: TestServer
let token: string

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'kufang-s3-'))
  bucketServer = new S3rver({
    address: '127.0.0.1',
    port: 0,
    directory: folder,
    silent: true,
    configureBuckets: [{ name: 'kufang' }],
  })
  const { port } = await bucketServer.run()
  s3 = {
    bucket: 'kufang',
    region: 'us-east-1',
    endpoint: `http://127.0.0.1:${port}`,
    prefix: 'warehouse/',
    accessKey: 'S3RVER',
    secretKey: 'S3RVER',
  }
  test = await createTestDatabase()
  server = await startTestServer(test.connectionString, { s3 })
  await ensureUser(server.database, {
    account: 'keeper',
    userName: 'keeper',
    password: 'Kufang@2026',
    roles: ['KCCX'],
    plants: [{ companyCode: '1000' }],
    ...wholeCompany,
  })
  token = await server.tokenOf('keeper', 'Kufang@2026')
})

afterAll(async () => {
  await server?.close()
  await test?.drop()
  await bucketServer?.close()
  rmSync(folder, { recursive: true, force: true })
})

describe('files on S3', () => {
  it('arrive in parts, are merged and read, and leave nothing on our own disk', async () => {
    const keeper = uploader(server, token)
    const begun = (await keeper.begin('a.png', png)).body.datas
    for (const partNo of [2, 1]) {
      expect((await keeper.part(begun, png, partNo)).status).toBe(200)
    }
    const merged = await keeper.merge(begun.uploadId, sha256(png))
    expect([merged.status, merged.text.slice(0, 200)]).toEqual([200, expect.any(String)])
    const read = await server.app.inject({
      url: merged.body.datas.path,
      headers: { authorization: `Bearer ${token}` },
    })
    expect(read.rawPayload.equals(png)).toBe(true)
    const own = server.context.dataFolder
    expect(existsSync(join(own, 'uploads'))).toBe(false)
    expect(readdirSync(join(own, 'files', 'arriving'))).toEqual([])
    await server.database.query(`update file_upload set changed_at = now() - interval '2 days'`)
    const cleaned = await cleanUploads(server.database, server.context.settings)
    expect(cleaned.uploads).toBe(1)
    const left = readdirSync(folder, { recursive: true }).filter((name) =>
      String(name).includes(begun.uploadId),
    )
    expect(left.filter((name) => String(name).includes('_object'))).toEqual([])
  })

  it('hold pictures, by digest', async () => {
    const small = png.subarray(0, 500)
    const { body } = await server.call<{ path: string }>('POST', '/api/file/file_upload', {
      token,
      ...form('me.png', small),
    })
    const read = await server.app.inject({
      url: body.datas.path,
      headers: { authorization: `Bearer ${token}` },
    })
    expect([read.headers['content-type'], read.rawPayload.equals(small)]).toEqual([
      'image/png',
      true,
    ])
  })

  it('are refused when absent, and copied within the bucket', async () => {
    const store = openContentStore(server.context.settings)
    const digest = sha256(bytesOf(2, 8))
    const key = `files/${digest.slice(0, 2)}/${digest}`
    await expect(store.read(key)).rejects.toMatchObject({ code: 'not-found' })
    await expect(store.copy(`uploads/${randomUUID()}/merged`, key)).rejects.toSatisfy(isRefusal)
  })

  it('say so when the store cannot be reached', async () => {
    const settings = { ...server.context.settings, s3: { ...s3, endpoint: 'http://127.0.0.1:1' } }
    const store = openContentStore(settings)
    await expect(store.read(`uploads/${randomUUID()}/1`)).rejects.toMatchObject({
      code: 'file-store-unreachable',
    })
  })
})
