import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { AnyDocument } from '@kufang/contract/document/declare/define-document.ts'
import type { NewDocument } from './new-document-type.ts'

// Registers a new document in the lists of the tree. Each change names the text before which it inserts; if that text
// is missing, the tool stops with an error.

/** Changes a file of the tree, and says so if it differs now; returns its path. */
export function change(root: string, path: string, work: (text: string) => string): string {
  const file = join(root, path)
  const before = readFileSync(file, 'utf8')
  const after = work(before)
  if (after === before) return path
  writeFileSync(file, after)
  process.stdout.write(`entered  ${path}\n`)
  return path
}

export function insertBefore(text: string, mark: string, added: string, from = 0): string {
  const at = text.indexOf(mark, from)
  if (at < 0)
    throw new Error(`"${mark.trim()}" is not there any more: enter "${added.trim()}" by hand`)
  return text.slice(0, at) + added + text.slice(at)
}

/** Inserts an import after the last one, and an entry at the end of a list. */
function enterInList(
  text: string,
  { imported, entry, list, end }: { imported: string; entry: string; list: string; end: string },
): string {
  const start = text.indexOf(list)
  if (start < 0) throw new Error(`there is no list "${list}" any more: enter ${entry} by hand`)
  const withEntry = insertBefore(text, end, `\n  ${entry}`, start)
  const lastImport = withEntry.lastIndexOf('\nimport ')
  const position = withEntry.indexOf('\n', lastImport + 1) + 1
  return `${withEntry.slice(0, position)}${imported}\n${withEntry.slice(position)}`
}

const quoted = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`

/** The pages of the catalogue, by their groups; new groups enter the last file. */
const catalogue = 'packages/contract/src/document/catalogue/pages'
const newGroups = 'further-pages.ts'

const jobText = (job: string, { zh, tasks }: NonNullable<NewDocument['newJob']>): string =>
  `{ account: ${quoted(job.toLowerCase())}, zh: ${quoted(zh)}, tasks: ${quoted(tasks)} }`

/** The area, the pages with their group, and the job, if they are new. */
export function enterPlace(root: string, document: NewDocument): string[] {
  const changed: string[] = []
  const { area, newArea, newPage, page, furtherPages, job, newJob } = document
  if (newArea !== undefined)
    changed.push(
      change(root, 'packages/contract/src/document/declare/area.ts', (text) =>
        insertBefore(text, '\n} as const satisfies', `\n  ${quoted(area)}: [...common],`),
      ),
    )
  if (newPage !== undefined) changed.push(enterPage(root, page, newPage))
  for (const { path, newPage: wanted } of furtherPages)
    if (wanted !== undefined) changed.push(enterPage(root, path, wanted))
  if (newJob !== undefined)
    changed.push(
      change(root, 'server/src/document/journey/jobs.ts', (text) =>
        insertBefore(text, '\n} as const satisfies', `\n  ${job}: ${jobText(job, newJob)},`),
      ),
    )
  return changed
}

/** Adds a page to the catalogue: at the end of its group, or in a new group between those of the trade and the system. */
function enterPage(
  root: string,
  page: string,
  { group, newGroup, zh, en, role }: NonNullable<NewDocument['newPage']>,
): string {
  const row = `      [${[page, zh, en, role].map(quoted).join(', ')}],\n`
  const mark = `path: ${quoted(group)},`
  if (newGroup === undefined) {
    const file = readdirSync(join(root, catalogue)).find((name) =>
      readFileSync(join(root, catalogue, name), 'utf8').includes(mark),
    )
    if (file === undefined)
      throw new Error(`there is no group ${group} any more: enter ${row.trim()} by hand`)
    return change(root, `${catalogue}/${file}`, (text) =>
      insertBefore(text, '    ],\n  ],\n', row, text.indexOf(mark)),
    )
  }
  const words = `zh: ${quoted(newGroup.zh)}, en: ${quoted(newGroup.en)}, order: 30, role: ${quoted(newGroup.role)}`
  const entry = `  [\n    { path: ${quoted(group)}, ${words} },\n    [\n${row}    ],\n  ],\n`
  return change(root, `${catalogue}/${newGroups}`, (text) =>
    text.includes('= []\n')
      ? text.replace('= []\n', () => `= [\n${entry}]\n`)
      : insertBefore(text, ']\n', entry, text.lastIndexOf('\n]\n')),
  )
}

/** Adds the document to its area's declarations; adds the area to the registry if this is its first document. */
function enterDeclaration(root: string, { area, name, identifier }: NewDocument): string[] {
  const path = `packages/contract/src/${area}/declarations.ts`
  const key = /^[a-z]+$/.test(name) ? name : `${quoted(name)}: ${identifier}`
  const list = 'export const documents = {'
  if (!existsSync(join(root, path))) writeFileSync(join(root, path), '')
  const isFirst = !readFileSync(join(root, path), 'utf8').includes(list)
  const declared = change(root, path, (text) =>
    enterInList(
      isFirst ? `${text}\n/** The document types of the area. */\n${list}\n} as const\n` : text,
      {
        imported: `import { ${identifier} } from './${name}.ts'`,
        entry: `${key},`,
        list,
        end: '\n} as const',
      },
    ),
  )
  if (!isFirst) return [declared]
  const words = area.replaceAll(/-[a-z]/g, (letter) => letter.slice(1).toUpperCase())
  const imported = `import * as ${words} from './${area}/declarations.ts'`
  const registered = change(root, 'packages/contract/src/registry.ts', (text) =>
    text.includes(imported)
      ? insertBefore(text, '\n} as const', `\n  ...${words}.documents,`, text.indexOf(list))
      : enterInList(text, {
          imported,
          entry: `...${words}.documents,`,
          list,
          end: '\n} as const',
        }),
  )
  return [declared, registered]
}

/** Adds the document to its area's declarations, and to the lists of effects and journeys. */
export function enterDocument(root: string, document: NewDocument): string[] {
  const { area, name, identifier } = document
  return [
    ...enterDeclaration(root, document),
    change(root, 'server/src/effects.ts', (text) =>
      enterInList(text, {
        imported: `import { ${identifier}Effects } from './${area}/${name}.effects.ts'`,
        entry: `${identifier}Effects,`,
        list: 'registerEffects([',
        end: '\n])',
      }),
    ),
    change(root, 'server/src/journeys.ts', (text) =>
      enterInList(text, {
        imported: `import { ${identifier}Journey } from './${area}/${name}.journey.ts'`,
        entry: `${identifier}Journey,`,
        list: 'registerJourneys([',
        end: '\n])',
      }),
    ),
  ]
}

/** Adds the rows of a new document and its area to the glossary. */
export function enterNames(root: string, document: NewDocument): void {
  const { area, newArea, name, zh, en, about } = document
  change(root, 'GLOSSARY.md', (text) => {
    const withArea =
      newArea === undefined
        ? text
        : insertBefore(
            text,
            '| `stock` area |',
            `| \`${area}\` area | ${newArea.zh} | – | ${newArea.en.toLowerCase()} |\n`,
          )
    return insertBefore(
      withArea,
      '| `synced` state |',
      `| \`${name}\` document | ${zh} | ${en.toLowerCase()} | ${about} |\n`,
    )
  })
}

/**
 * Adds the states and actions of a document to the glossary: its Chinese name to the row of a term that others have, and a
 * row for each term that no other document has, with the English name as its meaning. Rows written so before are removed if
 * the document no longer has the term.
 */
export function enterTerms(root: string, declared: AnyDocument): void {
  const terms = [
    ...Object.entries(declared.states).map(([word, { label }]) => ({ word, kind: 'state', label })),
    ...Object.entries(declared.actions).map(([word, { label }]) => ({
      word,
      kind: 'action',
      label,
    })),
  ]
  const ofDocument = `: of a ${declared.label.en.toLowerCase()} |`
  const wanted = new Set(terms.map(({ word, kind }) => `\`${word}\` ${kind}`))
  // Rows written here before, of terms that the document no longer has.
  const isObsolete = (row: string): boolean =>
    row.endsWith(ofDocument) && !wanted.has(row.split(' | ')[0]!.slice(2))
  const withoutObsolete = (text: string): string =>
    text
      .split('\n')
      .filter((row) => !isObsolete(row))
      .join('\n')
  change(root, 'GLOSSARY.md', (text) =>
    terms.reduce((before, { word, kind, label: { zh, en } }) => {
      const start = `| \`${word}\` ${kind} |`
      if (!before.includes(`\n${start}`)) {
        const last = before.lastIndexOf(`\` ${kind} |`)
        return insertBefore(
          before,
          '\n',
          `\n${start} ${zh} | – | ${en.toLowerCase()}${ofDocument}`,
          last,
        )
      }
      return before.replace(
        new RegExp(`^(\\| \`${word}\` ${kind} \\| )([^|]+?)( \\|)`, 'mu'),
        (row, opening: string, names: string, closing: string) =>
          names.split('、').includes(zh) ? row : `${opening}${names}、${zh}${closing}`,
      )
    }, withoutObsolete(text)),
  )
}
