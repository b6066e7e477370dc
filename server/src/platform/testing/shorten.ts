/**
 * The shortest list found that fails as the whole one does (delta debugging, Zeller 1999): halves are left out, then quarters,
 * and so on down to single entries, until none can be left out any more.
 * @param list fails as a whole
 * @param isOver ends the search early, such as after some minutes
 */
export async function shorten<T>(
  list: readonly T[],
  fails: (list: readonly T[]) => Promise<boolean>,
  isOver: () => boolean = () => false,
): Promise<T[]> {
  let left = [...list]
  for (let size = Math.ceil(left.length / 2); size > 0 && !isOver();) {
    let isShorter = false
    // From the end: what comes last refers to what comes first.
    for (let end = left.length; end > 0 && !isOver(); end -= size) {
      const begin = Math.max(end - size, 0)
      const without = left.toSpliced(begin, end - begin)
      if (!(await fails(without))) continue
      left = without
      isShorter = true
    }
    // What was left out may permit to leave out more of the same size.
    if (!isShorter) size = size === 1 ? 0 : Math.ceil(size / 2)
  }
  return left
}
