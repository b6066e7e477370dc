import { declaredTerms, meaningsOf, type Explanations, type Term } from './terms.ts'

const titles = {
  document: 'Document types',
  master: 'Masters',
  query: 'Queries',
  state: 'States',
  action: 'Actions',
} as const

/** All terms of the declarations as tables, with their names on the screen and their meanings. */
export function termsPage(explanations: Explanations): string {
  const terms = declaredTerms()
  return Object.entries(titles)
    .map(([kind, title]) => {
      const rows = terms.filter((term) => term.kind === kind).map((one) => rowOf(one, explanations))
      return `## ${title}\n\n| Term | Chinese | English | SAP word | Meaning |\n|---|---|---|---|---|\n${rows.join('')}`
    })
    .join('\n')
}

const once = (texts: readonly string[]): string => [...new Set(texts)].join('、')

function rowOf(term: Term, explanations: Explanations): string {
  const meanings = meaningsOf(term, explanations)
  const cells = [
    `\`${term.word}\``,
    once(term.labels.map(({ zh }) => zh)),
    [...new Set(term.labels.map(({ en }) => en))].join(', '),
    once(meanings.map(({ sapWord }) => sapWord)),
    meanings.map(({ meaning }) => meaning).join(' / '),
  ]
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |\n`
}
