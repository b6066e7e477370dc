import { describe, expect, test } from 'vitest'
import type { AnyDocument } from '@kufang/contract/document/declare/define-document.ts'
import type { AnyMaster } from '@kufang/contract/document/declare/define-master.ts'
import type { AnyQuery } from '@kufang/contract/document/declare/define-query.ts'
import type { Fields } from '@kufang/contract/document/declare/field.ts'
import { documentDefinition, registry } from '@kufang/contract/registry.ts'
import { rowFields, statesOfColumn } from '../../document/document-fields.ts'
import { filterWidth, fittingFilters, rowWidth } from './filter-room.ts'

/** The width of a page in a window of 1366 px beside the open menu: 240 px of menu, 12 px of padding at both sides. */
const room = 1366 - 240 - 2 * 12

interface ListFilters {
  list: string
  filters: readonly string[]
  fields: Fields
  hasStates: (name: string) => boolean
}

/** The filters declared for each list with a page. */
function lists(): ListFilters[] {
  const found: ListFilters[] = []
  const ofDocument = (
    list: string,
    filters: readonly string[] | undefined,
    definition: AnyDocument,
    level: 'header' | 'line',
  ): void => {
    if (filters === undefined) return
    const hasStates = (name: string): boolean => statesOfColumn(definition, name) !== undefined
    found.push({ list, filters, fields: rowFields(definition, level), hasStates })
  }
  for (const definition of Object.values<AnyDocument>(registry.documents)) {
    for (const [path, page] of Object.entries(definition.pages)) {
      ofDocument(`${path} ${definition.name}`, page.filters, definition, page.level ?? 'header')
      const source = documentDefinition(definition.source?.document ?? '')
      if (source !== undefined) ofDocument(`${path} source`, page.sourceFilters, source, 'line')
    }
  }
  for (const { name, fields, states, pages } of Object.values<AnyQuery>(registry.queries)) {
    for (const [path, { filters }] of Object.entries(pages)) {
      if (filters === undefined) continue
      found.push({
        list: `${path} ${name}`,
        filters,
        fields,
        hasStates: (of) => of in (states ?? {}),
      })
    }
  }
  for (const { name, fields, search, pages } of Object.values<AnyMaster>(registry.masters)) {
    for (const [path, { filters }] of Object.entries(pages)) {
      found.push({
        list: `${path} ${name}`,
        filters: filters ?? search,
        fields,
        hasStates: () => false,
      })
    }
  }
  return found
}

/** The widths of the filters of a list in a language. */
function widthsIn(language: 'zh' | 'en', { filters, fields, hasStates }: ListFilters): number[] {
  return filters.flatMap((name) => {
    const field = fields[name]
    return field === undefined ? [] : [filterWidth(field, hasStates(name), field.label[language])]
  })
}

describe('the filters of a list at 1366 px', () => {
  const known = lists()

  test('stand in one row in Chinese, all of them', () => {
    expect(known.length).toBeGreaterThan(60)
    const tooWide = known.filter((one) => rowWidth(widthsIn('zh', one), true) > room)
    expect(tooWide.map(({ list }) => list)).toEqual([])
  })

  test('stand in one row in English, at least the first four', () => {
    const tooFew = known.filter((one) => {
      const widths = widthsIn('en', one)
      return fittingFilters(widths, true, room) < Math.min(widths.length, 4)
    })
    expect(tooFew.map(({ list }) => list)).toEqual([])
  })
})

test('filters that do not fit are left out from the last on, and none is left in a narrow window', () => {
  const widths = [100, 100, 100, 100]
  const needed = rowWidth(widths, true)
  expect(fittingFilters(widths, true, needed)).toBe(4)
  expect(fittingFilters(widths, true, needed - 1)).toBe(3)
  expect(fittingFilters(widths, false, needed - 1)).toBe(4)
  expect(fittingFilters(widths, true, 200)).toBe(0)
})
