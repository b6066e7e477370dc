import type { Transaction } from '../database.ts'
import type { Row, Value } from './edm.ts'
import type { DeepRow, EntitySet, Service } from './service.ts'

/** Fills the columns the system sets on creation, before the row is stored. */
export type Completion = (set: EntitySet, row: Row, parent: Row | null) => Row

/**
 * Stores a created entity and its child rows: keys are copied along the navigations, empty item numbers are assigned in
 * steps (10 for items of orders and requisitions, 1 below).
 */
export function storeDeepRow(
  service: Service,
  transaction: Transaction,
  set: EntitySet,
  entity: DeepRow,
  complete: Completion,
  parent: Row | null = null,
): Row {
  const row = transaction.put(set.table.name, complete(set, { ...entity.row }, parent))
  for (const [name, children] of entity.children) {
    const navigation = set.navigations.get(name)
    const target = service.sets.get(navigation?.target ?? '')
    if (navigation === undefined || target === undefined) continue
    let number = 0
    for (const child of children) {
      const inherited: Record<string, Value> = {}
      for (const [here, there] of navigation.join) inherited[there] = row[here] ?? ''
      const last = target.keys.find(
        (key) => inherited[key.name] === undefined && key.form === 'numeric',
      )
      if (last !== undefined) {
        number += last.length >= 5 ? 10 : 1
        const sent = String(child.row[last.name] ?? '')
        if (sent === '') inherited[last.name] = String(number)
        else number = Number(sent)
      }
      const childRow = { ...child.row, ...inherited }
      const below = { row: childRow, children: child.children }
      storeDeepRow(service, transaction, target, below, complete, row)
    }
  }
  return row
}
