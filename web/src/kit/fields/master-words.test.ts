import { expect, it } from 'vitest'
import { indexedMaster } from '../declarations.ts'
import { wordsAmong } from './master-words.ts'

const location = indexedMaster('storage-location')
const rows = [
  { companyCode: '1000', plant: '1010', storageLocation: 'W001', name: '一厂一库' },
  { companyCode: '1000', plant: '1020', storageLocation: 'W001', name: '二厂一库' },
]

it('takes the words of the plant that the record names', () => {
  if (location === undefined) throw new Error('there is no master of storage locations')
  expect(wordsAmong(location, rows, { companyCode: '1000', plant: '1020' })).toBe('二厂一库')
})

it('says nothing rather than something wrong when the code alone is not enough', () => {
  if (location === undefined) throw new Error('there is no master of storage locations')
  expect(wordsAmong(location, rows, {})).toBe('')
  expect(wordsAmong(location, rows.slice(0, 1), {})).toBe('一厂一库')
  expect(wordsAmong(location, [], {})).toBe('')
})
