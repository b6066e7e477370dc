import { areaNeeds, type Area } from '@kufang/contract/document/declare/area.ts'
import type { AnyRelation } from '@kufang/contract/document/declare/define-relation.ts'
import { userRelations } from '@kufang/contract/identity/user-relations.ts'
import ts from 'typescript'
import type { SourceFile } from './structure-rules.ts'

/*
 * Imports of an area are held against `areaNeeds` by dependency-cruiser. What an area names in strings is held here: names
 * of documents in quotes, and tables in SQL.
 */

/** The areas that own documents and tables, by name; other names belong to the ground, and everybody may use them. */
export interface Owners {
  documents: ReadonlyMap<string, Area>
  tables: ReadonlyMap<string, Area>
}

/** A name of another area in a file of an area. */
export interface Reach {
  path: string
  line: number
  area: Area
  /** The document type, or the table. */
  name: string
  owner: Area
}

/** Production code of an area; journeys tell how documents of several areas follow each other, for tests and the demonstration. */
const ofArea = /^(?:server|packages\/contract)\/src\/([a-z-]+)\/(?!.*\/testing)/
const notHeld = /\.(test|test-d|journey)\.tsx?$/

const writes = /\b(?:insert\s+into|update|delete\s+from|merge\s+into)\s+([a-z_]+)/gi
/** A table with its other name, which is no word of SQL. */
const table =
  '[a-z_]+(?:\\s+(?:as\\s+)?(?!(?:join|left|right|full|inner|cross|where|set|on|using|order|group|for)\\b)[a-z_]+)?'
/** The tables of `from`, `join` and the statements that write, with those that follow after a comma. */
const names = new RegExp(
  `\\b(?:from|join|into|update|using)\\s+((?:only\\s+)?${table}(?:\\s*,\\s*${table})*)`,
  'gi',
)

/** The masters of which users have a data scope: the platform filters by them. Bins say which areas there are. */
const ofScope = new Set<string>([
  'company',
  'bin',
  ...Object.values<AnyRelation>(userRelations).flatMap(({ fields }) =>
    Object.values(fields).flatMap(({ master }) => master ?? []),
  ),
])

/** Declared documents and masters, as far as their owners are asked for. */
interface Declared {
  name: string
  area: Area
}

const toTable = (name: string): string => name.replaceAll('-', '_')

/**
 * Who owns what: a document and its two tables, and the table of a master, the area that declares it; another table the area
 * that writes it, if nobody else does. Masters of the data scope belong to the ground.
 */
export function ownersOf(
  documents: readonly Declared[],
  masters: readonly Declared[],
  files: readonly SourceFile[],
): Owners {
  const tables = new Map<string, Area>()
  for (const { name, area } of masters) tables.set(toTable(name), area)
  for (const { name, area } of documents)
    for (const table of [toTable(name), `${toTable(name)}_line`]) tables.set(table, area)
  for (const [table, writers] of writersOf(files)) {
    const [only] = writers
    if (!tables.has(table) && writers.size === 1 && only !== undefined) tables.set(table, only)
  }
  for (const name of ofScope) tables.delete(toTable(name))
  return { documents: new Map(documents.map(({ name, area }) => [name, area])), tables }
}

/** The areas that write each table; undefined stands for the ground. */
function writersOf(files: readonly SourceFile[]): Map<string, Set<Area | undefined>> {
  const found = new Map<string, Set<Area | undefined>>()
  for (const file of files) {
    // The demonstration fills tables of all areas.
    if (!/^server\/src\/(?!demonstration\/)/.test(file.path) || isNotHeld(file.path)) continue
    for (const { text } of textsOf(file))
      for (const [, table = ''] of text.matchAll(writes)) {
        const writers = found.get(table) ?? new Set()
        found.set(table, writers.add(areaOf(file.path)))
      }
  }
  return found
}

const isNotHeld = (path: string): boolean => notHeld.test(path) || /\/testing(\/|\.ts)/.test(path)

/** The area of a file, undefined if it belongs to none. */
function areaOf(path: string): Area | undefined {
  const name = ofArea.exec(path)?.[1]
  return name !== undefined && name in areaNeeds ? (name as Area) : undefined
}

/**
 * What a file of an area names of documents and tables: how many names of any area, and those of areas that `areaNeeds` does
 * not give it.
 */
export function reachesOf(file: SourceFile, owners: Owners): { names: number; beyond: Reach[] } {
  const area = areaOf(file.path)
  if (area === undefined || isNotHeld(file.path)) return { names: 0, beyond: [] }
  const may = new Set<string>([area, ...areaNeeds[area]])
  const named = textsOf(file).flatMap(({ text, line }) =>
    namesIn(text, owners).map((found) => ({ path: file.path, line, area, ...found })),
  )
  return { names: named.length, beyond: named.filter(({ owner }) => !may.has(owner)) }
}

function namesIn(text: string, owners: Owners): { name: string; owner: Area }[] {
  const document = owners.documents.get(text)
  if (document !== undefined) return [{ name: text, owner: document }]
  const found = [...text.matchAll(names)].flatMap(([, list = '']) =>
    list.split(',').map(
      (one) =>
        one
          .trim()
          .replace(/^only\s+/i, '')
          .split(/\s/)[0]!,
    ),
  )
  // A table may also stand alone, for a statement that is put together.
  return (text.includes('_') ? [text, ...found] : found).flatMap((name) => {
    const owner = owners.tables.get(name)
    return owner === undefined ? [] : [{ name, owner }]
  })
}

/** The texts in quotes of a file with the lines where they begin; parts that are computed are left out. */
function textsOf({ path, text }: SourceFile): { text: string; line: number }[] {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
  const found: { text: string; line: number }[] = []
  const visit = (node: ts.Node): void => {
    const line = source.getLineAndCharacterOfPosition(node.getStart()).line + 1
    if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node))
      found.push({ text: node.text, line })
    else if (ts.isTemplateExpression(node)) {
      const spans = node.templateSpans.map(({ literal }) => literal.text)
      found.push({ text: [node.head.text, ...spans].join('?'), line })
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

/** How the list of exceptions names a reach. */
export const exceptionOf = ({ path, name }: Pick<Reach, 'path' | 'name'>): string =>
  `${path} ${name}`

/** Violations as sentences: reaches that no exception permits, and exceptions that do not occur. */
export function wallBreaches(reaches: readonly Reach[], exceptions: readonly string[]): string[] {
  const permitted = new Set(exceptions)
  const occurring = new Set(reaches.map(exceptionOf))
  return [
    ...reaches
      .filter((reach) => !permitted.has(exceptionOf(reach)))
      .map(
        ({ path, line, area, name, owner }) =>
          `${path}:${line}: names ${name} of ${owner}, which ${area} does not need (contract/document/declare/area.ts)`,
      ),
    ...exceptions
      .filter((one) => !occurring.has(one))
      .map((one) => `tools/wall-exceptions.ts: ${one}: no longer occurs, delete the line`),
  ]
}

/** Violations as sentences: areas that need each other, directly or over others. */
export function circlesOfAreas(needs: Readonly<Record<string, readonly string[]>>): string[] {
  const reached = (area: string, seen = new Set<string>()): Set<string> => {
    for (const next of needs[area] ?? []) if (!seen.has(next)) reached(next, seen.add(next))
    return seen
  }
  return Object.keys(needs).flatMap((area) =>
    reached(area).has(area)
      ? [`contract/document/declare/area.ts: ${area} needs itself over others`]
      : [],
  )
}
