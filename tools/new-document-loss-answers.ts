import {
  freePrefix,
  identifierOf,
  roleOf,
  takenPrefixes,
  takenRoles,
} from './new-document-codes.ts'
import { titlesOf, type Answers } from './new-document-question.ts'
import type { Loss } from './new-document-type.ts'

/** What the pages of the document of losses are called, after its own names. */
const lossPages = {
  create: ['上报', 'Report'],
  maintain: ['维护', 'Maintain'],
  approval: ['审批', 'Approve'],
  posting: ['过账', 'Post'],
  reversal: ['冲销', 'Reverse'],
  search: ['查询', 'Search'],
} as const

/**
 * The document of losses, named after the one whose goods go away, with its pages in the same group; undefined if there is none.
 * @param taken roles of pages that were answered before
 */
export function lossOf(
  answers: Answers,
  group: string,
  taken: readonly string[],
): Loss | undefined {
  const titles = titlesOf(answers['loss'] ?? '')
  if (titles === null) return undefined
  const name = `${answers['document']!}-loss`
  const identifier = identifierOf(name)
  for (const role of taken) takenRoles.add(role)
  const pages = Object.entries(lossPages).map(([kind, [zh, en]]) => {
    const title = `${titles.zh}${zh}`
    const role = roleOf(title)
    takenRoles.add(role)
    const path = `${group}/${identifier}${kind.charAt(0).toUpperCase()}${kind.slice(1)}`
    return [kind, { path, zh: title, en: `${en} ${titles.en.toLowerCase()}`, role }]
  })
  takenPrefixes.add(answers['prefix']!)
  return {
    name,
    identifier,
    ...titles,
    prefix: freePrefix(name)!,
    pages: Object.fromEntries(pages) as Loss['pages'],
  }
}
