import { describe, expect, it } from 'vitest'
import { handleTarget } from './handle-target.ts'
import { messageText, readLivePush, unreadText, entityText } from './live-message.ts'
import { unknownPlaceholders } from './message-event.ts'

const pages = [{ path: '/receive/auditReceive' }, { path: '/Stock/stockSearch' }]

describe('where a message leads', () => {
  it('is the path it says, or the route of that name with its first letter capitalised', () => {
    expect(handleTarget('/receive/auditReceive?docNo=RK1', pages)).toBe(
      '/receive/auditReceive?docNo=RK1',
    )
    expect(handleTarget('auditReceive?docNo=RK1', pages)).toBe('/receive/auditReceive?docNo=RK1')
    expect(handleTarget('StockSearch', pages)).toBe('/Stock/stockSearch')
    expect(handleTarget('#/receive/auditReceive', pages)).toBe('/receive/auditReceive')
  })

  it('is nowhere outside the product', () => {
    for (const url of ['', 'nowhere', 'javascript:alert(1)', '//evil.example', '/\\evil.example'])
      expect(handleTarget(url, pages), url).toBeNull()
  })
})

describe('a push', () => {
  it('comes back as it was sent', () => {
    const message = {
      msgTitle: '新的待办',
      msgContent: '<b>RK1</b>',
      handleUrl: '/receive/auditReceive',
      msgSendId: '1',
      msgType: 'agency',
    } as const
    expect(readLivePush(messageText(message))).toEqual({ kind: 'message', message })
    expect(messageText(message)).toMatch(/^sendMessage\{/)
    expect(readLivePush(unreadText)).toEqual({ kind: 'unread' })
    expect(readLivePush(entityText('arrival'))).toEqual({ kind: 'entity', entity: 'arrival' })
  })

  it('that is broken or unknown is nothing', () => {
    for (const text of ['', 'sendMessage{', 'sendMessage{"msgTitle":1}', 'sendMessagenull', 'x'])
      expect(readLivePush(text), text).toEqual({ kind: 'other' })
  })
})

describe('a template', () => {
  it('may name only what its event knows', () => {
    expect(unknownPlaceholders('todo-created', '{documentNo} {action}')).toEqual([])
    expect(unknownPlaceholders('todo-created', '{documentNo} {price} {price}')).toEqual(['price'])
  })
})
