import { pinyin } from 'pinyin-pro'
import type { AnyDocument } from '@kufang/contract/document/declare/define-document.ts'
import { pageCatalogue } from '@kufang/contract/document/catalogue/page-catalogue.ts'
import { documents } from '@kufang/contract/registry.ts'
import { actionWords, newWords } from '../web/src/app/finding/action-words.ts'

/*
 * How the titles of pages and actions sound, for finding them by typing Latin letters (spec/shell.md
 * section 5). The readings are a file in the tree, `web/src/app/finding/title-sounds.ts`: the
 * dictionary behind them is 300 KB and stays out of the page. `make-title-pinyin.ts` writes it anew.
 */

/** Words whose everyday reading is not the one of the trade. */
const ofTheTrade: Record<string, string> = {
  调整: 'tiao zheng',
  调配: 'diao pei',
  调拨: 'diao bo',
}

/** Every Chinese text that is found by its sound, each once. */
function texts(): string[] {
  const created = Object.values<AnyDocument>(documents).map(({ label }) => newWords(label).zh)
  const actions = Object.values(actionWords).map(({ zh }) => zh)
  return [...new Set([...pageCatalogue.map(({ zh }) => zh), ...created, ...actions])].toSorted()
}

/** Syllables in small letters, apart by blanks; what is no Chinese stays together as it is written. */
export function soundOf(text: string): string {
  let known = text
  for (const [word, sound] of Object.entries(ofTheTrade))
    known = known.replaceAll(word, ` ${sound} `)
  return pinyin(known, { toneType: 'none', nonZh: 'consecutive', v: true })
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()
}

/** The whole file, as it must stand in the tree. */
export function soundsFile(): string {
  const lines = texts().map(
    (text) => `  '${text.replaceAll("'", String.raw`\'`)}': '${soundOf(text)}',`,
  )
  return `// Made by tools/make-title-pinyin.ts; a test holds it to the titles.

/** How titles sound, syllable by syllable. */
export const titleSounds: Readonly<Record<string, string>> = {
${lines.join('\n')}
}
`
}
