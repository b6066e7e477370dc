import { addAll } from '@kufang/kernel/add-all.ts'
import { readFileSync, readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { DeclarationIndex } from '@kufang/contract/declaration-index.ts'
import type { CataloguePage } from '@kufang/contract/document/catalogue/page-catalogue.ts'

/** The most the shell and a first list may load, with compression; of what grows with pages too (issue 10). */
export const firstPageMaxKb = 560
/** The pages of the specification. */
export const allPages = 265

/** Files of the built page with their text, by name. */
export type Chunks = ReadonlyMap<string, string>

/** The scripts of a built page. */
export function readChunks(dist: string): Chunks {
  const folder = join(dist, 'assets')
  return new Map(
    readdirSync(folder)
      .filter((name) => name.endsWith('.js'))
      .map((name) => [name, readFileSync(join(folder, name), 'utf8')]),
  )
}

const staticImport = /(?:from|import)"\.\/([\w.-]+\.js)"/g

/** The areas whose declarations and slots a page needs: of its subjects, their predecessors and the query of their lines. */
export function areasOfPage(index: DeclarationIndex, path: string): Set<string> {
  const names = index.pages.find((page) => page.path === path)?.names
  if (names === undefined) throw new Error(`no page ${path}`)
  const documents = index.documents.filter(({ name }) => names.includes(name))
  const needed = new Set([
    ...names,
    ...documents.flatMap(({ sources, query = '' }) => [
      query,
      ...sources.map(({ document }) => document),
    ]),
  ])
  const known = [...index.documents, ...index.masters, ...index.queries]
  return new Set(known.filter(({ name }) => needed.has(name)).map(({ area }) => area))
}

/**
 * The scripts that a browser without a cache loads for the first list: the entry, the shell, what lists share, and the
 * declarations and slots of the list's areas, each with what they import.
 * @param html of the page, which names the entry
 * @throws Error if one of them is not found
 */
export function scriptsOfFirstList(
  html: string,
  chunks: Chunks,
  areas: Iterable<string>,
): Set<string> {
  const entry = basename(/<script[^>]*src="([^"]+)"/.exec(html)?.[1] ?? '')
  const named = (what: string, is: (name: string, text: string) => boolean): string => {
    const [found, ...more] = [...chunks].filter(([name, text]) => is(name, text))
    if (found === undefined || more.length > 0)
      throw new Error(`${more.length === 0 ? 'no script' : 'several scripts'} of the page: ${what}`)
    return found[0]
  }
  const waiting = [
    named('entry', (name) => name === entry),
    named('shell', (name) => name.startsWith('shell-')),
    named('lists', (name) => name.startsWith('lists-')),
  ]
  const loader = named('loader of slots', (_name, text) => text.includes('/slots.tsx":()=>'))
  waiting.push(loader)
  for (const area of areas) {
    waiting.push(named(`declarations of ${area}`, (name) => name.startsWith(`declared-${area}-`)))
    const slots = new RegExp(`/${area}/slots\\.tsx":\\(\\)=>[^\`]+\`\\./([\\w-]+\\.js)\``)
    const [, file] = slots.exec(chunks.get(loader) ?? '') ?? []
    if (file !== undefined) waiting.push(file)
  }
  const files = new Set<string>()
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    const text = chunks.get(name)
    if (text === undefined || files.has(name)) continue
    files.add(name)
    addAll(
      waiting,
      [...text.matchAll(staticImport)].map(([, imported = '']) => imported),
    )
  }
  return files
}

/** The sum of the compressed sizes, in KB. */
export function sizeKb(chunks: Chunks, files: Iterable<string>): number {
  let bytes = 0
  for (const name of files) bytes += gzipSync(chunks.get(name) ?? '').length
  return bytes / 1024
}

const indexText = /JSON\.parse\(`(\{"pages":.*?\})`\)/
/** An area in a map of files that are loaded by area; its file's name ends with a digest. */
const areaEntry =
  /"([^"]*\/)([a-z-]+)(\/(?:declarations\.ts|slots\.tsx))":\(\)=>[^`]+`\.\/[\w-]+\.js`[^"]*?import\.meta\.url\),?/g

/**
 * The same scripts with all pages: in them grow the index of what is declared, and the maps of files by area. Nothing else
 * names pages or areas; the catalogue of titles has all pages already.
 * @param catalogue whose pages that are not declared yet are added to the index
 * @throws Error if the index is not found
 */
export function withAllPages(
  chunks: Chunks,
  files: ReadonlySet<string>,
  catalogue: readonly CataloguePage[],
): Chunks {
  const holder = [...files].find((name) => indexText.test(chunks.get(name) ?? ''))
  if (holder === undefined) throw new Error('no script has the index of what is declared')
  const index = JSON.parse(indexText.exec(chunks.get(holder)!)![1]!) as DeclarationIndex
  const grown = grownIndex(index, catalogue)
  const times = Math.ceil(grown.pages.length / index.pages.length)
  return new Map(
    [...chunks].map(([name, text]) => [
      name,
      files.has(name)
        ? text
            .replace(indexText, () => `JSON.parse(\`${JSON.stringify(grown)}\`)`)
            .replace(areaEntry, (...found) => manyAreas(found as unknown as string[], times))
        : text,
    ]),
  )
}

/** The entry of an area, and those of further areas with other names and digests. */
function manyAreas(
  [entry = '', folder = '', area = '', file = '']: string[],
  times: number,
): string {
  const withComma = entry.endsWith(',') ? entry : `${entry},`
  const further = Array.from({ length: times - 1 }, (_, number) => {
    const name = `${[...area].toReversed().join('')}${number}`
    const digest = Buffer.from(`${name}${file}`).toString('base64url').slice(-8)
    return withComma
      .replace(`${folder}${area}${file}`, `${folder}${name}${file}`)
      .replace(/`\.\/[\w-]+\.js`/, `\`./declared-${name}-${digest}.js\``)
  })
  return `${further.join('')}${entry}`
}

/** The index as it is with all pages of the catalogue, in the proportions of those that exist. */
export function grownIndex(
  index: DeclarationIndex,
  catalogue: readonly CataloguePage[],
): DeclarationIndex {
  const known = new Set(index.pages.map(({ path }) => path))
  const missing = catalogue.filter(({ path }) => !known.has(path))
  const nameOf = (path: string): string =>
    path
      .split('/')
      .at(-1)!
      .replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
  const perPage = (entries: readonly unknown[]): number => index.pages.length / entries.length
  const every = <Entry>(
    entries: readonly Entry[],
    make: (page: CataloguePage, like: Entry) => Entry,
  ) =>
    missing
      .filter((_, number) => number % Math.round(perPage(entries)) === 0)
      .map((page, number) => make(page, entries[number % entries.length]!))
  return {
    pages: [
      ...index.pages,
      ...missing.map((page, number) => ({
        ...index.pages[number % index.pages.length]!,
        path: page.path,
        names: [nameOf(page.path)],
      })),
    ],
    documents: [
      ...index.documents,
      ...every(index.documents, (page, like) => ({
        ...like,
        name: nameOf(page.path),
        label: { zh: page.zh, en: page.en },
      })),
    ],
    masters: [
      ...index.masters,
      ...every(index.masters, (page, like) => ({
        ...like,
        name: nameOf(page.path) as typeof like.name,
        label: { zh: page.zh, en: page.en },
        fieldNames: like.fieldNames.map((name) => `${nameOf(page.path).slice(0, 3)}${name}`),
      })),
    ],
    queries: [
      ...index.queries,
      ...every(index.queries, (page, like) => ({ ...like, name: nameOf(page.path) })),
    ],
  }
}
