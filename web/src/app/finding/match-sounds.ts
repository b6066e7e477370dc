/**
 * Whether letters typed spell a text by its sound: each syllable by some of its first letters, none
 * left out in between, as an input method takes them. `kccx`, `kucun`, `kuccx` and `kcchaxun` all spell
 * "ku cun cha xun". Answers where it begins (0 for the first syllable), or -1.
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
  // The longest first: "xian" is one syllable before it is "xi" and "an".
  for (let taken = same; taken > 0; taken -= 1) {
    if (spells(syllables, at + 1, rest.slice(taken))) return true
  }
  return false
}
