import { pageCatalogue } from '@kufang/contract/document/catalogue/page-catalogue.ts'

/** Titles of the pages that a role code opens. */
const titles = Map.groupBy(pageCatalogue, ({ role }) => role)

/** Role codes with the pages they open, in Chinese and English. */
export function rolesNamed(roles: readonly string[]): [zh: string, en: string] {
  const named = (language: 'zh' | 'en', left: string, right: string) => (role: string) => {
    const page = titles.get(role)?.[0]
    return page === undefined ? role : `${role}${left}${page[language]}${right}`
  }
  return [
    roles.map(named('zh', '（', '）')).join('、'),
    roles.map(named('en', ' (', ')')).join(', '),
  ]
}
