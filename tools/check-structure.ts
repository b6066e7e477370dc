import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { areaNeeds } from '@kufang/contract/document/declare/area.ts'
import { masters } from '@kufang/contract/masters/declarations.ts'
import { documents } from '@kufang/contract/registry.ts'
import { circlesOfFolders, orderedRoots } from './folder-rules.ts'
import type { SourceFile } from './structure-rules.ts'
import { breaches } from './structure-rules.ts'
import { wallExceptions } from './wall-exceptions.ts'
import { circlesOfAreas, ownersOf, reachesOf, wallBreaches } from './wall-rules.ts'

/*
 * `npx node tools/check-structure.ts`: checks structure rules that compiler and linter do not cover. The rules are in
 * structure-rules.ts, wall-rules.ts and folder-rules.ts.
 */
const root = resolve(import.meta.dirname, '..')
const code = /\.(ts|tsx|cts|mts|js|cjs|mjs)$/

/** Files in git, or added by the next `git add`; the file of the rules is excluded. */
function sourceFiles(): SourceFile[] {
  const listed = execFileSync(
    'git',
    ['ls-files', '--cached', '--others', '--exclude-standard', '-z'],
    { cwd: root, encoding: 'utf8', maxBuffer: 100_000_000 },
  )
  return listed
    .split('\0')
    .filter((path) => code.test(path) && !path.startsWith('tools/structure-rules'))
    .filter((path) => existsSync(resolve(root, path)))
    .map((path) => ({ path, text: readFileSync(resolve(root, path), 'utf8') }))
}

const files = sourceFiles()
const owners = ownersOf(Object.values(documents), Object.values(masters), files)
const reaches = files.map((file) => reachesOf(file, owners))
const names = reaches.reduce((sum, one) => sum + one.names, 0)
const folders = orderedRoots.map((root) => circlesOfFolders(root, files))
const ordered = folders.reduce((sum, one) => sum + one.folders, 0)
const found = [
  ...new Set([
    ...files.flatMap(breaches),
    ...circlesOfAreas(areaNeeds),
    ...folders.flatMap(({ breaches: ofFolders }) => ofFolders),
    ...wallBreaches(
      reaches.flatMap(({ beyond }) => beyond),
      wallExceptions,
    ),
  ]),
]
for (const breach of found) process.stderr.write(`${breach}\n`)
process.stdout.write(
  `check-structure looked at ${files.length} files, at ${names} documents and tables named in areas, and at the order of ${ordered} folders\n`,
)
if (found.length > 0 || files.length === 0 || names === 0 || ordered === 0) process.exitCode = 1
