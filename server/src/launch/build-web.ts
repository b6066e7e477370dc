import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { FolderInUse, takeFolder } from '../platform/process/folder-owner.ts'
import { Child } from './child.ts'
import type { LogFile } from './log-file.ts'

export interface WebBuild {
  /** The root of the repository. */
  root: string
  log: LogFile
  say: (line: string) => void
  /** Aborting cancels the build with an error and removes its output. */
  signal: AbortSignal
}

/** The sources of the page; a change in any of them makes it out of date. */
const sources = [
  'web/src',
  'web/public',
  'web/index.html',
  'web/vite.config.ts',
  'web/declaration-index.ts',
  'web/grid-parts.ts',
  'web/page-files.ts',
  'web/package.json',
  'packages/kernel/src',
  'packages/contract/src',
  'package-lock.json',
]
/** A file in the built page with the digest of its sources. */
const digestFile = '.sources'
/** Prefix of unfinished builds, beside the lock file. */
const page = 'page-'

/**
 * Builds the web page into web/dist if it is out of date. Concurrent calls build it once: the page is built in a
 * temporary folder and renamed when complete.
 * @throws with the builder's last output if it fails
 */
export async function buildWeb(build: WebBuild): Promise<void> {
  const { root, say } = build
  const target = join(root, 'web/dist')
  // An installation may contain only the built page.
  if (!existsSync(join(root, 'web/src')) && existsSync(target)) return
  const digest = digestOf(root)
  if (isBuiltFrom(target, digest)) return
  const work = join(root, 'web/dist-work')
  const giveBack = await takeTurn(work, build)
  try {
    if (isBuiltFrom(target, digest)) return
    build.signal.throwIfAborted()
    say('building the web page (once, after a change of its sources)')
    clear(work)
    const made = mkdtempSync(join(work, page))
    await runVite(build, made)
    // If the sources changed during the build, the next start builds again.
    if (digestOf(root) === digest) writeFileSync(join(made, digestFile), digest)
    if (existsSync(target)) renameSync(target, `${made}-old`)
    renameSync(made, target)
    clear(work)
  } finally {
    giveBack()
  }
}

async function runVite(build: WebBuild, target: string): Promise<void> {
  const web = join(build.root, 'web')
  const vite = createRequire(join(web, 'package.json')).resolve('vite/package.json')
  const started = Date.now()
  const child = new Child({
    name: 'the builder of the web page',
    program: [join(dirname(vite), 'bin/vite.js'), 'build', '--outDir', target, '--emptyOutDir'],
    folder: web,
    environment: { NODE_ENV: 'production' },
    log: build.log,
    onLine: () => false,
  })
  const breakOff = () => void child.stop(0)
  build.signal.addEventListener('abort', breakOff)
  const signs = setInterval(() => {
    build.say(`building the web page: ${Math.round((Date.now() - started) / 1000)} s`)
  }, 5000)
  const how = await child.ended
  clearInterval(signs)
  build.signal.removeEventListener('abort', breakOff)
  if (how !== 'exit code 0') {
    throw new Error(`the web page could not be built (${how}):\n${build.log.last}`)
  }
  build.say(`the web page is built (${Math.round((Date.now() - started) / 1000)} s)`)
}

async function takeTurn(folder: string, { say, signal }: WebBuild): Promise<() => void> {
  for (let told = false; ; told = true) {
    try {
      return takeFolder(folder)
    } catch (error) {
      if (!(error instanceof FolderInUse)) throw error
      if (!told) say('waiting: another start is building the web page')
      await pause(300, undefined, { signal })
    }
  }
}

function isBuiltFrom(target: string, digest: string): boolean {
  const file = join(target, digestFile)
  return existsSync(file) && readFileSync(file, 'utf8') === digest
}

/** Called only by the holder of the lock: the remaining files are old or incomplete. */
function clear(work: string): void {
  for (const name of readdirSync(work)) {
    if (name.startsWith(page)) rmSync(join(work, name), { recursive: true })
  }
}

function digestOf(root: string): string {
  const hash = createHash('sha256')
  for (const source of sources) {
    for (const file of filesOf(join(root, source))) {
      const content = readFileSync(file)
      hash.update(`${relative(root, file)}\0${content.length}\0`).update(content)
    }
  }
  return hash.digest('hex')
}

function filesOf(path: string): string[] {
  const found = statSync(path, { throwIfNoEntry: false })
  if (found === undefined) return []
  if (found.isFile()) return [path]
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted()
}
