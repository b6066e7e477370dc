import { addAll } from '@kufang/kernel/add-all.ts'
import { createInterface } from 'node:readline/promises'
import { areaNeeds } from '@kufang/contract/document/declare/area.ts'
import { pageCatalogue } from '@kufang/contract/document/catalogue/page-catalogue.ts'
import { documents, registry } from '@kufang/contract/registry.ts'
import { jobs } from '../server/src/document/journey/jobs.ts'
import {
  freePrefix,
  identifierOf,
  roleOf,
  takenPrefixes,
  takenRoles,
} from './new-document-codes.ts'
import { lossOf } from './new-document-loss-answers.ts'
import { awayOf, awayQuestions } from './new-document-away-questions.ts'
import {
  chinese,
  english,
  kebab,
  titlesOf,
  type Answers,
  type Question,
} from './new-document-question.ts'
import type { FurtherPage, NewDocument } from './new-document-type.ts'

const isNewArea = ({ area = '' }: Answers): boolean => !(area in areaNeeds)
const pageOf = ({ page }: Answers) => pageCatalogue.find(({ path }) => path === page)
const groupPath = ({ page = '' }: Answers): string => `/${page.split('/')[1]}`
const groupOf = (given: Answers) => pageCatalogue.find(({ group }) => group === groupPath(given))
const roleCode = (answer: string): string | null => {
  if (!/^[A-Z]{2,20}$/.test(answer))
    return `pinyin initials in capitals, such as ZCDCX, not "${answer}"`
  return takenRoles.has(answer) ? `${answer} is another page's role` : null
}

const isNewJob = ({ job = '' }: Answers): boolean => !(job in jobs)

/** The parts of `/toolLoan/toolLoanReturn step 工具归还 Return tools`; null if it is written differently. */
function furtherPage(text: string) {
  const found =
    /^((?:\/[A-Za-z][A-Za-z0-9]*){2}) (create|maintain|step|query)(?: (\S+) (.+))?$/.exec(text)
  if (found === null) return null
  const [, path = '', kind, zh, en] = found
  const isKnown = pageCatalogue.some((one) => one.path === path)
  if (isKnown || (zh !== undefined && chinese(zh) === null && english(en ?? '') === null))
    return { path, kind: kind as FurtherPage['kind'], zh, en, isKnown }
  return null
}

const furtherPagesOf = ({ 'more-pages': pages = '' }: Answers): string[] =>
  pages
    .split(';')
    .map((one) => one.trim())
    .filter((one) => one !== '')

/** The page with amounts: its role is that of its title and JE, as all of them have it. */
function amountsOf({ amounts = '' }: Answers, identifier: string): NewDocument['amounts'] {
  const titles = titlesOf(amounts)
  if (titles === null) return undefined
  const role = `${roleOf(titles.zh.replace(/（.*$/, ''))}JE`
  return { path: `/priceManage/${identifier}Amount`, ...titles, role }
}

const isNewPage = (given: Answers): boolean => pageOf(given) === undefined
const isNewGroup = (given: Answers): boolean => isNewPage(given) && groupOf(given) === undefined

const questions: readonly Question[] = [
  {
    name: 'area',
    asks: `area, one of ${Object.keys(areaNeeds).join(', ')}; or a new one`,
    wrong: (answer) =>
      kebab.test(answer) ? null : `an area is named like tool-loan, not "${answer}"`,
  },
  {
    name: 'area-zh',
    asks: 'Chinese name of the new area, such as 工具借用管理',
    when: isNewArea,
    wrong: chinese,
  },
  {
    name: 'area-en',
    asks: 'its English name, such as Tool loans',
    when: isNewArea,
    wrong: english,
  },
  {
    name: 'document',
    asks: 'document type, such as tool-loan',
    wrong: (answer) => {
      if (!kebab.test(answer)) return `a document is named like goods-receipt, not "${answer}"`
      return answer in documents ? `there is a document ${answer} already` : null
    },
  },
  { name: 'zh', asks: 'its Chinese name, such as 工具借用单', wrong: chinese },
  { name: 'en', asks: 'its English name, such as Tool loan', wrong: english },
  {
    name: 'prefix',
    asks: 'the two capitals that its numbers begin with',
    proposal: ({ document = '' }) => freePrefix(document),
    wrong: (answer) => {
      if (!/^[A-Z]{2}$/.test(answer)) return `two capitals such as JY, not "${answer}"`
      return takenPrefixes.has(answer) ? `${answer} is another document's prefix` : null
    },
  },
  {
    name: 'about',
    asks: 'what it is, in one English sentence, for the comment at its declaration',
    wrong: (answer) =>
      answer.length >= 10 && !answer.includes('|') ? null : 'one sentence without |',
  },
  {
    name: 'page',
    asks: 'path of its first page, such as /toolLoan/toolLoanMaintain; one of the catalogue or a new one',
    wrong: (answer) => {
      if (!/^(\/[A-Za-z][A-Za-z0-9]*){2}$/.test(answer))
        return `a path of two parts such as /toolLoan/toolLoanMaintain, not "${answer}"`
      const [taken] = registry.pages.filter(({ path }) => path === answer)
      return taken === undefined
        ? null
        : `${answer} is a page already; the document can join it later`
    },
  },
  {
    name: 'page-zh',
    asks: 'Chinese title of the new page',
    when: isNewPage,
    proposal: ({ zh }) => `${zh}维护`,
    wrong: chinese,
  },
  {
    name: 'page-en',
    asks: 'its English title',
    when: isNewPage,
    proposal: ({ en = '' }) => `Maintain ${en.toLowerCase()}`,
    wrong: english,
  },
  {
    name: 'role',
    asks: 'role code that opens the page: pinyin initials of its title',
    when: isNewPage,
    proposal: (given) => roleOf(given['page-zh'] ?? ''),
    wrong: roleCode,
  },
  {
    name: 'group-zh',
    asks: 'Chinese title of its new group in the menu',
    when: isNewGroup,
    proposal: (given) => given['area-zh'],
    wrong: chinese,
  },
  {
    name: 'group-en',
    asks: 'its English title',
    when: isNewGroup,
    proposal: (given) => given['area-en'],
    wrong: english,
  },
  {
    name: 'group-role',
    asks: 'role code that shows the group',
    when: isNewGroup,
    proposal: (given) => roleOf(given['group-zh'] ?? ''),
    wrong: roleCode,
  },
  {
    name: 'more-pages',
    asks: 'further pages, separated by ; such as /toolLoan/toolLoanReturn step 工具归还 Return tools (kinds: create, maintain, step, query)',
    proposal: () => '',
    wrong: (answer, given) => {
      for (const text of furtherPagesOf({ 'more-pages': answer })) {
        const found = furtherPage(text)
        if (found === null)
          return `a further page is "path kind 中文标题 English title", not "${text}"`
        const group = `/${found.path.split('/')[1]}`
        if (
          !found.isKnown &&
          group !== groupPath(given) &&
          !pageCatalogue.some((one) => one.group === group)
        )
          return `${found.path} is in no group of the menu`
        if (registry.pages.some(({ path }) => path === found.path))
          return `${found.path} is a page already`
      }
      return null
    },
  },
  ...awayQuestions((given) =>
    furtherPagesOf(given).some((text) => furtherPage(text)?.kind === 'create'),
  ),
  {
    name: 'amounts',
    asks: 'if it has amounts, which only some may see: the titles of the page whose role shows them, such as 检定单查询（金额） Calibration orders with amounts; else empty',
    proposal: () => '',
    wrong: (answer) =>
      answer === '' || titlesOf(answer) !== null
        ? null
        : `a Chinese and an English title, not "${answer}"`,
  },
  {
    name: 'job',
    asks: `who creates it, one of ${Object.keys(jobs).join(', ')}; or a new job`,
    proposal: () => 'storekeeper',
    wrong: (answer) =>
      /^[a-z][a-zA-Z]*$/.test(answer) ? null : `a job is named like shiftLeader, not "${answer}"`,
  },
  { name: 'job-zh', asks: 'Chinese name of the new job', when: isNewJob, wrong: chinese },
  {
    name: 'job-tasks',
    asks: 'its tasks in English, such as: reviews receipts',
    when: isNewJob,
    wrong: (answer) =>
      /^[a-z][\x20-\x7b]+$/.test(answer) ? null : 'tasks such as: reviews receipts',
  },
]

/** All options with what they mean, for `--help`. */
export function helpText(): string {
  const width = Math.max(...questions.map(({ name }) => name.length)) + 5
  const rows = questions.map(({ name, asks, when, proposal }) => {
    const notes = [
      ...(when === undefined ? [] : ['only where it applies']),
      ...(proposal === undefined ? [] : ['has a default']),
    ]
    const note = notes.length === 0 ? '' : ` (${notes.join(', ')})`
    return `${`  --${name}=`.padEnd(width)} ${asks}${note}`
  })
  return [
    'npm run new-document [-- --option=value …]',
    '',
    'Writes a document type and enters it in the lists of the tree. Asks at a terminal for what the options do not say.',
    '',
    ...rows,
    '',
  ].join('\n')
}

/** Thrown with all missing or wrong answers. */
export class WrongAnswers extends Error {}

/**
 * Reads the answers from options, and asks for the rest at a terminal; otherwise defaults apply.
 *
 * @throws `WrongAnswers` that names every missing or wrong option
 */
export async function readAnswers(
  options: readonly string[],
  isTerminal: boolean,
): Promise<NewDocument> {
  const given = optionsOf(options)
  const terminal = isTerminal
    ? createInterface({ input: process.stdin, output: process.stdout })
    : undefined
  const answers: Record<string, string> = {}
  const problems: string[] = []
  for (const { name, asks, when, proposal, wrong } of questions) {
    if (when?.(answers) === false) continue
    const proposed = proposal?.(answers)
    let answer = given[name]
    // oxlint-disable-next-line no-unmodified-loop-condition -- without a terminal there is no question to repeat
    while (answer === undefined && terminal !== undefined) {
      const shown = proposed === undefined ? '' : ` [${proposed}]`
      const typed = (await terminal.question(`${asks}${shown}: `)).trim() || proposed || ''
      const problem = wrong(typed, answers)
      if (problem === null) answer = typed
      else process.stdout.write(`${problem}\n`)
    }
    answer ??= proposed
    const problem = answer === undefined ? asks : wrong(answer, answers)
    if (problem !== null) problems.push(`--${name}: ${problem}`)
    answers[name] = answer ?? ''
  }
  terminal?.close()
  const names = questions.map(({ name }) => name)
  const unknown = Object.keys(given).filter((name) => !names.includes(name))
  addAll(
    problems,
    unknown.map((name) => `--${name}: no such option`),
  )
  if (problems.length > 0) throw new WrongAnswers(problems.join('\n'))
  return documentOf(answers)
}

function optionsOf(options: readonly string[]): Answers {
  return Object.fromEntries(
    options.map((option) => {
      const [, name = option, value = ''] = /^--([a-z-]+)=(.*)$/s.exec(option) ?? []
      return [name, value]
    }),
  )
}

function documentOf(answers: Answers): NewDocument {
  const name = answers['document']!
  const group = groupOf(answers)
  const away = awayOf(answers)
  const identifier = identifierOf(name)
  const amounts = amountsOf(answers, identifier)
  const further = furtherPages(answers)
  const loss = lossOf(answers, groupPath(answers), amounts === undefined ? [] : [amounts.role])
  return {
    area: answers['area']!,
    ...(isNewArea(answers)
      ? { newArea: { zh: answers['area-zh']!, en: answers['area-en']! } }
      : {}),
    name,
    identifier,
    zh: answers['zh']!,
    en: answers['en']!,
    about: answers['about']!.replace(/\.$/, ''),
    prefix: answers['prefix']!,
    page: answers['page']!,
    ...(isNewPage(answers)
      ? {
          newPage: {
            zh: answers['page-zh']!,
            en: answers['page-en']!,
            role: answers['role']!,
            group: groupPath(answers),
            ...(group === undefined
              ? {
                  newGroup: {
                    zh: answers['group-zh']!,
                    en: answers['group-en']!,
                    role: answers['group-role']!,
                  },
                }
              : {}),
          },
        }
      : {}),
    furtherPages: further,
    job: answers['job']!,
    ...(away === undefined ? {} : { away }),
    ...(loss === undefined ? {} : { loss }),
    ...(amounts === undefined ? {} : { amounts }),
    ...(isNewJob(answers)
      ? { newJob: { zh: answers['job-zh']!, tasks: answers['job-tasks']! } }
      : {}),
  }
}

/** The further pages, each new one with a role code that no other page has. */
function furtherPages(answers: Answers): FurtherPage[] {
  for (const name of ['role', 'group-role']) if (answers[name]) takenRoles.add(answers[name])
  return furtherPagesOf(answers).map((text) => {
    const { path, kind, zh = '', en = '', isKnown } = furtherPage(text)!
    if (isKnown) return { path, kind }
    const role = roleOf(zh)
    takenRoles.add(role)
    return { path, kind, newPage: { zh, en, role, group: `/${path.split('/')[1]}` } }
  })
}
