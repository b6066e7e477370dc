import { expect, test } from 'vitest'
import type { AnyDocument } from './document/declare/define-document.ts'
import { queries } from './queries.ts'
import { registry } from './registry.ts'

/** The filters shown at first, and for pages that create documents those of the lines offered, by page. */
const shown = [
  ...Object.values<AnyDocument>(registry.documents),
  ...Object.values(registry.masters),
  ...Object.values(queries),
].flatMap(({ pages }) =>
  Object.entries(pages).map(([path, page]) => ({
    path,
    count: page.filters?.length,
    columns: page.columns?.length,
  })),
)

test('a list shows four to six filters at first, or fewer where it has fewer columns; the others are behind one press', () => {
  const declared = shown.filter(({ count }) => count !== undefined)
  expect(declared.length).toBeGreaterThan(40)
  const wrong = declared.filter(
    ({ count = 0, columns = Infinity }) => count > 6 || count < Math.min(4, columns),
  )
  expect(wrong).toEqual([])
})
