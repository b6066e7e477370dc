import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { LockFile } from './dependency-list.ts'
import { listDependencies } from './dependency-list.ts'
import { dependencyReasons, licencesTold } from './dependency-reasons.ts'

/*
 * `npx node tools/dependencies.ts` writes docs/dependencies.md; with `--check` it only checks whether the file is
 * current.
 */
const root = resolve(import.meta.dirname, '..')
const file = resolve(root, 'docs/dependencies.md')
const lock = JSON.parse(readFileSync(resolve(root, 'package-lock.json'), 'utf8')) as LockFile
const { page, problems } = listDependencies(lock, {
  reasons: dependencyReasons,
  licences: licencesTold,
})
if (!process.argv.includes('--check')) writeFileSync(file, page)
else if (!existsSync(file) || readFileSync(file, 'utf8') !== page)
  problems.push('docs/dependencies.md is out of date: npx node tools/dependencies.ts')
for (const problem of problems) process.stderr.write(`${problem}\n`)
process.stdout.write(`looked at ${Object.keys(lock.packages).length} packages\n`)
if (problems.length > 0) process.exitCode = 1
