import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { chinesePieces, isChecked, punctuationProblems } from './chinese-punctuation.ts'

/*
 * `npx node tools/check-punctuation.ts`: refuses half-width punctuation in Chinese texts; with `--write` it corrects
 * it. The rules are in chinese-punctuation.ts.
 */
const root = resolve(import.meta.dirname, '..')
const isWriting = process.argv.includes('--write')

const files = execFileSync(
  'git',
  ['ls-files', '--cached', '--others', '--exclude-standard', '-z'],
  { cwd: root, encoding: 'utf8', maxBuffer: 100_000_000 },
)
  .split('\0')
  .filter((path) => isChecked(path) && existsSync(resolve(root, path)))
  .map((path) => ({ path, text: readFileSync(resolve(root, path), 'utf8') }))

let lookedAt = 0
let found = 0
for (const file of files) {
  lookedAt += chinesePieces(file).length
  const problems = punctuationProblems(file)
  found += problems.length
  for (const { path, line, mark, replacement, text } of problems) {
    process.stderr.write(`${path}:${line}: ${mark.trim()} must be ${replacement} in ${text}\n`)
  }
  if (!isWriting || problems.length === 0) continue
  let text = file.text
  for (const { start, end, replacement } of problems.toReversed()) {
    text = text.slice(0, start) + replacement + text.slice(end)
  }
  writeFileSync(resolve(root, file.path), text)
}
process.stdout.write(`check-punctuation looked at ${lookedAt} texts\n`)
if ((found > 0 && !isWriting) || lookedAt === 0) process.exitCode = 1
