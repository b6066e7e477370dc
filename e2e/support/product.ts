import { execFileSync, spawn } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { newDataFolder } from './data-folder.ts'

/** The complete product as started by `npm start`, for one journey. */
export interface Product {
  /** The URL for a browser, with a trailing slash. */
  address: string
  dataFolder: string
  /** Its output so far, for the message of a failed test. */
  output(): string
  /** Stops it and removes its data, unless they are kept. Fails if it did not stop cleanly. */
  stop(options?: { keepsData: boolean }): Promise<void>
}

const root = resolve(import.meta.dirname, '../..')
const startPatienceMs = 240_000

/**
 * Starts the product on a free port with a separate data folder: embedded database, demonstration company, ERP
 * stand-in, the built page. Call it in `beforeAll`. Without additional settings it starts with the data prepared once
 * for all journeys.
 *
 * While a journey is being written, KUFANG_E2E_ADDRESS and KUFANG_DATA select an instance that is already running.
 *
 * @param environment additional settings, for example ERP_URL
 * @throws with its complete output if it does not start
 */
export async function startProduct(environment: Record<string, string> = {}): Promise<Product> {
  const running = process.env['KUFANG_E2E_ADDRESS']
  if (running !== undefined) return productAt(running)
  const dataFolder = newDataFolder(Object.keys(environment).length === 0)
  const child = spawn(process.execPath, ['server/src/launch/main.ts'], {
    cwd: root,
    env: {
      ...process.env,
      // Found compiled by the first start of the run, which halves the computing time of the others.
      NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/compiled'),
      PORT: '0',
      KUFANG_DATA: dataFolder,
      ...environment,
    },
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
    async stop({ keepsData } = { keepsData: false }) {
      child.kill('SIGTERM')
      const how = await ended
      if (how !== 'exit code 0') throw new Error(`the product did not stop (${how}):\n${output}`)
      if (!keepsData) rmSync(dataFolder, { recursive: true })
    },
  }
}

/** An instance that is started and stopped elsewhere. */
function productAt(address: string): Product {
  return {
    address,
    dataFolder: process.env['KUFANG_DATA'] ?? '.data',
    output: () => '',
    stop: () => Promise.resolve(),
  }
}

/** The process id of the supervisor that restarts the server. */
export function supervisorOf({ dataFolder }: Product): number {
  const { pid } = JSON.parse(readFileSync(join(dataFolder, 'owner.json'), 'utf8')) as {
    pid: number
  }
  return pid
}

/** The process id of the server under the product's supervisor. */
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
