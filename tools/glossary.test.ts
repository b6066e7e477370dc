import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { AnyDocument } from '@kufang/contract/document/declare/define-document.ts'
import { erpStates } from '@kufang/contract/document/erp-state.ts'
import type { Label } from '@kufang/contract/document/declare/label.ts'
import { queries } from '@kufang/contract/queries.ts'
import { documents, registry } from '@kufang/contract/registry.ts'
import { expect, test } from 'vitest'
import { areaNames } from './structure-rules.ts'

// GLOSSARY.md defines the terms. A term that is only in the code or only in the glossary will be understood differently
// by different people.

/** A term of the code: `` `goods-receipt` document ``, and its Chinese names on the screen. */
interface Wanted {
  term: string
  chinese: Set<string>
}

function wantedTerms(): Wanted[] {
  const found = new Map<string, Set<string>>()
  const want = (name: string, kind: string, label?: Label): void => {
    const term = `\`${name}\` ${kind}`
    const chinese = found.get(term) ?? new Set<string>()
    if (label) chinese.add(label.zh)
    found.set(term, chinese)
  }
  for (const area of areaNames) want(area, 'area')
  for (const document of Object.values<AnyDocument>(documents)) {
    want(document.name, 'document', document.label)
    for (const [name, { label }] of Object.entries(document.states)) want(name, 'state', label)
    for (const [name, { label }] of Object.entries(document.actions)) want(name, 'action', label)
  }
  for (const [name, { label }] of Object.entries(erpStates)) want(name, 'ERP state', label)
  for (const master of Object.values(registry.masters)) want(master.name, 'master', master.label)
  for (const query of Object.values(queries)) want(query.name, 'query', query.label)
  return [...found].map(([term, chinese]) => ({ term, chinese }))
}

interface Row {
  term: string
  chinese: string
  meaning: string
}

/** The rows of the table: term, Chinese, SAP word, meaning. */
function readRows(text: string): Row[] {
  return text
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) => {
      const [, term = '', chinese = '', , meaning = ''] = line.split('|').map((cell) => cell.trim())
      return { term, chinese, meaning }
    })
}

/** The problems of the glossary, one sentence each; empty if it is complete. */
function problems(rows: readonly Row[], wanted: readonly Wanted[]): string[] {
  const byTerm = new Map(rows.map((row) => [row.term, row]))
  const known = new Set(wanted.map(({ term }) => term))
  const missing = wanted.flatMap(({ term, chinese }) => {
    const row = byTerm.get(term)
    if (row === undefined) return [`${term} is not in the glossary`]
    const names = row.chinese.split('、')
    return [...chinese]
      .filter((name) => !names.includes(name))
      .map((name) => `${term} is called ${name} on the screen, not ${row.chinese}`)
  })
  const checked = / (area|document|state|action|ERP state|master)$/
  const strange = rows
    .filter(({ term }) => checked.test(term) && !known.has(term))
    .map(({ term }) => `${term} is in the glossary and nowhere else`)
  const repeated = rows.length - byTerm.size
  const empty = rows
    .filter(({ meaning }) => meaning === '')
    .map(({ term }) => `${term} has no meaning`)
  return [
    ...missing,
    ...strange,
    ...empty,
    ...(repeated > 0 ? [`${repeated} terms stand there twice`] : []),
  ]
}

const rows = readRows(readFileSync(resolve(import.meta.dirname, '../GLOSSARY.md'), 'utf8'))
const wanted = wantedTerms()

test('the glossary has every area, document, state, action and master, by the names on the screen', () => {
  expect(wanted.length).toBeGreaterThan(100)
  expect(problems(rows, wanted)).toEqual([])
})

test('a word that goes missing, a wrong Chinese name and a word nobody uses are found', () => {
  const isReceipt = (row: Row) => row.term === '`goods-receipt` document'
  expect(
    problems(
      rows.filter((row) => !isReceipt(row)),
      wanted,
    ),
  ).toEqual(['`goods-receipt` document is not in the glossary'])
  const misnamed = rows.map((row) => (isReceipt(row) ? { ...row, chinese: '入库单' } : row))
  expect(problems(misnamed, wanted)).toEqual([
    '`goods-receipt` document is called 收货单 on the screen, not 入库单',
  ])
  const strange = { term: '`unicorn` document', chinese: '独角兽', meaning: 'none' }
  expect(problems([...rows, strange], wanted)).toEqual([
    '`unicorn` document is in the glossary and nowhere else',
  ])
})
