import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Run } from './run.ts'

const libraries = [
  '/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1',
  '/usr/lib/aarch64-linux-gnu/faketime/libfaketimeMT.so.1',
]
const spareMegabytes = 6

/** Errors of the server's clock in hours, one after the other; sessions last longer. */
const jumps = [3, -3, 7, -7, 0]

/** The server's clock jumps under load (Debian: libfaketime); that of the database is correct. */
export async function jumpClock(run: Run, rounds: number): Promise<void> {
  run.enter('the clock of the server jumps')
  const library = libraries.find((path) => existsSync(path))
  if (library === undefined) {
    run.say('  left out: libfaketime is not installed (apt-get install libfaketime)')
    return
  }
  const { site } = run
  const clock = join(site.folder, 'clock')
  writeFileSync(clock, '+0')
  await site.serve(0)
  await site.startServer({
    environment: {
      LD_PRELOAD: library,
      FAKETIME_TIMESTAMP_FILE: clock,
      FAKETIME_CACHE_DURATION: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
    },
  })
  let done = 0
  for (const hours of jumps.slice(0, rounds)) {
    writeFileSync(clock, `${hours < 0 ? '' : '+'}${hours}h`)
    await run.untilWorks()
    await run.workOn(2000, 4000)
    await run.look(`clock ${hours} h wrong`)
    done += 1
  }
  await site.serve(0)
  await site.serve(1)
  run.figures.add('clock jumps', done, 'jumps', { least: 1 })
}

/**
 * The disk of the database becomes full under load, and later has space again; then the one of the uploads. Both are
 * tmpfs file systems of fixed size, so root is required.
 */
export async function fillDisks(run: Run): Promise<void> {
  run.enter('the disk full')
  const place = join(run.site.folder, 'small-disk')
  mkdirSync(place)
  if (!mount(place, '1m')) {
    run.say('  left out: nothing can be mounted here (root is needed)')
    return
  }
  unmount(place)
  await fillDatabaseDisk(run, place)
  await fillUploadDisk(run)
}

async function fillDatabaseDisk(run: Run, place: string): Promise<void> {
  const { site } = run
  await site.serve(1)
  await run.untilWorks()
  const before = site.postgresFolder
  const onDisk = join(place, 'database')
  await site.stopPostgres()
  const used = Number(command('du', '-sm', before).split('\t')[0])
  if (!mount(place, `${used + spareMegabytes + 8}m`)) throw new Error('the small disk is not there')
  try {
    command('cp', '-a', before, onDisk)
    await site.restartPostgres(onDisk)
    await site.serve(1)
    const filler = join(place, 'filler')
    await run.untilWorks()
    const failures = run.failures
    // Fills the disk almost completely: the next data pages or WAL segments find no space.
    spawnSync('dd', ['if=/dev/zero', `of=${filler}`, 'bs=1M'], { stdio: 'ignore' })
    await run.until(() => run.failures > failures || run.isPostgresOver)
    await run.workOn(1500, 3000)
    rmSync(filler)
    await site.revivePostgres()
    await run.look('after the disk of the database was full')
    await site.serve(1)
    await run.untilWorks()
    await run.look('with room again')
    run.figures.add('times the disk of the database was full', 1, 'times', { least: 1 })
  } finally {
    await site.stopPostgres()
    rmSync(before, { recursive: true })
    command('cp', '-a', onDisk, before)
    await site.restartPostgres(before)
    unmount(place)
    await site.serve(1)
  }
}

interface Uploaded {
  id: string
  sizeBytes: number
  digest: string
}

/** Uploads until the disk is full: each file is stored completely or not at all, and stored files remain readable. */
async function fillUploadDisk(run: Run): Promise<void> {
  const { site } = run
  const place = join(site.dataFolder, 'files')
  mkdirSync(place, { recursive: true })
  if (!mount(place, '3m')) throw new Error('the small disk is not there')
  try {
    await site.serve(0)
    await site.serve(1)
    const [note] = await site.database.query<{ companyCode: string; id: string }>(
      `select company_code, id from delivery_note order by created_at limit 1`,
    )
    const token = await run.signIn('buyer')
    const query = new URLSearchParams({
      companyCode: note!.companyCode,
      documentType: 'delivery-note',
      documentId: note!.id,
    })
    const kept: Uploaded[] = []
    let refused = 0
    for (let file = 0; file < 12; file += 1) {
      const content = `file ${file} `.repeat(60_000)
      const form = new FormData()
      form.append('file', new Blob([content]), `file-${file}.txt`)
      const response = await fetch(new URL(`/api/attachments?${query}`, site.address), {
        method: 'POST',
        headers: { authorization: `Bearer ${token}` },
        body: form,
      }).catch(() => undefined)
      if (response?.status === 200) {
        const { datas } = (await response.json()) as { datas: { id: string; sizeBytes: number }[] }
        const digest = createHash('sha256').update(content).digest('hex')
        kept.push({ ...datas[0]!, digest })
      } else refused += 1
    }
    let broken = 0
    for (const { id, digest } of kept) {
      const response = await fetch(new URL(`/api/attachments/${id}/content`, site.address), {
        headers: { authorization: `Bearer ${token}` },
      })
      const content = Buffer.from(await response.arrayBuffer())
      if (createHash('sha256').update(content).digest('hex') !== digest) broken += 1
    }
    const [rows] = await site.database.query<{ count: number }>(
      `select count(*)::int as count from attachment where document_id = $1 and file_name like 'file-%'`,
      [note!.id],
    )
    run.figures.add('uploads kept until the disk was full', kept.length, 'files', { least: 1 })
    run.figures.add('uploads refused because it was', refused, 'files', { least: 1 })
    run.figures.add('uploads kept and not whole', broken, 'files', { most: 0 })
    run.figures.add('uploads refused and yet entered', rows!.count - kept.length, 'files', {
      most: 0,
    })
    await run.untilWorks()
    await run.look('after the disk of the uploads was full')
  } finally {
    await site.serve(0)
    unmount(place)
    await site.serve(1)
  }
}

function mount(place: string, size: string): boolean {
  return (
    spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${size},mode=0755`, 'tmpfs', place], {
      stdio: 'ignore',
    }).status === 0
  )
}

function unmount(place: string): void {
  command('umount', place)
}

function command(program: string, ...given: string[]): string {
  const { status, stdout, stderr } = spawnSync(program, given, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`${program} ${given.join(' ')}: ${stderr}`)
  return stdout
}
