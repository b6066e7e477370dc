/** What `npm audit --json` prints: a report, or what went wrong with asking. */
export interface AuditAnswer {
  /** Of an answer that is no report. */
  message?: string
  vulnerabilities?: Record<string, { severity: string; via?: unknown[] }>
}

export interface AuditVerdict {
  /** False where the registry does not answer all that is asked: no weakness told is then no clean answer. */
  isKnown: boolean
  /** What to print, a line each. */
  lines: string[]
  failed: boolean
}

/**
 * Judges the answers for the packages of the product and for all packages. A known weakness in what is shipped fails; in
 * what only builds and tests it is told. No answer is no clean answer, and is said to be none.
 */
export function judgeAudit(product: AuditAnswer, all: AuditAnswer): AuditVerdict {
  const told = ({ vulnerabilities = {} }: AuditAnswer, who: string, but: object = {}) =>
    Object.entries(vulnerabilities)
      .filter(([name]) => !Object.hasOwn(but, name))
      .map(([name, { severity }]) => `${name}: ${severity}, ${who}`)
  const ofProduct = told(product, 'in the product')
  const lines = [...ofProduct, ...told(all, 'builds and tests only', product.vulnerabilities)]
  // What one answer says stands, whatever became of the other.
  const failed = ofProduct.length > 0
  const silent = [product, all].find(({ vulnerabilities }) => vulnerabilities === undefined)
  if (silent === undefined)
    return { isKnown: true, failed, lines: lines.length > 0 ? lines : ['no known weakness'] }
  return {
    isKnown: false,
    failed,
    lines: [
      ...ofProduct,
      `the registry does not answer npm audit: ${silent.message ?? 'no report'}`,
      'so nothing more is known of weaknesses here; a release wants a clean answer: npm audit --omit=dev where the registry answers',
    ],
  }
}
