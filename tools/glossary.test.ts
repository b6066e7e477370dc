import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { erpStates } from '@kufang/contract/document/declare/erp-state.ts'
import { expect, test } from 'vitest'
import { areaNames } from './structure-rules.ts'
import { declaredTerms, meaningsOf, readExplanations, type Explanations } from './terms.ts'
import { termsPage } from './terms-page.ts'

// GLOSSARY.md and the comments at declarations define the terms. A term that is only in the code or only in the glossary
// will be understood differently by different people.

const root = resolve(import.meta.dirname, '..')
const glossary = readFileSync(resolve(root, 'GLOSSARY.md'), 'utf8')
const explanations = readExplanations(root)
const terms = declaredTerms()

interface Row {
  term: string
  chinese: string
  meaning: string
}

/** The rows of all tables: the term first, the meaning last. */
function readRows(text: string): Row[] {
  return text
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) => {
      const [term = '', chinese = '', ...others] = line
        .slice(1, -1)
        .split('|')
        .map((cell) => cell.trim())
      return { term, chinese, meaning: others.at(-1) ?? '' }
    })
}

/** The problems of the first table, one sentence each: areas and ERP states are all there, and no row is empty. */
function problemsOfRows(rows: readonly Row[]): string[] {
  const wanted = new Map<string, string | null>([
    ...areaNames.map((name) => [`\`${name}\` area`, null] as const),
    ...Object.entries(erpStates).map(
      ([name, { label }]) => [`\`${name}\` ERP state`, label.zh] as const,
    ),
  ])
  const byTerm = new Map(rows.map((row) => [row.term, row]))
  return [
    ...[...wanted].flatMap(([term, chinese]) => {
      const row = byTerm.get(term)
      if (row === undefined) return [`${term} is not in the glossary`]
      return chinese === null || row.chinese.split('、').includes(chinese)
        ? []
        : [`${term} is called ${chinese} on the screen, not ${row.chinese}`]
    }),
    ...rows
      .filter(({ term }) => / (area|ERP state)$/.test(term) && !wanted.has(term))
      .map(({ term }) => `${term} is in the glossary and nowhere else`),
    ...rows
      .filter(({ term }) => / (document|state|action|master|query)$/.test(term))
      .filter(({ term }) => !wanted.has(term))
      .map(({ term }) => `${term} is explained where it is declared, not in the first table`),
    ...rows.filter(({ meaning }) => meaning === '').map(({ term }) => `${term} has no meaning`),
    ...(rows.length > byTerm.size ? [`${rows.length - byTerm.size} terms stand there twice`] : []),
  ]
}

/** The problems of the terms of declarations: each is explained, in one place, and nothing else is. */
function problemsOfTerms(known: Explanations): string[] {
  const declared = (kind: string) =>
    new Set(terms.filter((term) => term.kind === kind).map(({ word }) => word))
  const strange = (kind: 'action' | 'state', rows: ReadonlyMap<string, unknown>) =>
    [...rows.keys()]
      .filter((word) => !declared(kind).has(word))
      .map((word) => `the ${kind} ${word} is in the glossary and nowhere else`)
  return [
    ...terms.flatMap((term) => {
      const meanings = meaningsOf(term, known)
      if (meanings.length > 0 && meanings.every(({ meaning }) => meaning !== '')) return []
      const where = term.kind === 'action' ? 'a row of its verb' : 'a comment at its declaration'
      return [`the ${term.kind} ${term.word} has no meaning: ${where}`]
    }),
    ...strange('action', known.verbs),
    ...strange('state', known.states),
    ...terms
      .filter(({ kind, word }) => kind === 'state' && known.states.has(word))
      .filter(({ word, documents }) =>
        documents.some((one) => known.comments.has(`${one} ${word}`)),
      )
      .map(({ word }) => `the state ${word} has a row and a comment`),
  ]
}

const firstTable = glossary.split('\n## ')[0]!
const rows = readRows(firstTable)

test('the glossary has every area and ERP state, by the names on the screen', () => {
  expect(rows.length).toBeGreaterThan(100)
  expect(problemsOfRows(rows)).toEqual([])
})

test('every document type, master, query, state and action has one meaning', () => {
  expect(terms.length).toBeGreaterThan(300)
  expect(problemsOfTerms(explanations)).toEqual([])
  // No row stands there twice.
  const [, verbs, states] = glossary.split('\n## ').map(readRows)
  expect([verbs!.length, states!.length]).toEqual([
    explanations.verbs.size,
    explanations.states.size,
  ])
})

test('what goes missing, a wrong Chinese name and a word nobody uses are found', () => {
  const isPosted = (row: Row) => row.term === '`posted` ERP state'
  expect(problemsOfRows(rows.filter((row) => !isPosted(row)))).toEqual([
    '`posted` ERP state is not in the glossary',
  ])
  const misnamed = rows.map((row) => (isPosted(row) ? { ...row, chinese: '已记账' } : row))
  expect(problemsOfRows(misnamed)).toEqual([
    '`posted` ERP state is called 已过账 on the screen, not 已记账',
  ])
  const strange = { term: '`unicorn` area', chinese: '独角兽', meaning: 'none' }
  expect(problemsOfRows([...rows, strange])).toEqual([
    '`unicorn` area is in the glossary and nowhere else',
  ])

  const without = <T>(map: ReadonlyMap<string, T>, key: string) => {
    expect(map.has(key)).toBe(true)
    return new Map([...map].filter(([one]) => one !== key))
  }
  const { verbs, states, comments } = explanations
  for (const [known, problem] of [
    [
      { ...explanations, comments: without(comments, 'document goods-receipt') },
      'the document goods-receipt has no meaning: a comment at its declaration',
    ],
    [
      { ...explanations, comments: without(comments, 'goods-issue picked') },
      'the state picked has no meaning: a comment at its declaration',
    ],
    [
      { ...explanations, states: without(states, 'reviewed') },
      'the state reviewed has no meaning: a comment at its declaration',
    ],
    [
      { ...explanations, verbs: without(verbs, 'withdraw') },
      'the action withdraw has no meaning: a row of its verb',
    ],
    [
      { ...explanations, verbs: new Map([...verbs, ['gallop', verbs.get('withdraw')!]]) },
      'the action gallop is in the glossary and nowhere else',
    ],
    [
      {
        ...explanations,
        comments: new Map([...comments, ['goods-receipt reviewed', states.get('reviewed')!]]),
      },
      'the state reviewed has a row and a comment',
    ],
  ] as const)
    expect(problemsOfTerms(known)).toEqual([problem])
})

test('the command prints every term, with its names on the screen, its SAP word and its meaning', () => {
  const { stdout } = spawnSync(process.execPath, ['tools/print-terms.ts'], {
    cwd: root,
    encoding: 'utf8',
  })
  expect(stdout).toBe(termsPage(explanations))
  expect(stdout).toContain(
    '| `goods-receipt` | 收货单 | Goods receipt | material document 101, 105, 321 | Goods receipt 收货单: accepted goods',
  )
  expect(stdout).toContain(
    '| `picked` | 已拣货 | Picked | picked | Taken from the bin, not yet issued. |',
  )
  expect(readRows(stdout)).toHaveLength(terms.length)
})
