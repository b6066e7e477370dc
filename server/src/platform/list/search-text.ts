// A table whose texts are searched for parts of them has one trigram index of all of them together (`create_search_index`,
// migration 1340): what is searched in one of the columns is a part of their joint text too.

/** The joint text of these columns, as the index of the table has it. */
export function searchTextSql(columns: readonly string[]): string {
  return `search_text(${columns.map((column) => `coalesce(${column}, '')`).join(" || ' ' || ")})`
}

/** The condition that the joint text contains the word, a placeholder. */
export function hasWordSql(searchText: string, word: string): string {
  return `${searchText} like search_pattern(${word}::text)`
}

/**
 * Whether the word certainly has a trigram, by which the index finds it: three letters or digits in a row, where the
 * beginning and the end of a row count as one, or a letter that is not of ASCII.
 */
export function isIndexedWord(word: string): boolean {
  const kept = word.replace(/[%_\\]/g, '')
  // oxlint-disable-next-line no-control-regex -- the first of the letters of ASCII
  if (/[^\x00-\x7f]/.test(kept)) return true
  return [...kept.matchAll(/[a-z0-9]+/gi)].some(({ 0: row, index }) => {
    const begins = index > 0 ? 1 : 0
    const ends = index + row.length < kept.length ? 1 : 0
    return begins + row.length + ends >= 3
  })
}
