/**
 * The hazard classes that may not be on one trip: all, if there is more than one. Like the bins of a store (GB 15603), a
 * vehicle carries one class of dangerous goods at a time; goods without a class may be loaded beside them.
 * @returns the classes, sorted; empty if the goods may travel together
 */
export function classesApart(classes: Iterable<string | null>): string[] {
  const found = [...new Set(classes)].filter((one): one is string => (one ?? '') !== '')
  return found.length > 1 ? found.toSorted() : []
}
