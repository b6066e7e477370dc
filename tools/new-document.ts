import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { AnyDocument } from '@kufang/contract/document/declare/define-document.ts'
import { pageCatalogue } from '@kufang/contract/document/catalogue/page-catalogue.ts'
import { documents, registry } from '@kufang/contract/registry.ts'
import areas from './areas.cjs'
import { documentSql } from './document-sql.ts'
import {
  declarationText,
  effectsText,
  testText,
  type NewDocument,
} from './new-document-templates.ts'

/*
 * npm run new-document <area> <document> <中文> <English> [page]
 *
 * Writes the four files of a document type once (declaration, effects, test, migration) and its lines in the registry
 * and the list of effects. What it writes compiles and passes the conformance suite; from then on it is kept by hand.
 * Nothing that is there is overwritten.
 */

const root = resolve(import.meta.dirname, '..')
const [area = '', name = '', zh = '', en = '', page] = process.argv.slice(2)

function stop(problem: string): never {
  process.stderr.write(
    `${problem}\n\nnpm run new-document <area> <document> <中文> <English> [page]\n`,
  )
  process.exit(1)
}

function check(): NewDocument {
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name))
    stop(`a document is named like goods-receipt, not "${name}"`)
  if (!(area in areas))
    stop(`no area "${area}"; tools/areas.cjs lists: ${Object.keys(areas).join(', ')}`)
  if (name in documents) stop(`there is a document ${name} already`)
  if (!/\p{Script=Han}/u.test(zh)) stop(`the Chinese name comes third, not "${zh}"`)
  if (!/^[A-Za-z]/.test(en)) stop(`the English name comes fourth, not "${en}"`)
  const identifier = name.replace(/-([a-z0-9])/g, (_all, letter: string) => letter.toUpperCase())
  return {
    area,
    name,
    identifier,
    zh,
    en,
    prefix: freePrefix(),
    page: page === undefined ? freePage() : knownPage(page),
  }
}

function knownPage(path: string): string {
  if (!pageCatalogue.some((one) => one.path === path))
    stop(`no page ${path} in the catalogue (page-catalogue.ts)`)
  return path
}

/** The first page of the catalogue that nothing stands on yet. */
function freePage(): string {
  const taken = new Set(registry.pages.map((one) => one.path))
  const free = pageCatalogue.find((one) => !taken.has(one.path))
  return free ? free.path : stop('every page of the catalogue is taken: name one')
}

/** Two letters of the name that no other document's numbers begin with. */
function freePrefix(): string {
  const taken = new Set(Object.values<AnyDocument>(documents).map((one) => one.prefix))
  const letters = name.replaceAll('-', '').toUpperCase()
  const initials = name
    .split('-')
    .map((word) => word[0]!.toUpperCase())
    .join('')
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
  const choices = [
    initials.slice(0, 2).padEnd(2, letters[1] ?? 'X'),
    ...[...letters, ...alphabet].map((second) => `${letters[0]}${second}`),
  ]
  return (
    choices.find((choice) => /^[A-Z]{2}$/.test(choice) && !taken.has(choice)) ??
    stop('no prefix is free')
  )
}

function write(path: string, text: string): void {
  const file = join(root, path)
  if (existsSync(file)) stop(`${path} is there already`)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
  process.stdout.write(`wrote    ${path}\n`)
}

/** Puts lines into a file: an import after the last one, and an entry before the end of a list. */
function enter(
  path: string,
  change: { imported: string; entry: string; list: string; end: string },
): void {
  const file = join(root, path)
  const before = readFileSync(file, 'utf8')
  const start = before.indexOf(change.list)
  const end = before.indexOf(change.end, start)
  if (start < 0 || end < 0)
    stop(`${path} has no list "${change.list}" any more: enter ${change.entry} by hand`)
  const withEntry = `${before.slice(0, end)}\n  ${change.entry}${before.slice(end)}`
  const lastImport = withEntry.lastIndexOf('\nimport ')
  const position = withEntry.indexOf('\n', lastImport + 1) + 1
  writeFileSync(
    file,
    `${withEntry.slice(0, position)}${change.imported}\n${withEntry.slice(position)}`,
  )
  process.stdout.write(`entered  ${path}\n`)
}

function enterArea(): void {
  const path = 'packages/contract/src/document/declare/area.ts'
  const text = readFileSync(join(root, path), 'utf8')
  if (text.includes(`'${area}'`)) return
  writeFileSync(join(root, path), text.replace('\n] as const', `\n  '${area}',\n] as const`))
  process.stdout.write(`entered  ${path}\n`)
}

/** The next free number, in tens, so that others fit between. */
function migrationPath(): string {
  const numbers = readdirSync(join(root, 'server/migrations')).map((file) =>
    Number(file.slice(0, 4)),
  )
  const next = Math.floor(Math.max(...numbers) / 10) * 10 + 10
  return `server/migrations/${String(next).padStart(4, '0')}_${name.replaceAll('-', '_')}.sql`
}

const document = check()
const { identifier } = document
const declaration = `packages/contract/src/${area}/${name}.ts`
const key = /^[a-z]+$/.test(name) ? name : `'${name}': ${identifier}`
write(declaration, declarationText(document))
write(`server/src/${area}/${name}.effects.ts`, effectsText(document))
write(`server/src/${area}/${name}.test.ts`, testText(document))
const declared = (await import(pathToFileURL(join(root, declaration)).href)) as Record<
  string,
  AnyDocument
>
write(migrationPath(), documentSql(declared[identifier]!))
enterArea()
enter('packages/contract/src/registry.ts', {
  imported: `import { ${identifier} } from './${area}/${name}.ts'`,
  entry: `${key},`,
  list: 'export const documents = {',
  end: '\n} as const',
})
enter('server/src/effects.ts', {
  imported: `import { ${identifier}Effects } from './${area}/${name}.effects.ts'`,
  entry: `${identifier}Effects,`,
  list: 'registerEffects([',
  end: '\n])',
})
process.stdout.write(
  `${document.zh} ${document.en}: numbers begin with ${document.prefix}, it stands on page ${document.page}\n`,
)
