import { expect, it } from 'vitest'
import { documentDefinition } from '@kufang/contract/registry.ts'
import { actionWords, fieldWords, subjectWords } from './operation-words.ts'

const receipt = documentDefinition('goods-receipt')

it('speaks of documents, masters and accounts in their own words', () => {
  expect(subjectWords('goods-receipt')).toMatchObject({ zh: '收货单' })
  expect(subjectWords('user')).toMatchObject({ en: 'User' })
  expect(actionWords(receipt, 'review')).toMatchObject({ zh: '审核' })
  expect(actionWords(undefined, 'signIn')).toMatchObject({ zh: '登录' })
  expect(fieldWords({ document: receipt }, 'lines.3.bin')).toMatchObject({ zh: '货位' })
})

it('shows the code where nobody gave words', () => {
  expect([subjectWords('thing'), actionWords(undefined, 'turn'), fieldWords({}, 'a.b')]).toEqual([
    'thing',
    'turn',
    'a.b',
  ])
})
