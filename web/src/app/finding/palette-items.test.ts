import { beforeAll, describe, expect, it } from 'vitest'
import { collectEntries } from '../menu/menu-entries.ts'
import { permittedGroups } from '../page-list.ts'
import type { PaletteAction } from './actions.ts'
import { mayBeNumber, mayBeSerialNumber, paletteGroups } from './palette-items.ts'
import type { PaletteSources } from './palette-items.ts'
import { loadTitleSounds } from './known-sounds.ts'
import { findable } from './rank-texts.ts'

beforeAll(loadTitleSounds)

const action = (id: string, zh: string, en: string): PaletteAction => ({
  id,
  label: { zh, en },
  hint: null,
  found: findable(zh, en),
  run: () => undefined,
})

const sources: PaletteSources = {
  entries: collectEntries(permittedGroups(['KCGL', 'KCCX', 'SHGL', 'SHSH'])),
  recents: ['/receive/auditReceive', '/base/locationMgr'],
  favourites: ['/Stock/stockSearch', '/receive/auditReceive'],
  actions: [
    action('signOut', '退出登录', 'Sign out'),
    action('dark', '切换为深色', 'Switch to dark'),
  ],
  masters: [],
  pieces: [],
  documents: [
    {
      documentType: 'goods-receipt',
      id: 'a',
      docNo: 'GR20261100001',
      title: { zh: '收货单', en: 'Goods receipt' },
      stateLabel: { zh: '已审核', en: 'Reviewed' },
    },
  ],
}
const ids = (text: string) =>
  paletteGroups(sources, text).map(({ id, items }) => [id, items.map((item) => item.id)])

describe('the palette', () => {
  it('begins with the pages used last, marked ones and actions, none of them twice', () => {
    expect(ids('')).toEqual([
      ['recents', ['recent /receive/auditReceive']],
      ['favourites', ['favourite /Stock/stockSearch']],
      ['actions', ['signOut', 'dark']],
    ])
  })

  it('finds pages and actions by sound, and documents by number first', () => {
    expect(ids('kccx')).toEqual([['pages', ['page /Stock/stockSearch']]])
    expect(ids('tcdl')).toEqual([['actions', ['signOut']]])
    expect(ids('dark')).toEqual([['actions', ['dark']]])
    expect(ids('gr2026')).toEqual([['documents', ['document goods-receipt a']]])
  })

  it('shows no page that is not open to the person, not even one used before', () => {
    expect(JSON.stringify(ids('hwgl'))).not.toContain('locationMgr')
    expect(JSON.stringify(ids(''))).not.toContain('locationMgr')
  })

  it('asks the server for what may be a number only', () => {
    for (const text of ['GR20261100001', 'dn2026', '4500012345', 'gr1', '450'])
      expect([text, mayBeNumber(text)]).toEqual([text, true])
    for (const text of ['', 'kccx', '库存', '12', 'stock 2', '%%%'])
      expect([text, mayBeNumber(text)]).toEqual([text, false])
  })
})

it('what the server found of the masters stands behind the pages, by code and name', () => {
  const masters = [
    {
      master: 'material',
      title: { zh: '物料', en: 'Material' },
      code: 'KU-1',
      within: '',
      words: '闸阀',
      path: '/base/materialSearch',
    },
  ]
  const groups = paletteGroups({ ...sources, masters }, 'kucun')
  expect(groups.map(({ id }) => id)).toEqual(['pages', 'masters'])
  expect(groups.at(-1)?.items.map(({ label, hint }) => [label, hint])).toEqual([
    ['KU-1 闸阀', { zh: '物料', en: 'Material' }],
  ])
})

it('pieces with this serial number stand before pages, with where they lie, and lead to their movements', () => {
  const place = { place: 'stock', plant: '1011', storageLocation: '1101', bin: 'A-01' }
  const piece = {
    companyCode: '1010',
    materialNo: '16039001',
    description: '电动机',
    serialNo: 'MX-0042',
    isInStock: true,
    place: { ...place, batch: '', stockCategory: 'UU', specialStock: '' },
    receivedAt: null,
    movedAt: null,
    documentNo: null,
  }
  const groups = paletteGroups({ ...sources, documents: [], pieces: [piece] }, 'mx-0042')
  expect(groups.map(({ id }) => id)).toEqual(['pieces'])
  expect(groups[0]?.items.map(({ label, hint }) => [label, hint?.zh])).toEqual([
    ['MX-0042 16039001 电动机', '在库 · 1011/1101 · A-01 · 非限制'],
  ])
  expect(paletteGroups({ ...sources, pieces: [piece] }, '库存').map(({ id }) => id)).not.toContain(
    'pieces',
  )
})

it('the server is asked for a serial number only if the text may be one', () => {
  for (const text of ['MX-0042', '123', 'a1b', ' SN001 '])
    expect([text, mayBeSerialNumber(text)]).toEqual([text, true])
  for (const text of ['', '12', 'kccx', '序列号1', 'SN 001', `SN${'0'.repeat(18)}`])
    expect([text, mayBeSerialNumber(text)]).toEqual([text, false])
})

it('a supplier whose page is not for the person names the list it leads to', () => {
  const masters = [
    {
      master: 'supplier',
      title: { zh: '供应商', en: 'Supplier' },
      code: '600008',
      within: '',
      words: '恒岳泵业有限公司',
      path: '/receive/auditReceive',
      filters: { supplierNo: '600008' },
    },
  ]
  const groups = paletteGroups({ ...sources, masters }, '恒岳')
  expect(groups.flatMap(({ items }) => items.map(({ label, hint }) => [label, hint]))).toEqual([
    ['600008 恒岳泵业有限公司', { zh: '供应商 · 收货审核', en: 'Supplier · Receipt review' }],
  ])
})

it('bins of the same code are different entries, which say where they are', () => {
  const bin = (within: string) => ({
    master: 'bin',
    title: { zh: '货位', en: 'Bin' },
    code: 'A-01',
    within,
    words: '',
    path: '/base/locationMgr',
  })
  const masters = [bin('1010/1011/1101'), bin('1010/1011/1102')]
  const items = paletteGroups({ ...sources, masters }, 'A-01').flatMap((group) => group.items)
  expect(items.map(({ hint }) => hint?.zh)).toEqual([
    '货位 · 1010/1011/1101',
    '货位 · 1010/1011/1102',
  ])
  expect(new Set(items.map(({ id }) => id)).size).toBe(2)
})
