/** What `npm audit --json` prints: a report, or what went wrong with asking. */
export interface AuditAnswer {
  /** Of an answer that is no report. */
  message?: string
  vulnerabilities?: Record<string, { severity: string; via?: unknown[] }>
}

export interface AuditVerdict {
  /** False where the registry does not answer: then nothing is known, neither good nor bad. */
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
  if (product.vulnerabilities === undefined || all.vulnerabilities === undefined)
    return {
      isKnown: false,
      failed: false,
      lines: [
        `the registry does not answer npm audit: ${product.message ?? all.message ?? 'no report'}`,
        'so nothing is known of weaknesses here; a release wants a clean answer: npm audit --omit=dev where the registry answers',
      ],
    }
  const shipped = product.vulnerabilities
  const told = (name: string, from: Record<string, { severity: string }>, who: string) =>
    `${name}: ${from[name]!.severity}, ${who}`
  const ofProduct = Object.keys(shipped).map((name) => told(name, shipped, 'in the product'))
  const others = all.vulnerabilities
  const ofTools = Object.keys(others)
    .filter((name) => !Object.hasOwn(shipped, name))
    .map((name) => told(name, others, 'builds and tests only'))
  const lines = [...ofProduct, ...ofTools]
  return {
    isKnown: true,
    failed: ofProduct.length > 0,
    lines: lines.length > 0 ? lines : ['no known weakness'],
  }
}
