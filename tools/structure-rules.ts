import { areaNeeds } from '@kufang/contract/document/declare/area.ts'
import { searchingExpressions } from './searching-expressions.ts'

/** A source file: its path from the root with `/`, and its text. */
export interface SourceFile {
  path: string
  text: string
}

export const areaNames: readonly string[] = Object.keys(areaNeeds)

const longestFile = 400

/** The levels of the tree, and the folders permitted beside the areas. */
const levels: { folder: string; others: string[] }[] = [
  { folder: 'packages/contract/src', others: ['document'] },
  {
    folder: 'server/src',
    others: ['platform', 'erp', 'ledger', 'document', 'launch', 'demonstration', 'replay'],
  },
  { folder: 'web/src', others: ['app', 'kit'] },
  { folder: 'erp-stand-in/src', others: ['protocol'] },
]

/** Components that may be used only through the kit's dialogs and error displays (spec/shell.md 3). */
const rawParts = ['Modal', 'Drawer', 'message', 'notification', 'Popconfirm']

const forbiddenWords: { pattern: RegExp; reason: string }[] = [
  { pattern: /\bas any\b|:\s*any\b|<any\b/, reason: 'any' },
  { pattern: /@ts-(ignore|nocheck|expect-error)/, reason: 'a switched-off type check' },
  { pattern: /\b(describe|test|it|suite)\.(only|skip|todo)\b/, reason: 'a test left out' },
  { pattern: /\b(TODO|FIXME|XXX)\b/, reason: 'unfinished work' },
  // Permitted: one rule, on one line, with the reason after two dashes.
  {
    pattern: /(eslint|oxlint)-disable(?!-next-line [\w/-]+ -- \S)/,
    reason: 'a lint rule switched off without its name or without a reason',
  },
]

/** Folders whose code only tests use. */
const onlyForTests = /^e2e\/|\/(testing|conformance|model|replay)\//

/** Compile-time tests use it to state what the compiler must refuse; the compiler checks that. */
const mayExpectErrors = /\.test-d\.tsx?$/

/**
 * All violations of the tree's rules (ARCHITECTURE.md) in one file, each as a sentence with the location; empty if
 * none.
 */
export function breaches(file: SourceFile): string[] {
  return [
    ...strangeFolder(file),
    ...tooLong(file),
    ...forbidden(file),
    ...rawDialogs(file),
    ...namedAreas(file),
    ...drawnByChance(file),
    ...searchingExpressions(file),
    ...spreadIntoCalls(file),
    ...readOnce(file),
    ...dayOfUtc(file),
  ]
}

/**
 * A list spread into `push` or `unshift` lies on the stack of the call: with a hundred thousand items, whose number somebody
 * outside may decide, it fails with a RangeError.
 */
function spreadIntoCalls({ path, text }: SourceFile): string[] {
  const found = text.matchAll(/\.(push|unshift)\((?:[^(){}[\]]*,)?\s*\.\.\./g)
  return [...found].map((match) => {
    const line = text.slice(0, match.index).split('\n').length
    return `${path}:${line}: a list is spread into ${match[1]}: use addAll (packages/kernel/src/add-all.ts)`
  })
}

/**
 * A table draws its cells over several frames, and what a request answers comes later still: a journey that reads a text once
 * reads by chance what was there before. That something is not shown may be read once.
 */
function readOnce({ path, text }: SourceFile): string[] {
  if (!path.startsWith('e2e/')) return []
  const isReadOnce =
    /^\(\s*await\s[^]*\.(textContent|innerText|allTextContents|allInnerTexts)\(\),?\s*\)$/
  return [...text.matchAll(/\bexpect(?=\()/g)].flatMap((match) => {
    const given = inParentheses(text, match.index + match[0].length)
    const next = text.slice(match.index + match[0].length + given.length)
    if (!isReadOnce.test(given) || !next.startsWith('.to')) return []
    const line = text.slice(0, match.index).split('\n').length
    return [`${path}:${line}: a text is read once: use expect.poll, which waits until it is drawn`]
  })
}

/** The text from an opening parenthesis to the one that closes it. */
function inParentheses(text: string, start: number): string {
  let depth = 0
  for (let at = start; at < text.length; at += 1) {
    if (text[at] === '(') depth += 1
    if (text[at] === ')') depth -= 1
    if (depth === 0) return text.slice(start, at + 1)
  }
  return ''
}

function strangeFolder({ path }: SourceFile): string[] {
  for (const { folder, others } of levels) {
    if (!path.startsWith(`${folder}/`)) continue
    const [first, ...rest] = path.slice(folder.length + 1).split('/')
    if (first === undefined || rest.length === 0) return []
    if (areaNames.includes(first) || others.includes(first)) return []
    return [
      `${folder}/${first}: no area has this name (contract/document/declare/area.ts lists them)`,
    ]
  }
  return []
}

function tooLong({ path, text }: SourceFile): string[] {
  const lines = text.split('\n').length - 1
  return lines > longestFile ? [`${path}: ${lines} lines, at most ${longestFile}: split it`] : []
}

function forbidden({ path, text }: SourceFile): string[] {
  const found: string[] = []
  for (const [index, line] of text.split('\n').entries()) {
    for (const { pattern, reason } of forbiddenWords) {
      if (!pattern.test(line)) continue
      if (line.includes('@ts-expect-error') && mayExpectErrors.test(path)) continue
      found.push(`${path}:${index + 1}: ${reason}: ${line.trim()}`)
    }
  }
  return found
}

function rawDialogs({ path, text }: SourceFile): string[] {
  if (!path.startsWith('web/src/') || path.startsWith('web/src/kit/')) return []
  const imports = /import\s+(?!type\b)\{([^}]*)\}\s+from\s+'antd'/g
  const names = [...text.matchAll(imports)].flatMap((match) => (match[1] ?? '').split(','))
  return names
    .map((name) => name.trim().split(/\s/)[0] ?? '')
    .filter((name) => rawParts.includes(name))
    .map((name) => `${path}: ${name} of antd is for web/src/kit alone: use the kit's own`)
}

/**
 * Tests draw with a seed (`platform/testing/random.ts`; that of fast-check is fixed in `tools/fixed-seed.ts`), so that one state
 * of the repository has one result. `randomUUID` makes identifiers, which decide nothing.
 */
function drawnByChance({ path, text }: SourceFile): string[] {
  if (!isTest(path) && !onlyForTests.test(path)) return []
  return text
    .split('\n')
    .flatMap((line, index) =>
      /\bMath\.random\b|\brandom(Bytes|Int)\b|\bseed: (Date|performance)\b/.test(line)
        ? [`${path}:${index + 1}: drawn by chance, without a seed: ${line.trim()}`]
        : [],
    )
}

/**
 * Days and months of now are those of the company (`companyToday`), which begin hours before those of UTC: with the latter
 * tests fail in the evening of the last day of a month. The ERP stand-in has a clock of its own.
 */
function dayOfUtc({ path, text }: SourceFile): string[] {
  if (path.startsWith('erp-stand-in/') || path.startsWith('tools/structure-rules')) return []
  return text
    .split('\n')
    .flatMap((line, index) =>
      /date_trunc\('(day|week|month|year)', *now\(\)\)|new Date\((Date\.now\(\)[^()]*)?\)\.toISOString\(\)\.slice\(0, (7|10)\)/.test(
        line,
      )
        ? [`${path}:${index + 1}: a day or month of UTC, not of the company: ${line.trim()}`]
        : [],
    )
}

/** The kit and the document service serve all areas, so they name none. */
function namedAreas({ path, text }: SourceFile): string[] {
  if (!/^(web\/src\/kit|server\/src\/document)\//.test(path) || isTest(path)) return []
  const found: string[] = []
  for (const [index, line] of text.split('\n').entries()) {
    // Imports are checked by dependency-cruiser, which knows the foundations.
    if (/\bfrom '/.test(line)) continue
    for (const literal of line.matchAll(/(['"`])([a-z0-9/@.-]+)\1/g)) {
      const parts = (literal[2] ?? '').split('/')
      const area = parts.find((part) => unmistakable(part) || (parts.length > 1 && isArea(part)))
      if (area !== undefined) found.push(`${path}:${index + 1}: names the area ${area}`)
    }
  }
  return found
}

function isArea(name: string): boolean {
  return areaNames.includes(name)
}

/** The names of some areas are also common words: `'stock'` alone may be a field. */
function unmistakable(name: string): boolean {
  return isArea(name) && name.includes('-')
}

function isTest(path: string): boolean {
  return /\.(test|test-d|e2e)\.tsx?$/.test(path)
}
