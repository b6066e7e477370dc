import { pinyin } from 'pinyin-pro'
import type { AnyDocument } from '@kufang/contract/document/declare/define-document.ts'
import { pageCatalogue } from '@kufang/contract/document/catalogue/page-catalogue.ts'
import { documents } from '@kufang/contract/registry.ts'
import { actionWords, newWords } from '../web/src/app/finding/action-words.ts'

/*
 * The pinyin of page and action titles, for searching with Latin letters (spec/shell.md section 5). It is stored in
 * `web/src/app/finding/title-sounds.ts`: the dictionary is 300 KB and is not loaded by the page. `make-title-pinyin.ts`
 * regenerates it.
 */

/** Words whose reading in the trade differs from the common one. */
const ofTheTrade: Record<string, string> = {
  调整: 'tiao zheng',
  调配: 'diao pei',
  调拨: 'diao bo',
}

/** All Chinese texts that are searched by pinyin, without duplicates. */
function texts(): string[] {
  const created = Object.values<AnyDocument>(documents).map(({ label }) => newWords(label).zh)
  const actions = Object.values(actionWords).map(({ zh }) => zh)
  return [...new Set([...pageCatalogue.map(({ zh }) => zh), ...created, ...actions])].toSorted()
}

/** Syllables in lower case, separated by spaces; non-Chinese text stays together. */
export function soundOf(text: string): string {
  let known = text
  for (const [word, sound] of Object.entries(ofTheTrade))
    known = known.replaceAll(word, ` ${sound} `)
  return pinyin(known, { toneType: 'none', nonZh: 'consecutive', v: true })
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()
}

/** The complete content of the file. */
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
