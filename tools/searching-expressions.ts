import ts from 'typescript'

/*
 * A regular expression that is searched for in a text starts again at every character. If it can run from each start to
 * the end of the text before it fails, its time grows with the square of the length: one reply of 200 KB stops the
 * process for half a minute. The linter has no rule for this.
 */

/** Code that runs in the server on texts of others. */
const served = /^(server\/src|packages\/(kernel|contract)\/src)\//
const isTest = /\.(test|test-d)\.tsx?$|\/testing\//

/** An unbounded run over nearly any character, and what follows it. */
const run = /(\[\\s\\S\]|\[\^(?:\\.|[^\]\\])*\]|(?<!\\)\.)(?:[*+]|\{\d{1,4},\})\??\)*([^|)]?.?)/g

/**
 * The expressions of a file that search with an unbounded run over nearly any character (`[\s\S]*`, `.*`, `[^x]+`) before
 * something required. Permitted: anchored at the start, sticky, or with a run that cannot pass the character at which
 * the expression starts (`<[^<>]*>`).
 */
export function searchingExpressions({ path, text }: { path: string; text: string }): string[] {
  if (!served.test(path) || isTest.test(path)) return []
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
  const found: string[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node) && isSearching(node.text)) {
      const { line } = source.getLineAndCharacterOfPosition(node.getStart())
      found.push(`${path}:${line + 1}: takes quadratic time: ${node.text}`)
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

function isSearching(literal: string): boolean {
  const end = literal.lastIndexOf('/')
  const expression = literal.slice(1, end)
  const flags = literal.slice(end + 1)
  const isAnchored = /^(\(\?:)?\^/.test(expression) && !flags.includes('m')
  if (isAnchored || flags.includes('y')) return false
  const first = expression.replace(/^\\/, '')[0] ?? ''
  return [...expression.matchAll(run)].some(([, any, next]) => {
    const stopsAtStart = any!.startsWith('[^') && any!.slice(2).includes(first)
    return next !== '' && !/^.?[?*]/.test(next!) && !stopsAtStart
  })
}
