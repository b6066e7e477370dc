import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

/** What files load with themselves, without what they load later by `import()`. */
export interface StaticImports {
  /** Files of the repository, from its root. */
  files: ReadonlySet<string>
  /** Packages, as `package` and for each imported name `package name`. */
  packages: ReadonlySet<string>
}

/**
 * Follows the imports of values from these files; types are not loaded.
 * @throws Error if one of them does not exist
 */
export function staticImports(root: string, entries: readonly string[]): StaticImports {
  const files = new Set<string>()
  const packages = new Set<string>()
  const waiting = entries.map((entry) => join(root, entry))
  const missing = waiting.filter((file) => !existsSync(file))
  if (missing.length > 0) throw new Error(`no file ${missing.join(', ')}`)
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    const path = relative(root, file)
    if (files.has(path) || !existsSync(file)) continue
    files.add(path)
    for (const { names, from } of importsOf(readFileSync(file, 'utf8'))) {
      if (from.startsWith('.')) waiting.push(join(dirname(file), from))
      else if (from.startsWith('@kufang/'))
        waiting.push(join(root, from.replace(/^@kufang\/([a-z]+)/, 'packages/$1/src')))
      else for (const name of ['', ...names]) packages.add(`${from} ${name}`.trim())
    }
  }
  return { files, packages }
}

const statement = /^(?:import|export)\s+(?:((?:type\s)?[\w$*{},\s]*?)\s*from\s+)?'([^']+)'$/gm

function importsOf(text: string): { names: string[]; from: string }[] {
  return [...text.matchAll(statement)].flatMap(([, what = '', from = '']) => {
    if (what.startsWith('type ')) return []
    const names =
      /\{([^}]*)\}/
        .exec(what)?.[1]
        ?.split(',')
        .map((name) => name.trim()) ?? []
    return [{ names: names.filter((name) => name !== '' && !name.startsWith('type ')), from }]
  })
}
