import { execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

/** The whole product, as `npm start` gives it to a person, for one journey. */
export interface Product {
  /** Where a browser opens it, with a slash at its end. */
  address: string
  dataFolder: string
  /** What it has said so far, for the message of a failed test. */
  output(): string
  /** Stops it and removes its data. Fails when it did not stop cleanly. */
  stop(): Promise<void>
}

const root = resolve(import.meta.dirname, '../..')
const startPatienceMs = 240_000

/**
 * Starts the product on a free port with a data folder of its own: embedded database,
 * demonstration company, ERP stand-in, the page as it is built. Call it in `beforeAll`.
 *
 * While a journey is being written, KUFANG_E2E_ADDRESS and KUFANG_DATA name one that already runs.
 *
 * @param environment more or other settings, for example ERP_URL
 * @throws with all that it said, when it does not come up
 */
export async function startProduct(environment: Record<string, string> = {}): Promise<Product> {
  const running = process.env['KUFANG_E2E_ADDRESS']
  if (running !== undefined) return productAt(running)
  const dataFolder = mkdtempSync(join(tmpdir(), 'kufang-e2e-'))
  const child = spawn(process.execPath, ['server/src/launch/main.ts'], {
    cwd: root,
    env: { ...process.env, PORT: '0', KUFANG_DATA: dataFolder, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  const ended = new Promise<string>((done) => {
    child.once('close', (code, signal) => done(signal ?? `exit code ${code}`))
  })
  const ready = new Promise<string>((done) => {
    const read = (chunk: Buffer) => {
      output += chunk.toString()
      const address = /^ready (http:\S+)$/m.exec(output)?.[1]
      if (address !== undefined) done(address)
    }
    child.stdout.on('data', read)
    child.stderr.on('data', read)
  })
  const timer = setTimeout(() => child.kill('SIGTERM'), startPatienceMs)
  const address = await Promise.race([ready, ended.then(() => undefined)])
  clearTimeout(timer)
  if (address === undefined) {
    throw new Error(`the product did not start (${await ended}):\n${output}`)
  }
  return {
    address,
    dataFolder,
    output: () => output,
    async stop() {
      child.kill('SIGTERM')
      const how = await ended
      if (how !== 'exit code 0') throw new Error(`the product did not stop (${how}):\n${output}`)
      rmSync(dataFolder, { recursive: true })
    },
  }
}

/** A product that somebody else started and stops. */
function productAt(address: string): Product {
  return {
    address,
    dataFolder: process.env['KUFANG_DATA'] ?? '.data',
    output: () => '',
    stop: () => Promise.resolve(),
  }
}

/** The process that watches over the server and starts it again. */
export function supervisorOf({ dataFolder }: Product): number {
  const { pid } = JSON.parse(readFileSync(join(dataFolder, 'owner.json'), 'utf8')) as {
    pid: number
  }
  return pid
}

/** The process of the server under the product's supervisor. */
export function serverOf(product: Product): number {
  const supervisor = String(supervisorOf(product))
  const lines = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' }).split(
    '\n',
  )
  const found = lines
    .map((line) => line.trim().split(/\s+/))
    .find(
      ([, parent, ...words]) =>
        parent === supervisor && words.some((word) => word === 'server/src/main.ts'),
    )
  if (found === undefined) throw new Error('the server is not there')
  return Number(found[0])
}
