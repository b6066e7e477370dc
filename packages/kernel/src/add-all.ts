/**
 * Adds the items to the end of the list, whatever their number. `push(...items)` puts each of them on the stack of the call, and
 * fails with a RangeError above about a hundred thousand: a list whose length somebody outside decides is never spread.
 */
export function addAll<Item>(list: Item[], items: Iterable<Item>): void {
  for (const item of items) list.push(item)
}
