import { describe, expect, it } from 'vitest'
import { titleSounds } from '../web/src/app/finding/title-sounds.ts'
import { soundOf, soundsFile } from './title-pinyin.ts'

describe('how titles sound', () => {
  it('stands in the tree as it is made now: else run npx node tools/make-title-pinyin.ts', () => {
    const made = [...soundsFile().matchAll(/^ {2}'(.+)': '(.*)',$/gm)].map(([, zh, sound]) => [
      zh,
      sound,
    ])
    expect(made.length).toBeGreaterThan(200)
    expect(Object.entries(titleSounds)).toEqual(made)
  })

  it('is the reading of the trade, and Latin letters as they are', () => {
    expect(soundOf('库存查询')).toBe('ku cun cha xun')
    expect(soundOf('库存调整')).toBe('ku cun tiao zheng')
    expect(soundOf('质检通知单调整')).toBe('zhi jian tong zhi dan tiao zheng')
    expect(soundOf('可调配物资')).toBe('ke diao pei wu zi')
    expect(soundOf('重量')).toBe('zhong liang')
    expect(soundOf('SAP 订单查询')).toBe('sap ding dan cha xun')
  })
})
