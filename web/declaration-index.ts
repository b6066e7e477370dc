import { readdirSync } from 'node:fs'
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

/** The chunk for a file of the contract: its area's declarations, or null. */
export function declarationPart(file: string): string | null {
  const area = /packages\/contract\/src\/([a-z-]+)\//.exec(file)?.[1] ?? ''
  return areas.has(area) ? `declared-${area}` : null
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
