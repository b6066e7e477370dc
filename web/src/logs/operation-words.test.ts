import { expect, it } from 'vitest'
import { actionWords, fieldWords, subjectWords } from './operation-words.ts'

it('speaks of documents, masters and accounts in their own words', () => {
  expect(subjectWords('goods-receipt')).toMatchObject({ zh: '收货单' })
  expect(subjectWords('user')).toMatchObject({ en: 'User' })
  expect(actionWords('goods-receipt', 'review')).toMatchObject({ zh: '审核' })
  expect(actionWords('user', 'signIn')).toMatchObject({ zh: '登录' })
  expect(fieldWords('goods-receipt', 'lines.3.bin')).toMatchObject({ zh: '货位' })
})

it('shows the code where nobody gave words', () => {
  expect([subjectWords('thing'), actionWords('thing', 'turn'), fieldWords('thing', 'a.b')]).toEqual(
    ['thing', 'turn', 'a.b'],
  )
})
