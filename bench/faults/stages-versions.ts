import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import type { Run } from './run.ts'
import { root } from './server-process.ts'

/**
 * An earlier version and this one side by side on one database, as they are while one process after
 * the other is replaced. Where the history is not there (a shallow clone), nothing is to be had.
 *
 * @param reference a commit; when left out, the last one before the newest migration
 */
export async function upgrade(
  run: Run,
  reference: string | undefined,
  seconds: number,
): Promise<void> {
  run.enter('two versions side by side')
  const commit = reference ?? beforeNewestMigration()
  const tree = commit === undefined ? undefined : layOut(commit, join(run.site.folder, 'earlier'))
  if (tree === undefined) {
    run.say('  left out: the history holds no earlier version')
    return
  }
  run.say(`  the earlier version is ${commit!.slice(0, 10)}`)
  const { site } = run
  await site.serve(1)
  await site.startServer({ tree })
  await run.untilWorks()
  await run.workOn(seconds * 1000, seconds * 1000)
  await run.look('both versions')
  // The new one goes first: everything is in the hands of the old one for a while, as on going back.
  await site.servers[0]!.kill()
  site.dropEnded()
  await run.untilWorks()
  await run.look('the earlier version alone')
  await site.startServer()
  await run.untilWorks()
  await site.servers[0]!.stop()
  site.dropEnded()
  await run.untilWorks()
  await run.look('this version alone again')
  run.figures.add('versions at work side by side', 2, 'versions', { least: 2 })
}

function beforeNewestMigration(): string | undefined {
  const added = git('log', '--diff-filter=A', '--format=%H', '-1', '--', 'server/migrations')
  return added === undefined || added === '' ? undefined : git('rev-parse', `${added}^`)
}

/** The files of a commit with the packages of this work tree, its own workspaces apart. */
function layOut(commit: string, folder: string): string | undefined {
  mkdirSync(folder)
  const archive = spawnSync('git', ['archive', commit], {
    cwd: root,
    maxBuffer: 512 * 1024 * 1024,
  })
  if (archive.status !== 0) return undefined
  const unpacked = spawnSync('tar', ['-x', '-C', folder], { input: archive.stdout })
  if (unpacked.status !== 0) return undefined
  const packages = join(folder, 'node_modules')
  mkdirSync(join(packages, '@kufang'), { recursive: true })
  for (const name of readdirSync(join(root, 'node_modules'))) {
    if (name !== '@kufang') symlinkSync(join(root, 'node_modules', name), join(packages, name))
  }
  for (const [name, path] of Object.entries({
    contract: 'packages/contract',
    kernel: 'packages/kernel',
    server: 'server',
    web: 'web',
    'erp-stand-in': 'erp-stand-in',
  })) {
    symlinkSync(join(folder, path), join(packages, '@kufang', name))
  }
  return folder
}

function git(...given: string[]): string | undefined {
  const { status, stdout } = spawnSync('git', given, { cwd: root, encoding: 'utf8' })
  return status === 0 ? stdout.trim() : undefined
}
