import { addAll } from '@kufang/kernel/add-all.ts'
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { AnyDocument } from '@kufang/contract/document/declare/define-document.ts'
import { documentSql } from './document-sql.ts'
import { helpText, readAnswers, WrongAnswers } from './new-document-answers.ts'
import { enterStockPlace, placeSql } from './new-document-place.ts'
import { enterDocument, enterNames, enterPlace } from './new-document-entries.ts'
import { textsOf, textsOfLoss } from './new-document-templates.ts'
import type { NewDocument } from './new-document-type.ts'

/*
 * npm run new-document [-- --area=… --document=… …], or -- --help
 *
 * Asks for what the options do not specify; writes the five files of a document type once (declaration, effects,
 * journey, test, migration) and registers it: area, pages and roles, job, declarations of the area, registry,
 * effects, journeys, and the pinyin of the titles; a new area and new verbs also enter the glossary. Accounts and rows of the demonstration follow from the journey. The
 * generated files pass all checks and are then maintained by hand. Existing files are not overwritten.
 */

const root = resolve(import.meta.dirname, '..')

async function wanted(): Promise<NewDocument> {
  try {
    return await readAnswers(process.argv.slice(2), process.stdin.isTTY === true)
  } catch (error) {
    if (!(error instanceof WrongAnswers)) throw error
    process.stderr.write(`${error.message}\n\nnpm run new-document asks for each at a terminal.\n`)
    process.exit(1)
  }
}

function write(path: string, text: string): string {
  const file = join(root, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text, { flag: 'wx' })
  process.stdout.write(`wrote    ${path}\n`)
  return path
}

/** The next free number, in steps of ten, so that others fit between. */
function migrationPath(name: string): string {
  const numbers = readdirSync(join(root, 'server/migrations')).map((file) =>
    Number(file.slice(0, 4)),
  )
  const next = Math.floor(Math.max(...numbers) / 10) * 10 + 10
  return `server/migrations/${String(next).padStart(4, '0')}_${name.replaceAll('-', '_')}.sql`
}

/** Runs a program of the tree in a separate process, which reads the changed lists. */
function run(...command: string[]): void {
  const { status, stderr } = spawnSync(process.execPath, command, { cwd: root, encoding: 'utf8' })
  if (status !== 0) throw new Error(`${command.join(' ')}: ${stderr}`)
}

if (process.argv.slice(2).some((option) => option === '--help' || option === '-h')) {
  process.stdout.write(helpText())
  process.exit(0)
}
const document = await wanted()
const { area, name, identifier, away, loss } = document
const filesOf = (name: string) => ({
  declaration: `packages/contract/src/${area}/${name}.ts`,
  effects: `server/src/${area}/${name}.effects.ts`,
  journey: `server/src/${area}/${name}.journey.ts`,
  test: `server/src/${area}/${name}.test.ts`,
})
/** The document, and that of its losses if there is one, each with its texts. */
const written = [
  { area, name, identifier, texts: textsOf(document) },
  ...(loss === undefined ? [] : [{ area, ...loss, texts: textsOfLoss(document)! }]),
]
const paths = written.flatMap((one) => Object.values(filesOf(one.name)))
for (const path of paths) {
  if (!existsSync(join(root, path))) continue
  process.stderr.write(`${path} is there already\n`)
  process.exit(1)
}
const entered = [...enterPlace(root, document), ...enterStockPlace(root, document)]
for (const one of written) {
  const files = filesOf(one.name)
  for (const part of ['declaration', 'effects', 'journey', 'test'] as const)
    write(files[part], one.texts[part])
  // oxlint-disable-next-line no-await-in-loop -- the second is read once the first is registered
  const declared = (await import(pathToFileURL(join(root, files.declaration)).href)) as Record<
    string,
    AnyDocument
  >
  write(migrationPath(one.name), documentSql(declared[one.identifier]!))
  addAll(entered, enterDocument(root, one))
}
if (away?.newPlace !== undefined) write(migrationPath(`place_${away.place}`), placeSql(away))
enterNames(root, document)
run('tools/make-title-pinyin.ts')
if (document.newJob !== undefined) run('tools/write-accounts.ts')
run('node_modules/oxfmt/bin/oxfmt', ...paths, ...entered)
process.stdout.write(
  `${document.zh} ${document.en}: numbers begin with ${document.prefix}, it is on page ${document.page}\n`,
)
if (loss !== undefined)
  process.stdout.write(
    `${loss.zh} ${loss.en}: numbers begin with ${loss.prefix}, it is on page ${loss.pages.create.path}\n`,
  )
