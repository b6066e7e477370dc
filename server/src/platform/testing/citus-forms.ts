// What Citus cannot plan, found in the text of statements, without Citus. Tables are on the coordinator ("local"), spread
// by company ("distributed"), or the same on each machine ("everywhere"), and Citus sends a subquery per row to no other place than that
// of the row.

export interface Placement {
  local: ReadonlySet<string>
  distributed: ReadonlySet<string>
  everywhere: ReadonlySet<string>
}

/** A form that Citus refuses, and the text at which it begins. */
export interface RefusedForm {
  form:
    | 'a table of the coordinator per row of a company'
    | 'rows of a company per row of the coordinator'
    | 'rows of a company per row of a list'
    | 'the existence of rows of a company without a column'
    | 'a recursive query without the company as a value'
    | 'rows of two companies'
    | 'an insert that reads rows of a company in a common table expression'
    | 'a write on the coordinator that reads a table of every machine'
  at: string
}

/** A query in parentheses, or the statement. */
interface Level {
  /** Its own text; `()` for the queries within. */
  own: string
  /** The whole text. */
  text: string
  parent: Level | undefined
  children: Level[]
  /** Alias → table. */
  sources: Map<string, string>
  /** A common table expression: nothing outside is visible in it. */
  isApart: boolean
}

const keywords = new Set(
  'on where join left right full inner cross order group limit using set select union having window for natural returning with offset lateral values as do'.split(
    ' ',
  ),
)

/** The template texts of a source file, with their insertions; nested ones too. */
export function templatesOf(source: string): { text: string; line: number }[] {
  const found: { text: string; line: number }[] = []
  const open: { start: number; braces: number }[] = []
  for (let at = 0; at < source.length; at++) {
    const last = open.at(-1)
    const character = source[at]
    if (character === '\\') at++
    else if (character === '`' && (last === undefined || last.braces > 0))
      open.push({ start: at + 1, braces: 0 })
    else if (last === undefined) continue
    else if (character === '`') {
      open.pop()
      found.push({
        text: source.slice(last.start, at),
        line: source.slice(0, last.start).split('\n').length,
      })
    } else if (character === '$' && source[at + 1] === '{') {
      last.braces++
      at++
    } else if (last.braces > 0 && character === '{') last.braces++
    else if (last.braces > 0 && character === '}') last.braces--
  }
  return found
}

/**
 * The refused forms in a statement.
 * @param inserted the SQL of an insertion `${…}` by its source text; '' if unknown
 */
export function refusedForms(
  statement: string,
  placement: Placement,
  inserted: (expression: string) => string = () => '',
): RefusedForm[] {
  const text = withInsertions(statement, inserted)
  const isRecursive = /\bwith recursive\b/.test(text)
  const levels = levelsOf(text).flatMap(allOf)
  return [
    ...formsOfWrites(levels, placement),
    ...levels.flatMap((level) => [
      ...formsAt(level, placement),
      ...formsOfJoins(level, placement, isRecursive),
      ...formsOfInserts(level, placement),
    ]),
  ]
}

/** Citus looks for the tables of such a statement on every machine. */
function formsOfWrites(levels: readonly Level[], { local, everywhere }: Placement): RefusedForm[] {
  const written = levels
    .flatMap(({ own }) => [...own.matchAll(/\b(?:insert into|update|delete from) (\w+)/g)])
    .map(([, table]) => table!)
    .find((table) => local.has(table))
  const read = levels
    .flatMap(({ sources }) => [...sources.values()])
    .find((table) => everywhere.has(table))
  if (written === undefined || read === undefined) return []
  const form = 'a write on the coordinator that reads a table of every machine'
  return [{ form, at: `${written} from ${read}` }]
}

/**
 * Citus sends such an insert to the machine of its rows, and its common table expressions as they are. Those that write
 * are executed before.
 */
function formsOfInserts(level: Level, { distributed }: Placement): RefusedForm[] {
  const into = /^\s*with\b[^;]*\)\s*insert into (\w+)[^;]*\bselect\b/.exec(level.own)?.[1]
  if (into === undefined || !distributed.has(into)) return []
  const reads = level.children.some(
    ({ isApart, own, sources }) =>
      isApart &&
      /^\s*select\b/.test(own) &&
      [...sources.values()].some((table) => distributed.has(table)),
  )
  const form = 'an insert that reads rows of a company in a common table expression'
  return reads ? [{ form, at: `insert into ${into}` }] : []
}

function formsOfJoins(
  { own, sources }: Level,
  { distributed }: Placement,
  isRecursive: boolean,
): RefusedForm[] {
  const spread = [...sources.values()].filter((table) => distributed.has(table))
  const at = own.trim().replaceAll(/\s+/g, ' ').slice(0, 80)
  if (spread.length > 0 && isRecursive && !hasCompanyAsValue(own))
    return [{ form: 'a recursive query without the company as a value', at }]
  if (spread.length > 1 && /company_code <> \w+\.company_code/.test(own))
    return [{ form: 'rows of two companies', at }]
  return []
}

const hasCompanyAsValue = (text: string) => /company_code = (?:\$\d|any\(\$\d)/.test(text)

function formsAt(level: Level, { local, distributed }: Placement): RefusedForm[] {
  if (level.parent === undefined || level.isApart) return []
  const references = referencesOf(level)
  const tables = allOf(level).flatMap((one) => [...one.sources.values()])
  const outer = [...references].flatMap((alias) => {
    const owner = ownerOf(level.parent, alias)
    return owner === undefined ? [] : [{ sources: owner.sources, table: owner.sources.get(alias)! }]
  })
  const has = (set: ReadonlySet<string>, names: readonly string[]) =>
    names.some((name) => set.has(name))
  const at = level.text.replaceAll(/\s+/g, ' ').slice(0, 80)
  for (const { sources, table } of outer) {
    const around = [...sources.values()]
    if (has(local, tables) && has(distributed, around))
      return [{ form: 'a table of the coordinator per row of a company', at }]
    if (has(distributed, tables) && local.has(table))
      return [{ form: 'rows of a company per row of the coordinator', at }]
    if (has(distributed, tables) && !has(distributed, around) && !hasCompanyAsValue(level.text))
      return [{ form: 'rows of a company per row of a list', at }]
  }
  if (references.size === 0 && /^select from (\w+)/.test(at) && has(distributed, tables))
    return [{ form: 'the existence of rows of a company without a column', at }]
  return []
}

/** Aliases that are used in a query and not defined in it. */
function referencesOf(level: Level): ReadonlySet<string> {
  const own = new Set(allOf(level).flatMap(({ sources }) => [...sources.keys()]))
  const used = [...level.text.matchAll(/\b([a-z_]\w*)\.["a-z_]/g)].map(([, alias]) => alias!)
  return new Set(used.filter((alias) => !own.has(alias)))
}

function ownerOf(level: Level | undefined, alias: string): Level | undefined {
  if (level === undefined || level.sources.has(alias)) return level
  return level.isApart ? undefined : ownerOf(level.parent, alias)
}

const allOf = (level: Level): Level[] => [level, ...level.children.flatMap(allOf)]

function withInsertions(text: string, inserted: (expression: string) => string): string {
  let result = ''
  for (let at = 0; at < text.length; at++) {
    if (text[at] !== '$' || text[at + 1] !== '{') {
      result += text[at]
      continue
    }
    let braces = 1
    const start = (at += 2)
    for (; braces > 0 && at < text.length; at++)
      braces += text[at] === '{' ? 1 : text[at] === '}' ? -1 : 0
    at--
    const expression = text.slice(start, at)
    result += inserted(expression) || (/\.(?:header|line)$/.test(expression) ? documents : 'x')
  }
  return result
}

/** Stands for the tables of a document whose type is not known. */
export const documents = 'any_document'

/** The branches of the statement's union, each with the queries within. */
function levelsOf(text: string): Level[] {
  const make = (parent: Level | undefined, isApart: boolean): Level => ({
    own: '',
    text: '',
    parent,
    children: [],
    sources: new Map(),
    isApart,
  })
  const roots = [make(undefined, false)]
  let level = roots[0]!
  // For each open parenthesis: whether a query began there.
  const open: boolean[] = []
  const add = (character: string) => {
    level.own += character
    for (let one: Level | undefined = level; one !== undefined; one = one.parent)
      one.text += character
  }
  for (let at = 0; at < text.length; at++) {
    const character = text[at]!
    if (character === '(') {
      const begins = /^\(\s*(?:with|select|insert|update|delete)\b/.test(text.slice(at, at + 40))
      add('(')
      open.push(begins)
      if (begins) {
        const isApart = /\bas (?:not )?(?:materialized )?\($/.test(level.own)
        const child = make(level, isApart)
        level.children.push(child)
        level = child
      }
    } else if (character === ')') {
      if (open.pop() === true) level = level.parent!
      add(')')
    } else {
      if (
        /^\b(?:union|except|intersect)\b/.test(text.slice(at, at + 10)) &&
        /\s/.test(text[at - 1] ?? ' ')
      ) {
        // A branch is planned for itself.
        level = make(level.parent, level.isApart)
        if (level.parent === undefined) roots.push(level)
        else level.parent.children.push(level)
      }
      add(character)
    }
  }
  for (const one of roots.flatMap(allOf)) findSources(one)
  return roots
}

function findSources(level: Level): void {
  const pattern =
    /(?<!for )(?<!for no key )\b(?:from|join|update|into)\s+(?:lateral\s+)?([a-z_]\w*|\(\)|)(?:\s*\([^()]*\))?(?:\s+(?:with ordinality\s+)?(?:as\s+)?([a-z_]\w*))?/g
  for (const [, table, alias] of level.own.matchAll(pattern)) {
    const name = alias === undefined || keywords.has(alias) ? table! : alias
    if (name !== '' && name !== '()') level.sources.set(name, table!)
  }
}
