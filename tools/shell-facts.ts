import { addAll } from '@kufang/kernel/add-all.ts'

/** One fact of the shell: a row of e2e/shell.facts.md. */
export interface Fact {
  number: number
  section: string
  requirement: string
  /** Each as `file: title`, as written in the row. */
  tests: readonly string[]
}

/** The rows of the table, in order, without the heading and other text. */
export function readFacts(markdown: string): Fact[] {
  return markdown
    .split('\n')
    .filter((line) => /^\|\s*\d*\s*\|/.test(line))
    .map((line) => {
      const [, number = '', section = '', requirement = '', tests = ''] = line
        .split('|')
        .map((cell) => cell.trim())
      return {
        number: Number(number),
        section,
        requirement,
        tests: tests.split('<br>').filter((test) => test.trim() !== ''),
      }
    })
}

/**
 * The problems of the table, each as a sentence with the row: an empty cell, a duplicate number, a test that does not
 * exist by file and title.
 *
 * @param readFile returns the text of a file of the repository, or null if it does not exist
 */
export function factProblems(
  facts: readonly Fact[],
  readFile: (path: string) => string | null,
): string[] {
  const seen = new Set<number>()
  const problems: string[] = []
  for (const { number, section, requirement, tests } of facts) {
    if (!Number.isInteger(number) || number < 1)
      problems.push(`a row has no number: ${requirement}`)
    else if (seen.has(number)) problems.push(`row ${number} stands twice`)
    seen.add(number)
    if (section === '') problems.push(`row ${number}: no section`)
    if (requirement === '') problems.push(`row ${number}: says nothing`)
    if (tests.length === 0) problems.push(`row ${number}: no test holds it`)
    for (const test of tests) addAll(problems, missingTest(number, test, readFile))
  }
  return problems
}

function missingTest(
  number: number,
  test: string,
  readFile: (path: string) => string | null,
): string[] {
  const [, path, title] = /^`([^`]+)`: (.+)$/.exec(test.trim()) ?? []
  if (path === undefined || title === undefined) {
    return [`row ${number}: not a file and a title: ${test}`]
  }
  const text = readFile(path)
  if (text === null) return [`row ${number}: no file ${path}`]
  const isThere = ["'", '"', '`'].some((quote) => text.includes(`${quote}${title}${quote}`))
  return isThere ? [] : [`row ${number}: ${path} has no test "${title}"`]
}
