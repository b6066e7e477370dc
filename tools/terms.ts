import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { AnyDocument } from '@kufang/contract/document/declare/define-document.ts'
import type { Label } from '@kufang/contract/document/declare/label.ts'
import { queries } from '@kufang/contract/queries.ts'
import { documents, registry } from '@kufang/contract/registry.ts'

// The terms of the declarations, with their meanings: of document types, masters and queries from the comment at the
// declaration, of states from the comment at the state or from GLOSSARY.md, of actions from GLOSSARY.md.

export type TermKind = 'document' | 'master' | 'query' | 'state' | 'action'

/** A term of the code, and what it is called on the screen. */
export interface Term {
  word: string
  kind: TermKind
  labels: readonly Label[]
  /** The document types that have the state or action. */
  documents: readonly string[]
}

/** Every term of the registry, once for each kind. */
export function declaredTerms(): Term[] {
  const found = new Map<string, { labels: Label[]; documents: string[] }>()
  const add = (kind: TermKind, word: string, label: Label, document?: string): void => {
    const entry = found.get(`${kind} ${word}`) ?? { labels: [], documents: [] }
    if (!entry.labels.some(({ zh, en }) => zh === label.zh && en === label.en))
      entry.labels.push(label)
    if (document !== undefined) entry.documents.push(document)
    found.set(`${kind} ${word}`, entry)
  }
  for (const { name, label, states, actions } of Object.values<AnyDocument>(documents)) {
    add('document', name, label)
    for (const [word, state] of Object.entries(states)) add('state', word, state.label, name)
    for (const [word, action] of Object.entries(actions)) add('action', word, action.label, name)
  }
  for (const { name, label } of Object.values(registry.masters)) add('master', name, label)
  for (const { name, label } of Object.values(queries)) add('query', name, label)
  return [...found].map(([key, entry]) => {
    const [kind, word] = key.split(' ') as [TermKind, string]
    return { word, kind, ...entry }
  })
}

export interface Meaning {
  sapWord: string
  meaning: string
}

/** What is written about the terms, in GLOSSARY.md and at the declarations. */
export interface Explanations {
  /** The rows of GLOSSARY.md by section, word first. */
  verbs: ReadonlyMap<string, Meaning>
  states: ReadonlyMap<string, Meaning>
  /** The comments at declarations: `document goods-receipt`, `goods-issue picked`. */
  comments: ReadonlyMap<string, Meaning>
}

/** The rows of a section of the glossary; of several rows with one word the last. */
function rowsOf(glossary: string, section: string): Map<string, Meaning> {
  const text = glossary.split('\n## ').find((part) => part.startsWith(`${section}\n`)) ?? ''
  const rows = [...text.matchAll(/^\| `([\w-]+)` \| ([^|]*) \| ([^|]*) \|$/gmu)]
  return new Map(
    rows.map(([, word, sapWord, meaning]) => [word!, { sapWord: sapWord!, meaning: meaning! }]),
  )
}

/** The text of a comment in one line; `SAP: …` at its end is the SAP word. */
function meaningOf(comment: string): Meaning {
  const text = comment
    .split('\n')
    .map((line) => line.replace(/^\s*\*?\s*/u, '').trim())
    .join(' ')
    .trim()
  const sap = /\s*\bSAP: (.+?)\.$/u.exec(text)
  return sap === null
    ? { sapWord: '–', meaning: text }
    : { sapWord: sap[1]!, meaning: text.slice(0, sap.index) }
}

const declaration =
  /\/\*\*((?:(?!\*\/)[^])*)\*\/\n(?:export )?const \w+ = define(Document|Master|Query)(?:<[^>]*>)?\(\{\s*name: '([\w-]+)'/gu
const stateComment = /^ {4}\/\*\*((?:(?!\*\/)[^])*)\*\/\n {4}(\w+): state\(/gmu

function commentsOf(text: string): [string, Meaning][] {
  const declared = [...text.matchAll(declaration)].map(
    ([, comment, kind, name]) =>
      [`${kind!.toLowerCase()} ${name!}`, meaningOf(comment!)] as [string, Meaning],
  )
  const document = declared.map(([key]) => key).find((key) => key.startsWith('document '))
  const states = [...text.matchAll(stateComment)].map(
    ([, comment, word]) =>
      [`${document?.slice('document '.length)} ${word!}`, meaningOf(comment!)] as [string, Meaning],
  )
  return [...declared, ...states]
}

/** Reads all explanations below this folder, the root of the tree. */
export function readExplanations(root: string): Explanations {
  const glossary = readFileSync(join(root, 'GLOSSARY.md'), 'utf8')
  const files = globSync('packages/contract/src/*/*.ts', { cwd: root })
  return {
    verbs: rowsOf(glossary, 'Verbs'),
    states: rowsOf(glossary, 'States'),
    comments: new Map(files.flatMap((file) => commentsOf(readFileSync(join(root, file), 'utf8')))),
  }
}

/** What a term means; of a state that is explained where it is declared, once for each document. Empty if nothing says it. */
export function meaningsOf(
  { word, kind, documents: having }: Term,
  { verbs, states, comments }: Explanations,
): Meaning[] {
  const general =
    kind === 'action'
      ? verbs.get(word)
      : kind === 'state'
        ? states.get(word)
        : comments.get(`${kind} ${word}`)
  if (general !== undefined || kind !== 'state') return general === undefined ? [] : [general]
  const own = having.map((document) => comments.get(`${document} ${word}`))
  return own.every((one) => one !== undefined) ? own : []
}
