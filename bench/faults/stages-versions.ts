import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import type { Run } from './run.ts'
import { root } from './server-process.ts'

/** A work tree of another version. */
export interface EarlierVersion {
  commit: string
  tree: string
}

/**
 * Checks out the version the run begins with, so that the current one finds a database of before its latest migration
 * with clients working on it. undefined if the history is missing (a shallow clone).
 *
 * @param reference a commit; by default the last one before a migration of this version whose modules are all there (a commit
 * may name one that came with the next)
 */
export function layOutEarlier(
  folder: string,
  reference: string | undefined,
): EarlierVersion | undefined {
  for (const commit of reference === undefined ? beforeNewestMigrations() : [reference]) {
    const tree = layOut(commit, join(folder, 'earlier'))
    if (tree !== undefined && (reference !== undefined || isWhole(tree))) return { commit, tree }
    rmSync(join(folder, 'earlier'), { recursive: true, force: true })
  }
  return undefined
}

/** Whether every module that the server of a work tree names is there. */
function isWhole(tree: string): boolean {
  const modules = ['effects.ts', 'routes.ts', 'background.ts'].map(
    (name) => `await import('./server/src/${name}')`,
  )
  const given = ['--input-type=module', '--eval', `${modules.join(';')};process.exit(0)`]
  return spawnSync(process.execPath, given, { cwd: tree }).status === 0
}

/**
 * An upgrade without downtime: the earlier version serves, the current one is started beside it and migrates under
 * load, both serve, the earlier one stops; and the rollback, as an upgrade may have to be reverted: the earlier version
 * on the migrated database, beside the current one and alone.
 */
export async function upgrade(
  run: Run,
  earlier: EarlierVersion | undefined,
  seconds: number,
): Promise<void> {
  run.enter('two versions side by side')
  if (earlier === undefined) {
    run.say('  left out: the history holds no earlier version')
    return
  }
  run.say(`  the earlier version is ${earlier.commit.slice(0, 10)}`)
  const { site } = run
  const { tree } = earlier
  run.judgeBy(tree)
  await run.untilWorks()
  await run.look('the earlier version alone')
  run.judgeBy()
  const migrations = await countMigrations(run)
  await site.startServer()
  await run.untilWorks()
  await run.workOn(seconds * 1000, seconds * 1000)
  await run.look('both versions')
  await site.servers[0]!.kill()
  site.dropEnded()
  await run.untilWorks()
  await run.look('this version alone')
  await site.startServer({ tree })
  await run.untilWorks()
  await site.servers[0]!.kill()
  site.dropEnded()
  await run.untilWorks()
  await run.look('the earlier version alone again, on the migrated database')
  await site.startServer()
  await site.servers[0]!.stop()
  site.dropEnded()
  await site.serve(1)
  const added = (await countMigrations(run)) - migrations
  run.figures.add('migrations that ran under load', added, 'migrations', { least: 1 })
  run.figures.add('versions at work side by side', 2, 'versions', { least: 2 })
}

/** As owner of the tables, because the application's role has no access. */
function countMigrations({ site }: Run): Promise<number> {
  return site.database.transaction(async (tx) => {
    await tx.query('set local role none')
    const [row] = await tx.query<{ count: number }>(
      'select count(*)::int as count from schema_migration',
    )
    return row!.count
  })
}

/**
 * The commits, the last first, that lack a migration of this version and have no other than this version has: a migration
 * that was changed before it was released is refused where it has run.
 */
function beforeNewestMigrations(): string[] {
  const present = new Set(migrationsOf('HEAD'))
  const added = git('log', '--diff-filter=A', '--format=%H', '--', 'server/migrations')
  const commits = (added ?? '')
    .split('\n')
    .filter((commit) => commit !== '')
    .flatMap((commit) => git('rev-parse', `${commit}^`) ?? [])
  return commits.filter((commit) => {
    const migrations = migrationsOf(commit)
    return migrations.length > 0 && migrations.every((one) => present.has(one))
  })
}

/** Name and content of each migration of a commit, as Git identifies them. */
function migrationsOf(commit: string): string[] {
  return git('ls-tree', '-r', commit, 'server/migrations')?.split('\n') ?? []
}

/** The files of a commit with the packages of this work tree, except its own workspaces. */
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
