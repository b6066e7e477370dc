import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'
import type { DeclarationIndex, FunctionCode } from '@kufang/contract/declaration-index.ts'

const contract = resolve(import.meta.dirname, '../packages/contract/src')

interface Index {
  declarationIndex: () => DeclarationIndex
  functionCodes: () => readonly FunctionCode[]
}

/** Files of the declarations, by area; the browser loads those of an area when they are first needed. */
const areas: ReadonlySet<string> = new Set(
  readdirSync(contract, { recursive: true, encoding: 'utf8' })
    .filter((file) => /^[a-z-]+.declarations\.ts$/.test(file))
    .map((file) => file.split(/[\\/]/)[0] ?? ''),
)

/**
 * Files of an area that declarations of others import, such as the fields of an order. They have a chunk of their own:
 * in that of one area, all others would load its declarations too.
 */
const shared: ReadonlySet<string> = new Set(
  [...areas].flatMap((area) =>
    readdirSync(join(contract, area))
      .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
      .flatMap((file) => importsOfOthers(readFileSync(join(contract, area, file), 'utf8'))),
  ),
)

/** What a file imports of other areas at run time, as `area/file.ts`. */
function importsOfOthers(text: string): string[] {
  return [...text.matchAll(/import (?!type )[^']*from '\.\.\/([a-z-]+)\/([\w-]+\.ts)'/g)]
    .filter(([, area = '']) => areas.has(area))
    .map(([, area, file]) => `${area}/${file}`)
}

/** The chunk for a file of the contract: that of its area's declarations, of those that areas share, or null. */
export function declarationPart(file: string): string | null {
  const area = /packages\/contract\/src\/([a-z-]+)\//.exec(file)?.[1] ?? ''
  if (!areas.has(area)) return null
  return isSharedByAreas(file) ? 'declared-shared' : `declared-${area}`
}

/** Whether a file of the contract belongs to an area, and declarations of other areas import it. */
export function isSharedByAreas(file: string): boolean {
  return shared.has(/packages\/contract\/src\/([a-z-]+\/[\w-]+\.ts)/.exec(file)?.[1] ?? '')
}

const modules: Readonly<Record<string, (index: Index) => unknown>> = {
  'virtual:declaration-index': ({ declarationIndex }) => declarationIndex(),
  'virtual:function-codes': ({ functionCodes }) => functionCodes(),
}

/**
 * Provides the index of all declarations as data, so that the first page contains no declarations:
 * `virtual:declaration-index`, and `virtual:function-codes` for the page that grants rights.
 */
export const declarationIndexPlugin: Plugin = {
  name: 'declaration-index',
  resolveId: (source) => (source in modules ? `\0${source}` : null),
  async load(id) {
    const make = modules[id.slice(1)]
    if (!id.startsWith('\0') || make === undefined) return null
    const file = join(contract, 'declaration-index.ts')
    this.addWatchFile(file)
    const made = make((await import(pathToFileURL(file).href)) as Index)
    return `export default JSON.parse(${JSON.stringify(JSON.stringify(made))})`
  },
}
