import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { TestClient, at, stockLines, testSeed } from './test-client.ts'

const folders: string[] = []
const children: ChildProcess[] = []

afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true })
})

/** Starts the real process; resolves with a client when it is ready. */
function start(
  folder: string,
  more: Record<string, string> = {},
): Promise<{ child: ChildProcess; client: TestClient }> {
  const main = join(import.meta.dirname, 'main.ts')
  const child = spawn(process.execPath, [main], {
    env: { ...process.env, PORT: '0', HOST: '127.0.0.1', STAND_IN_DATA: folder, ...more },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.push(child)
  return new Promise((resolve, reject) => {
    let output = ''
    child.once('exit', (code) =>
      reject(new Error(`ended with ${String(code)} before it was ready`)),
    )
    child.stdout?.on('data', (chunk: Buffer) => {
      output += chunk.toString()
      const ready = /erp stand-in ready (http:\/\/127\.0\.0\.1:\d+\/)/.exec(output)
      if (ready?.[1] !== undefined) resolve({ child, client: new TestClient(ready[1]) })
    })
  })
}

function ended(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve) => {
    child.once('exit', (code) => resolve(code))
  })
}

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'kufang-erp-'))
  folders.push(folder)
  return folder
}

it('has every answered document after a SIGKILL, a half-written line and a clean stop', async () => {
  const folder = newFolder()
  const seedFile = join(folder, 'seed.json')
  writeFileSync(seedFile, JSON.stringify(testSeed))
  const first = await start(folder, { STAND_IN_SEED: seedFile })
  await first.client.fetchToken()
  const item = {
    GoodsMovementType: '551',
    Material: 'VALVE-1',
    Plant: '1010',
    StorageLocation: '0001',
    QuantityInEntryUnit: '2',
  }
  const replies = await Promise.all([1, 2, 3, 4, 5].map(() => first.client.post('03', [item])))
  expect(replies.map((reply) => reply.status)).toEqual([201, 201, 201, 201, 201])
  const before = await stockLines(first.client)
  expect(before).toContain('VALVE-1 1010 0001 01  90')
  const killed = ended(first.child)
  first.child.kill('SIGKILL')
  await killed
  appendFileSync(join(folder, 'journal.jsonl'), '[["API_MATERIAL_STOCK_SRV.A_Matl')

  const second = await start(folder, { STAND_IN_SEED: seedFile })
  expect(await stockLines(second.client)).toEqual(before)
  expect((await second.client.post('03', [item])).status).toBe(403)
  await second.client.fetchToken()
  const next = await second.client.post('03', [item])
  const last = Math.max(...replies.map((reply) => Number(at(reply.json, 'd', 'MaterialDocument'))))
  expect(Number(at(next.json, 'd', 'MaterialDocument'))).toBe(last + 1)
  const stopped = ended(second.child)
  second.child.kill('SIGTERM')
  expect(await stopped).toBe(0)

  const third = await start(folder)
  expect(await stockLines(third.client)).toContain('VALVE-1 1010 0001 01  88')
})

it('says what is missing instead of starting without a folder', async () => {
  const main = join(import.meta.dirname, 'main.ts')
  const child = spawn(process.execPath, [main], {
    env: { ...process.env, STAND_IN_DATA: '' },
    stdio: 'ignore',
  })
  expect(await ended(child)).toBe(2)
})
