import { existsSync } from 'node:fs'
import { join } from 'node:path'

/*
 * Which of our modules are loaded together. By default the bundler makes a file of each module that several pages
 * share: a hundred small files, which are tens of kilobytes more, and each costs the browser a request of its own.
 */

/** Modules of the shell and of most pages, in the file of the frame. */
const ofFrame = [
  'session-decider.ts',
  'slots.ts',
  'app/workspace/settings.ts',
  'kit/api/{code-loader,files}.ts',
  'kit/dialog/{load-dialogs.ts,question.ts,side-panel.tsx}',
  'kit/document/{document-api,document-fields,document-path,line-totals,listed-document,related,slots}.ts',
  'kit/document/entry/entry-draft.ts',
  'kit/document/act/{asked-reason,use-books-watch}.ts',
  'kit/document/print/may-print.ts',
  'kit/feedback/{error-banner,lazy-part,missing-part,placeholder}.tsx',
  'kit/fields/{entered-value,field-column,list-filters,master-search,master-words}.ts',
  'kit/fields/{moment-text,narrow,row-words}.ts',
  'kit/fields/reference-picker.tsx',
  'kit/grid/{cell-format,grid-column,grid-messages}.ts',
  'kit/pages/{document-switch,hidden-steps}.tsx',
  'kit/pages/frame/{card,page-frame}.tsx',
  'kit/pages/frame/{card,pages}.module.css',
  'kit/pages/list/{goods-text,neighbours,query-columns,query-slots,use-row-panel,use-whole-selection}.ts',
  'kit/preferences/{preference-book,preferences}.ts',
  'kit/session/{decider,use-visible}.ts',
  'kit/theme/state-tag.{tsx,module.css}',
]

/** The application after sign-in, with what it needs at once: before the groups below, which need parts of it. */
const ofShell = ['app/signed-in-app.tsx']

/** What every list loads, with what these need. */
const ofLists = [
  'kit/grid/data-grid.tsx',
  'kit/pages/list/{document-list,record-list}.tsx',
  'kit/pages/{query-page,step-page}.tsx',
]

/** What the first dialog or side panel loads. */
const ofDialogs = ['kit/dialog/{dialog-box,question-host,side-drawer}.tsx']

/** What every form with lines loads besides. */
const ofForms = ['kit/pages/{create-page,create-workbench,maintain-page}.tsx']

const source = join(import.meta.dirname, 'src')

/** @throws for a pattern without a file, which would otherwise go into small files again unnoticed */
function membersOf(patterns: readonly string[]): (id: string) => boolean {
  const files = new Set(patterns.flatMap((pattern) => filesOf(pattern)))
  return (id) => files.has(id.split('?')[0] ?? '')
}

function filesOf(pattern: string): string[] {
  const alternatives = /^(.*)\{(.*)\}(.*)$/.exec(pattern)
  const names =
    alternatives === null
      ? [pattern]
      : (alternatives[2] ?? '')
          .split(',')
          .map((name) => `${alternatives[1] ?? ''}${name}${alternatives[3] ?? ''}`)
  return names.map((name) => {
    const file = join(source, name)
    if (!existsSync(file))
      throw new Error(`web/page-files.ts names ${name}, which is not in web/src`)
    return file
  })
}

export const isSharedByPages = membersOf(ofFrame)

/** Groups of modules that are loaded together, each with what it needs and the groups before it do not contain. */
export const loadedTogether = [
  { name: 'shell', test: membersOf(ofShell), priority: 7 },
  { name: 'lists', test: membersOf(ofLists), priority: 6 },
  { name: 'dialogs', test: membersOf(ofDialogs), priority: 5 },
  { name: 'forms', test: membersOf(ofForms), priority: 3 },
]
