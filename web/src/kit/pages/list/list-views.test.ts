import { describe, expect, it } from 'vitest'
import {
  asContent,
  asViews,
  isSameContent,
  nameProblem,
  viewNameMax,
  withView,
  withoutView,
} from './list-views.ts'
import type { ListView, ListViews } from './list-views.ts'
import { pathOfList, viewLink } from './shared-view.ts'

const view = (id: string, part: Partial<ListView> = {}): ListView => ({
  id,
  name: `视图${id}`,
  search: '',
  values: {},
  layout: null,
  ...part,
})
const known: ListViews = { views: [view('1'), view('2')], defaultId: '1' }

describe('views of a list', () => {
  it('are added, changed in their place and taken away, the default with them', () => {
    expect(withView(known, view('3')).views.map(({ id }) => id)).toEqual(['1', '2', '3'])
    const changed = withView(known, view('1', { name: '新名' }))
    expect(changed.views.map(({ name }) => name)).toEqual(['新名', '视图2'])
    expect(withoutView(known, '1')).toEqual({ views: [view('2')], defaultId: null })
    expect(withoutView(known, '2').defaultId).toBe('1')
  })

  it('have names of their own', () => {
    expect(nameProblem(known, ' 视图2 ', null)).toBe('taken')
    expect(nameProblem(known, '视图2', '2')).toBeNull()
    expect(nameProblem(known, '  ', null)).toBe('empty')
    expect(nameProblem(known, '长'.repeat(viewNameMax + 1), null)).toBe('long')
    expect(nameProblem(known, '长'.repeat(viewNameMax), null)).toBeNull()
  })

  it('are read from what was kept, whatever else lies there', () => {
    expect(asViews({ ...known, defaultId: '9' })).toEqual({ ...known, defaultId: null })
    expect(asViews(structuredClone(known))).toEqual(known)
    for (const rubbish of [null, 'x', [], { views: 'x' }, { views: [null, 3, { id: 1 }] }])
      expect(asViews(rubbish)).toEqual({ views: [], defaultId: null })
    expect(asContent({ search: 3, values: [], layout: { version: 9 } })).toEqual({
      search: '',
      values: {},
      layout: null,
    })
  })

  it('count as changed when they show something else, not when they are written otherwise', () => {
    const one = { search: ' 阀', values: { plant: ['1'], state: undefined }, layout: null }
    expect(isSameContent(one, { search: '阀', values: { plant: ['1'] }, layout: null })).toBe(true)
    expect(
      isSameContent(
        { search: '', values: { a: 1, b: 2 }, layout: null },
        { search: '', values: { b: 2, a: 1 }, layout: null },
      ),
    ).toBe(true)
    expect(isSameContent(one, { ...one, values: { plant: ['2'] } })).toBe(false)
    const layout = { version: 1 as const, columns: [], sort: [] }
    expect(isSameContent(one, { ...one, layout })).toBe(false)
  })

  it('have links that name the page, the view and the list', () => {
    const base = 'https://kufang.example/app/?x=1#/index'
    expect(viewLink(base, '/Stock/stockSearch', 'v1')).toBe(
      'https://kufang.example/app/?x=1#/Stock/stockSearch?view=v1',
    )
    expect(viewLink(base, '/receive/auditReceive goods-receipt', 'v1')).toBe(
      'https://kufang.example/app/?x=1#/receive/auditReceive?view=v1&list=goods-receipt',
    )
    expect(pathOfList('stock moves')).toBeNull()
  })
})
