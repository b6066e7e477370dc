import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { refusalCatalogue } from '@kufang/contract/document/catalogue/refusal-catalogue.ts'
import { expect, test } from 'vitest'
import { masterRouteWords } from '../../masters/route-words.ts'
import {
  ofChangedDrafts,
  ofExports,
  ofMasters,
  ofMasterSearches,
  ofRuleChanges,
  ofUndoing,
} from './frame-refusals.ts'

const source = resolve(import.meta.dirname, '../..')

/** The refusal codes named as such in the sources of folders, without tests. */
function codesIn(...folders: string[]): Set<string> {
  const found = new Set<string>()
  for (const folder of folders)
    for (const name of readdirSync(join(source, folder))) {
      if (!name.endsWith('.ts') || name.includes('.test')) continue
      const text = readFileSync(join(source, folder, name), 'utf8')
      for (const [, code = ''] of text.matchAll(/(?:refuse\(\s*|code: )'([a-z-]+)'/g))
        if (Object.hasOwn(refusalCatalogue, code)) found.add(code)
    }
  return found
}

/** What the responses of every call have. */
const ofAllCalls = ['idempotency-key-missing', 'input-invalid', 'internal-error']
const missing = (codes: Set<string>, listed: readonly string[]) =>
  [...codes].filter((code) => !listed.includes(code) && !ofAllCalls.includes(code)).toSorted()

test('the codes with which drafts are refused are listed', () => {
  const codes = codesIn('document/draft', 'document/input')
  expect(codes.size).toBeGreaterThan(15)
  expect(missing(codes, ofChangedDrafts)).toEqual([])
})

test('the codes with which actions, their postings and the ledger refuse are listed', () => {
  const codes = codesIn('document/act', 'document/books', 'ledger', 'ledger/holds')
  expect(codes.size).toBeGreaterThan(20)
  expect(missing(codes, ofUndoing)).toEqual([])
})

test('the codes with which lists are refused are listed', () => {
  expect(missing(codesIn('document/list', 'document/storage', 'platform/list'), ofExports)).toEqual(
    [],
  )
})

test('the codes with which masters are refused are listed', () => {
  // Files of masters are added and removed by the routes of attachments, which list it.
  const ofFiles = ['attachment-of-other']
  // What the class of a material proposes is taken by a route of its own.
  const { codes: ofClasses = [] } = masterRouteWords['POST /api/classification/updateAttributes']!
  // Who is named for an act is checked by the documents that name him, which list it.
  const ofNamed = ['account-unknown', 'user-may-not-act']
  const listed = [
    ...ofMasters,
    ...ofMasterSearches,
    ...ofRuleChanges,
    ...ofFiles,
    ...ofClasses,
    ...ofNamed,
  ]
  expect(missing(codesIn('masters'), listed)).toEqual([])
})
