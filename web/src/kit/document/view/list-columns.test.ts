import { registry } from '@kufang/contract/registry.ts'
import type { AnyDocument } from '@kufang/contract/document/declare/define-document.ts'
import { expect, test } from 'vitest'
import { listColumns } from '../document-fields.ts'

const lists = Object.values<AnyDocument>(registry.documents).flatMap((definition) =>
  Object.entries(definition.pages)
    .filter(([, page]) => page.level === 'line')
    .map(([path, page]) => ({ definition, path, columns: page.columns })),
)
const shown = (definition: AnyDocument, columns: readonly string[] | undefined) =>
  listColumns(definition, 'line', columns).filter(({ isHidden }) => isHidden !== true)

test('no list of lines shows the unit beside quantities that show it, or a specification beside the description', () => {
  expect(lists.length).toBeGreaterThan(10)
  for (const { definition, path, columns } of lists) {
    const fields = shown(definition, columns).map(({ field }) => field)
    expect(fields, path).not.toContain('unit')
    expect(fields, path).not.toContain('specification')
  }
})

test('the mirror of purchase orders shows unit and specification with the values they belong to', () => {
  const orders = lists.find(({ path }) => path === '/dataCenter/purchaseOrderSearch')!
  const columns = shown(orders.definition, orders.columns)
  const of = (name: string) => columns.find(({ field }) => field === name)
  expect(of('quantity')?.unitField).toBe('unit')
  expect(of('description')?.appendedField).toBe('specification')
})
