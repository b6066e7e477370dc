import { describe, expect, test } from 'vitest'
import { filterRoutes, hasButtonPermission, hasPermission } from './permission.ts'

describe('hasPermission', () => {
  test('a route without a role list is open to all', () => {
    expect(hasPermission([], {})).toBe(true)
    expect(hasPermission([], { meta: {} })).toBe(true)
  })

  test('an empty role list is for nobody but admin', () => {
    expect(hasPermission(['KCCX'], { meta: { roles: [] } })).toBe(false)
    expect(hasPermission(['admin'], { meta: { roles: [] } })).toBe(true)
  })

  test('one role in common is enough', () => {
    expect(hasPermission(['SHGZ', 'KCCX'], { meta: { roles: ['KCCX', 'KCCXJE'] } })).toBe(true)
    expect(hasPermission(['SHGZ'], { meta: { roles: ['KCCX'] } })).toBe(false)
    expect(hasPermission([], { meta: { roles: ['KCCX'] } })).toBe(false)
  })
})

describe('filterRoutes', () => {
  const routes = [
    {
      path: '/Stock',
      meta: { roles: ['KCGL'], title: '库存管理' },
      children: [
        { path: 'stockSearch', meta: { roles: ['KCCX'] } },
        { path: 'sapStockSearch', meta: { roles: ['SSCXSAPKC'] } },
      ],
    },
    {
      path: '/dump',
      meta: { roles: ['ZCGL'] },
      children: [{ path: 'nested', children: [{ path: 'deep', meta: { roles: ['ZCDCX'] } }] }],
    },
    { path: '/index' },
    { path: '/locked', meta: { roles: [] } },
  ]
  const paths = (roles: string[]) => filterRoutes(routes, roles).map((route) => route.path)

  test('admin sees all', () => {
    expect(filterRoutes(routes, ['admin'])).toEqual(routes)
  })

  test('a parent needs its own role and a visible child', () => {
    expect(paths(['KCGL', 'KCCX'])).toEqual(['/Stock', '/index'])
    expect(paths(['KCGL'])).toEqual(['/index'])
    expect(paths(['KCCX'])).toEqual(['/index'])
    expect(filterRoutes(routes, ['KCGL', 'KCCX'])[0]?.children).toEqual([
      { path: 'stockSearch', meta: { roles: ['KCCX'] } },
    ])
  })

  test('goes down all levels and keeps the order', () => {
    expect(paths(['ZCDCX', 'ZCGL', 'KCCX', 'KCGL'])).toEqual(['/Stock', '/dump', '/index'])
    expect(paths(['ZCGL'])).toEqual(['/index'])
  })

  test('gives copies and leaves what it was given alone', () => {
    const before = JSON.parse(JSON.stringify(routes)) as typeof routes
    const filtered = filterRoutes(routes, ['KCGL', 'KCCX'])
    expect(routes).toEqual(before)
    expect(filtered[0]).not.toBe(routes[0])
    expect(filtered[0]?.children?.[0]).not.toBe(routes[0]?.children?.[0])
    expect(filtered[0]?.meta).toEqual({ roles: ['KCGL'], title: '库存管理' })
  })

  test('an empty child list makes a page, not a parent', () => {
    expect(filterRoutes([{ path: '/page', children: [] }], [])).toHaveLength(1)
  })
})

describe('a button', () => {
  test('is for who holds one of its codes, while buttons are checked', () => {
    expect(hasButtonPermission(new Set(['EXPORT']), ['PRINT', 'EXPORT'], true)).toBe(true)
    expect(hasButtonPermission(['EXPORT'], ['PRINT'], true)).toBe(false)
    expect(hasButtonPermission([], ['PRINT'], false)).toBe(true)
  })

  test('that names no code is a mistake of the page', () => {
    expect(() => hasButtonPermission(['EXPORT'], [], true)).toThrow('need roles!')
    expect(() => hasButtonPermission(['EXPORT'], [], false)).toThrow('need roles!')
  })
})
