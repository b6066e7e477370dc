import { stockPlaces, type StockPlaceDeclaration } from '@kufang/contract/document/stock-places.ts'
import { participle } from './new-document-verbs.ts'
import { holderMasters } from './new-document-holder.ts'
import type { Away, HolderMaster } from './new-document-type.ts'
import {
  chinese,
  english,
  kebab,
  titlesOf,
  type Answers,
  type Question,
} from './new-document-question.ts'

const goesAway = ({ away = '' }: Answers): boolean => away !== ''
const isNewPlace = (given: Answers): boolean =>
  goesAway(given) && !Object.hasOwn(stockPlaces, given['away'] ?? '')

/** The questions about goods that go away and come back. */
// oxlint-disable-next-line max-lines-per-function -- one list, in the order in which it is asked
export const awayQuestions = (isCreatedOnPage: (given: Answers) => boolean): Question[] => [
  {
    name: 'away',
    asks: 'if its goods are held on approval, go away and come back: the place where they are, such as on-loan or a new at-calibration; else empty',
    proposal: () => '',
    wrong: (answer, given) => {
      if (answer === '') return null
      if (!kebab.test(answer)) return `a place is named like on-loan, not "${answer}"`
      const known = (stockPlaces as Readonly<Record<string, StockPlaceDeclaration>>)[answer]
      if (known !== undefined && known.reference === undefined)
        return `nobody has the goods of ${answer}`
      return isCreatedOnPage(given)
        ? null
        : 'its goods are chosen on a page of kind create: add one to --more-pages'
    },
  },
  {
    name: 'away-zh',
    asks: 'Chinese name of the new place, such as 送检',
    when: isNewPlace,
    wrong: chinese,
  },
  {
    name: 'away-en',
    asks: 'its English name, such as At calibration',
    when: isNewPlace,
    wrong: english,
  },
  {
    name: 'holder-master',
    asks: 'if who has the goods is one of a master: picking-unit (a unit), supplier or requester (a person of a unit); else empty',
    when: goesAway,
    proposal: () => '',
    wrong: (answer) =>
      answer === '' || Object.hasOwn(holderMasters, answer)
        ? null
        : `one of ${Object.keys(holderMasters).join(', ')}, not "${answer}"`,
  },
  {
    name: 'holder',
    asks: 'the field that names who has the goods there, such as institute',
    when: goesAway,
    proposal: (given) => masterOf(given)?.field ?? 'holder',
    wrong: (answer, given) => {
      const field = masterOf(given)?.field
      if (field !== undefined && answer !== field) return `of that master it is ${field}`
      return /^[a-z][a-zA-Z]*$/.test(answer)
        ? null
        : `a field is named like institute, not "${answer}"`
    },
  },
  {
    name: 'holder-zh',
    asks: 'its Chinese name, such as 检定单位',
    when: goesAway,
    wrong: chinese,
  },
  {
    name: 'holder-en',
    asks: 'its English name, such as Institute',
    when: goesAway,
    wrong: english,
  },
  {
    name: 'send-zh',
    asks: 'what sending is called, such as 送检',
    when: goesAway,
    proposal: (given) => given['away-zh'],
    wrong: chinese,
  },
  {
    name: 'send-en',
    asks: 'its English name, such as Send for calibration',
    when: goesAway,
    proposal: () => 'Send',
    wrong: english,
  },
  {
    name: 'sent-en',
    asks: 'what the goods are then, such as Sent for calibration',
    when: goesAway,
    proposal: (given) => participle(given['send-en'] ?? ''),
    wrong: english,
  },
  {
    name: 'back-zh',
    asks: 'what coming back is called, such as 检回',
    when: goesAway,
    wrong: chinese,
  },
  {
    name: 'back-en',
    asks: 'its English name, such as Return from calibration',
    when: goesAway,
    proposal: () => 'Enter the return',
    wrong: english,
  },
  {
    name: 'returned-en',
    asks: 'what the goods are then, such as Returned from calibration',
    when: goesAway,
    proposal: (given) => participle(given['back-en'] ?? ''),
    wrong: english,
  },
  {
    name: 'loss',
    asks: 'if some may come back damaged or not at all: the names of the document about that, such as 检定损失单 Calibration loss; else empty',
    when: goesAway,
    proposal: () => '',
    wrong: (answer) =>
      answer === '' || titlesOf(answer) !== null
        ? null
        : `a Chinese and an English name, not "${answer}"`,
  },
]

const masterOf = ({ 'holder-master': master = '' }: Answers) =>
  Object.hasOwn(holderMasters, master) ? holderMasters[master as HolderMaster] : undefined

/** Where the goods go, and who has them there; undefined if they do not. */
export function awayOf(answers: Answers): Away | undefined {
  if (!goesAway(answers)) return undefined
  return {
    place: answers['away']!,
    ...(isNewPlace(answers)
      ? { newPlace: { zh: answers['away-zh']!, en: answers['away-en']! } }
      : {}),
    holder: answers['holder']!,
    holderZh: answers['holder-zh']!,
    holderEn: answers['holder-en']!,
    ...(answers['holder-master'] ? { holderMaster: answers['holder-master'] as HolderMaster } : {}),
    sendZh: answers['send-zh']!,
    sendEn: answers['send-en']!,
    backZh: answers['back-zh']!,
    backEn: answers['back-en']!,
    sentEn: answers['sent-en']!,
    returnedEn: answers['returned-en']!,
  }
}
