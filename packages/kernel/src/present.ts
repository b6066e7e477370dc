// What the code knows to be there and the types cannot know. If it is not there after all, that is a defect of the
// product: the error names what was looked for, and nothing goes on with a missing value.

const missing = (what: string): Error => new Error(`there is no ${what}`)

/** The entry of a map that was filled for all keys. @throws Error if it has none */
export function entryOf<Key, Value>(map: ReadonlyMap<Key, Value>, key: Key): Value {
  const value = map.get(key)
  if (value === undefined && !map.has(key)) throw missing(`entry of ${String(key)}`)
  return value as Value
}

/** The item of a list that has one at each index that is asked for. @throws Error if it has none */
export function itemAt<Item>(list: readonly Item[], index: number): Item {
  if (!(index in list)) throw missing(`item ${index} of ${list.length}`)
  return list[index] as Item
}

/** The first of a list that is never empty. @throws Error if it is */
export function firstOf<Item>(list: readonly Item[]): Item {
  return itemAt(list, 0)
}

/** The last of a list that is never empty. @throws Error if it is */
export function lastOf<Item>(list: readonly Item[]): Item {
  return itemAt(list, list.length - 1)
}

/** The first item of a list that meets a condition which one of them does meet. @throws Error if none does */
export function itemWith<Item>(list: readonly Item[], meets: (item: Item) => boolean): Item {
  const index = list.findIndex(meets)
  if (index < 0) throw missing(`such item of ${list.length}`)
  return list[index] as Item
}

/** What a record that is complete has under a name. @throws Error if it has nothing there */
export function fieldOf<Value>(record: Readonly<Record<string, Value>>, name: string): Value {
  const value = record[name]
  if (value === undefined) throw missing(`field ${name}`)
  return value
}
