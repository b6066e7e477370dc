import { QueryClient } from '@tanstack/react-query'
import { documentDefinition } from '@kufang/contract/registry.ts'
import { expect, test } from 'vitest'
import { askedReason, askedUndoReason, keepAskedReason } from './asked-reason.ts'

const issue = documentDefinition('goods-issue')!
const client = new QueryClient()
const arrival = documentDefinition('arrival')!

test('who was asked to undo a document begins with the reason given, in that action only', () => {
  const link =
    'docNo=CK1&act=reversePhysical&reason=%E6%95%B0%E9%87%8F%E5%BD%95%E5%85%A5%E9%94%99%E8%AF%AF'
  keepAskedReason(client, 'CK1', new URLSearchParams(link))
  expect(askedReason(client, issue, 'reversePhysical', 'CK1')).toEqual({ reason: '数量录入错误' })
  expect(askedUndoReason(client, 'CK1')).toEqual({ reason: '数量录入错误' })
  expect(askedReason(client, issue, 'refuse', 'CK1')).toEqual({})
  expect(askedReason(client, issue, 'reversePhysical', 'CK2')).toEqual({})
  expect(askedReason(client, issue, 'reversePhysical', undefined)).toEqual({})
})

test('a link without a reason, and an action that takes none, begin as before', () => {
  keepAskedReason(client, 'DH1', new URLSearchParams('docNo=DH1&act=confirm'))
  expect(askedUndoReason(client, 'DH1')).toEqual({})
  keepAskedReason(client, 'DH2', new URLSearchParams('docNo=DH2&act=confirm&reason=x'))
  expect(askedReason(client, arrival, 'confirm', 'DH2')).toEqual({})
})

test('the next person in the same window finds none of it', () => {
  keepAskedReason(client, 'DH3', new URLSearchParams('docNo=DH3&act=refuse&reason=x'))
  expect(askedUndoReason(client, 'DH3')).toEqual({ reason: 'x' })
  expect(askedUndoReason(new QueryClient(), 'DH3')).toEqual({})
})
