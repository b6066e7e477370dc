import { readFileSync } from 'node:fs'
import { parseAst } from 'vite'
import type { Plugin } from 'vite'

/*
 * AG Grid is published as one file, of which a bundler makes one chunk. Lists are read-only, and need none of its code
 * for editing cells. The file names the source of each of its statements in comments, so it is divided into two modules
 * here: editing, and the rest. Of the modules that every grid has, the rest omits those that our tables do not use; AG
 * Grid itself treats each of them as optional. Together a tenth of the first list's AG Grid.
 */

/** The module of ours that registers editing; its import of AG Grid is that of the editing part. */
const registersEditing = 'web/src/kit/grid/grid-editing.ts'
const packageFile = 'ag-grid-community/dist/package/main.esm.mjs'
const editingId = '\0ag-grid-editing'

const ofEditing = /^packages\/ag-grid-community\/src\/edit\//
/** Names every module of AG Grid; we name those we use. */
const allModules = 'AllCommunityModule'
/** The module every grid has, and what it names but our tables do not use: they state formats, texts and overlays. */
const coreModule = 'CommunityCoreModule'
const omitted = ['DataTypeModule', 'OverlayModule', 'ExpressionModule']
/** What the editing part offers. */
const offered = 'CustomEditorModule'

interface Node {
  type: string
  start: number
  end: number
  [key: string]: unknown
}

interface Statement {
  text: string
  isEditing: boolean
  declared: readonly string[]
  used: ReadonlySet<string>
}

/** Divides AG Grid, see above. */
export function gridPartsPlugin(): Plugin {
  let parts: { core: string; editing: string } | undefined
  let coreFile = ''
  return {
    name: 'grid-parts',
    apply: 'build',
    enforce: 'pre',
    async resolveId(source, importer) {
      if (source !== 'ag-grid-community' || importer === undefined) return null
      const resolved = await this.resolve(source, importer, { skipSelf: true })
      if (resolved === null || !resolved.id.endsWith(packageFile)) return resolved
      coreFile = resolved.id
      return importer.endsWith(registersEditing) ? editingId : resolved
    },
    load(id) {
      if (id !== editingId && !id.endsWith(packageFile)) return null
      parts ??= divide(readFileSync(coreFile, 'utf8'), coreFile)
      return id === editingId ? parts.editing : parts.core
    },
  }
}

/**
 * Divides the text of AG Grid into the module `core`, which needs nothing of editing, and `editing`, which imports from
 * it.
 * @param coreFile the path by which `editing` imports `core`
 * @throws Error if the file does not look like that anymore
 */
export function divide(text: string, coreFile: string): { core: string; editing: string } {
  const statements = statementsOf(withoutOmitted(text))
  const exported = statements.at(-1)
  const dropped = statements.filter(({ declared }) => declared.includes(allModules))
  const rest = statements.filter((one) => one !== exported && !dropped.includes(one))
  const isCore = coreOf(rest)
  const core = rest.filter((one) => isCore.has(one))
  const editing = rest.filter((one) => !isCore.has(one))
  const names = new Set(editing.flatMap(({ declared }) => declared))
  if (exported === undefined || dropped.length !== 1 || !names.has(offered))
    throw new Error('AG Grid is not written as web/grid-parts.ts expects')
  const missing = new Set([...names, allModules])
  const kept = [...exported.text.matchAll(/^ {2}([\w$]+)(?: as [\w$]+)?,?$/gm)].flatMap(
    ([line, name = '']) => (missing.has(name) ? [] : [line.replace(',', '').trim()]),
  )
  const ofCore = new Set(core.flatMap(({ declared }) => declared))
  const shared = [...new Set(editing.flatMap(({ used }) => [...used]))].filter((name) =>
    ofCore.has(name),
  )
  const join = (some: readonly Statement[]) => some.map((one) => one.text).join('\n')
  return {
    core: `${join(core)}
export { ${kept.join(', ')} }
export { ${shared.map((name) => `${name} as editing$${name}`).join(', ')} }`,
    editing: `import { ${shared.map((name) => `editing$${name} as ${name}`).join(', ')} } from ${JSON.stringify(coreFile)}
${join(editing)}
export { ${offered} }`,
  }
}

/** @throws Error if one of the omitted modules is not named */
function withoutOmitted(text: string): string {
  const start = text.indexOf(`var ${coreModule} = {`)
  const end = text.indexOf('\n};', start)
  const definition = text.slice(start, end)
  let kept = definition
  for (const name of omitted) kept = kept.replace(`\n    ${name},`, '')
  const lines = (some: string) => some.split('\n').length
  if (start === -1 || lines(definition) - lines(kept) !== omitted.length)
    throw new Error(`AG Grid does not name ${omitted.join(', ')} in ${coreModule} anymore`)
  return text.slice(0, start) + kept + text.slice(end)
}

/** All statements but those of editing that nothing else needs. */
function coreOf(statements: readonly Statement[]): ReadonlySet<Statement> {
  const declaring = new Map(
    statements.flatMap((one) => one.declared.map((name) => [name, one] as const)),
  )
  const core = new Set(statements.filter(({ isEditing }) => !isEditing))
  // A set visits what is added to it.
  for (const { used } of core) {
    for (const name of used) {
      const needed = declaring.get(name)
      if (needed !== undefined) core.add(needed)
    }
  }
  return core
}

function statementsOf(text: string): Statement[] {
  const sources = [...text.matchAll(/^\/\/ (packages\/\S+)$/gm)]
  const { body } = parseAst(text) as unknown as { body: Node[] }
  let position = -1
  return body.map((node) => {
    while ((sources[position + 1]?.index ?? Infinity) < node.start) position += 1
    return {
      text: text.slice(node.start, node.end),
      isEditing: ofEditing.test(sources[position]?.[1] ?? ''),
      declared: declaredBy(node),
      used: new Set(namesIn(node)),
    }
  })
}

function declaredBy(node: Node): string[] {
  if (node.type === 'ExportNamedDeclaration') return []
  const listed = (node['declarations'] ?? node['specifiers']) as
    | { id?: Node; local?: Node }[]
    | undefined
  const names = listed?.map(({ id, local }) => id ?? local) ?? [node['id'] as Node | undefined]
  return names.flatMap((one) => (typeof one?.['name'] === 'string' ? [one['name']] : []))
}

/** Names of variables in a statement, its own ones too, without those of properties. */
function namesIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(namesIn)
  if (typeof value !== 'object' || value === null) return []
  const node = value as Node
  if (node.type === 'Identifier') return [String(node['name'])]
  const isNamed =
    node['computed'] === false && node['shorthand'] !== true
      ? (['property', 'key'] as const).find((key) => node[key] !== undefined)
      : undefined
  return Object.keys(node).flatMap((key) => (key === isNamed ? [] : namesIn(node[key])))
}
