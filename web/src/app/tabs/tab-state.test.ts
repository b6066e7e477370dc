import { describe, expect, it } from 'vitest'
import {
  addAsleep,
  closeTabs,
  livePaths,
  noTabs,
  refresh,
  reopen,
  setDirty,
  setPinned,
  visit,
} from './tab-state.ts'
import type { TabsState, Visit } from './tab-state.ts'

const at = (path: string, part: Partial<Visit> = {}, search = ''): Visit => ({
  location: { pathname: path, search, hash: '', state: null, key: path + search },
  title: path,
  isAffixed: false,
  isCached: true,
  ...part,
})
const opened = (...paths: string[]): TabsState =>
  paths.reduce(
    (state, path) => visit(state, at(path)),
    visit(noTabs, at('/index', { isAffixed: true, isCached: false })),
  )
const paths = (state: TabsState): string[] => state.tabs.map((tab) => tab.path)

describe('the tabs of a person', () => {
  it('has one tab per path; another query moves the page inside its tab', () => {
    const state = visit(opened('/a', '/b'), at('/a', {}, '?x=1'))
    expect(paths(state)).toEqual(['/index', '/a', '/b'])
    expect(state.tabs[1]?.location.search).toBe('?x=1')
    expect(state.activePath).toBe('/a')
  })

  it('keeps each document in its own tab', () => {
    expect(paths(opened('/document/x/1', '/document/x/2'))).toHaveLength(3)
  })

  it('goes to the last tab when the one in front is closed', () => {
    const { state, next } = closeTabs(visit(opened('/a', '/b', '/c'), at('/a')), '/a', 'self')
    expect(paths(state)).toEqual(['/index', '/b', '/c'])
    expect(next?.pathname).toBe('/c')
  })

  it('stays where it is when another tab is closed', () => {
    expect(closeTabs(opened('/a', '/b', '/c'), '/a', 'self').next?.pathname).toBe('/c')
  })

  it('goes to the start page when nothing is left', () => {
    const alone = visit(noTabs, at('/a'))
    expect(closeTabs(alone, '/a', 'self').next).toBeNull()
  })

  it('never closes an affixed tab', () => {
    expect(paths(closeTabs(opened('/a'), '/index', 'self').state)).toEqual(['/index', '/a'])
    expect(paths(closeTabs(opened('/a'), '/a', 'all').state)).toEqual(['/index'])
  })

  it('goes to the last one left after "close all" on a tab that went', () => {
    const state = setPinned(visit(opened('/a', '/b'), at('/index')), '/b', true)
    const all = closeTabs(state, '/a', 'all')
    expect(paths(all.state)).toEqual(['/index', '/b'])
    expect(all.next?.pathname).toBe('/b')
  })

  it('does not close a pinned tab until the pin is out', () => {
    const pinned = setPinned(opened('/a'), '/a', true)
    expect(closeTabs(pinned, '/a', 'self').state.tabs).toHaveLength(2)
    expect(closeTabs(setPinned(pinned, '/a', false), '/a', 'self').state.tabs).toHaveLength(1)
  })

  it('closes left, right and others, sparing pinned tabs', () => {
    const state = setPinned(opened('/a', '/b', '/c', '/d'), '/d', true)
    expect(paths(state)).toEqual(['/index', '/d', '/a', '/b', '/c'])
    expect(paths(closeTabs(state, '/b', 'left').state)).toEqual(['/index', '/d', '/b', '/c'])
    expect(paths(closeTabs(state, '/b', 'right').state)).toEqual(['/index', '/d', '/a', '/b'])
    const others = closeTabs(state, '/b', 'others')
    expect(paths(others.state)).toEqual(['/index', '/d', '/b'])
    expect(others.next?.pathname).toBe('/b')
  })

  it('stays put after "close all" on an affixed tab, though another was in front', () => {
    expect(closeTabs(opened('/a', '/b'), '/index', 'all').next?.pathname).toBe('/index')
  })

  it('reopens what was closed last, with its query', () => {
    const closed = closeTabs(visit(opened('/a'), at('/b', {}, '?q=1')), '/b', 'self').state
    const { state, location } = reopen(closed)
    expect(location?.search).toBe('?q=1')
    expect(reopen(state).location).toBeNull()
  })

  it('makes a refreshed page anew and clean, and no other', () => {
    const state = refresh(setDirty(opened('/a', '/b'), '/a', true), '/a')
    expect(state.tabs.find((tab) => tab.path === '/a')).toMatchObject({
      generation: 1,
      isDirty: false,
    })
    expect(state.tabs.find((tab) => tab.path === '/b')?.generation).toBe(0)
  })

  it('gives the same state back when nothing changes', () => {
    const state = opened('/a')
    expect(setDirty(state, '/a', false)).toBe(state)
  })
})

describe('the live pages', () => {
  it('drops the least recently used first, never a dirty one', () => {
    const state = setDirty(visit(opened('/a', '/b', '/c', '/d'), at('/a')), '/b', true)
    expect([...livePaths(state, 3)].toSorted()).toEqual(['/a', '/b', '/d'])
  })

  it('keeps no page that is not to be cached, unless it is in front', () => {
    expect(livePaths(opened('/a')).has('/index')).toBe(false)
    expect(livePaths(opened()).has('/index')).toBe(true)
  })

  it('lets tabs of before a reload sleep until they are shown', () => {
    const state = addAsleep(opened('/a'), at('/b'))
    expect(livePaths(state).has('/b')).toBe(false)
    expect(livePaths(visit(state, at('/b'))).has('/b')).toBe(true)
    expect(state.activePath).toBe('/a')
  })
})
