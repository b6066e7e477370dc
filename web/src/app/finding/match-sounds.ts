/**
 * Matches typed letters with pinyin as input methods do: each syllable by one or more of its first letters, none
 * skipped. `kccx`, `kucun`, `kuccx` and `kcchaxun` all match "ku cun cha xun". Returns the index of the first matched
 * syllable, or -1.
 */
export function soundsLike(syllables: readonly string[], typed: string): number {
  if (typed === '') return -1
  return syllables.findIndex((_syllable, start) => spells(syllables, start, typed))
}

function spells(syllables: readonly string[], at: number, rest: string): boolean {
  if (rest === '') return true
  const syllable = syllables[at]
  if (syllable === undefined || syllable === '') return false
  let same = 0
  while (same < syllable.length && same < rest.length && syllable[same] === rest[same]) same += 1
  // The longest match first: "xian" is tried as one syllable before "xi" and "an".
  for (let taken = same; taken > 0; taken -= 1) {
    if (spells(syllables, at + 1, rest.slice(taken))) return true
  }
  return false
}
