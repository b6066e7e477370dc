/** One fact of the shell, as its row in e2e/shell.facts.md says. */
export interface Fact {
  number: number
  section: string
  requirement: string
  /** Each as `file: title`, as it stands in the row. */
  tests: readonly string[]
}

/** The rows of the table, in their order; the heading and what stands around it are left out. */
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
 * What is wrong with the table, each as a sentence with the row: an empty cell, a number that
 * stands twice, a test that is not there by file and title.
 *
 * @param readFile gives the text of a file of the repository, or null where there is none
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
    for (const test of tests) problems.push(...missingTest(number, test, readFile))
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
