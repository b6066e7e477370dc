import { addAll } from '@kufang/kernel/add-all.ts'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
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
  const { area, newArea, newPage, page, furtherPages, amounts, loss, job, newJob } = document
  if (newArea !== undefined)
    changed.push(
      change(root, 'packages/contract/src/document/declare/area.ts', (text) =>
        insertBefore(text, '\n} as const satisfies', `\n  ${quoted(area)}: [...common],`),
      ),
    )
  if (newPage !== undefined) changed.push(enterPage(root, page, newPage))
  for (const { path, newPage: wanted } of furtherPages)
    if (wanted !== undefined) changed.push(enterPage(root, path, wanted))
  const group = `/${page.split('/')[1]}`
  for (const { path, ...titles } of Object.values(loss?.pages ?? {}))
    changed.push(enterPage(root, path, { ...titles, group }))
  if (amounts !== undefined) addAll(changed, enterAmounts(root, page, amounts))
  if (newJob !== undefined)
    changed.push(
      change(root, 'server/src/document/journey/jobs.ts', (text) =>
        insertBefore(text, '\n} as const satisfies', `\n  ${job}: ${jobText(job, newJob)},`),
      ),
    )
  return changed
}

/** The page with amounts, what it opens, and the account of the demonstration that has its role. */
function enterAmounts(
  root: string,
  page: string,
  { path, zh, en, role }: NonNullable<NewDocument['amounts']>,
): string[] {
  return [
    enterPage(root, path, { zh, en, role, group: '/priceManage' }),
    change(root, 'packages/contract/src/document/catalogue/amount-pages.ts', (text) =>
      insertBefore(
        text,
        `  '/SafeStock/safeStockPrice'`,
        `  ${quoted(path)}: [${quoted(page)}],\n`,
      ),
    ),
    change(root, 'server/src/demonstration/accounts.ts', (text) =>
      insertBefore(text, `      '/priceManage/arrivalRecordAmount',`, `      ${quoted(path)},\n`),
    ),
  ]
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
function enterDeclaration(root: string, { area, name, identifier }: Named): string[] {
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

type Named = Pick<NewDocument, 'area' | 'name' | 'identifier'>

/** Adds the document to its area's declarations, and to the lists of effects and journeys. */
export function enterDocument(root: string, document: Named): string[] {
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

/** What a document does whose goods go away and come back, besides what others do. */
const verbsOfAway = {
  send: 'the goods leave their bin for the holder; they stay stock of their storage location',
  takeBackSending: 'the goods have not left: they lie in their bins again, held as before',
  takeBackReceipt: 'what came back in parts is away again',
} as const

/** Those with which the document about what does not come back tells it. */
const verbsOfLoss = {
  settleLoss: 'what a document of losses says does not come back; it is away no longer',
  reopenLoss: 'that document is reversed: the goods are away again',
} as const

/** Adds to the glossary the row of a new area, and those of verbs that no other document has. */
export function enterNames(root: string, { area, newArea, away, loss }: NewDocument): void {
  const rows = [
    ...(away === undefined ? [] : Object.entries(verbsOfAway)),
    ...(loss === undefined ? [] : Object.entries(verbsOfLoss)),
  ]
  change(root, 'GLOSSARY.md', (text) => {
    const withArea =
      newArea === undefined
        ? text
        : insertBefore(
            text,
            '| `stock` area |',
            `| \`${area}\` area | ${newArea.zh} | – | ${newArea.en.toLowerCase()} |\n`,
          )
    return rows.reduce(
      (before, [verb, meaning]) =>
        before.includes(`\n| \`${verb}\` | `)
          ? before
          : insertBefore(before, '\n## States\n', `| \`${verb}\` | – | ${meaning} |\n`),
      withArea,
    )
  })
}
