/** Output of `npm audit --json`: a report, or an error. */
export interface AuditAnswer {
  /** Set if the response is not a report. */
  message?: string
  vulnerabilities?: Record<string, { severity: string; via?: unknown[] }>
}

export interface AuditVerdict {
  /** False if the registry does not answer all requests: the absence of weaknesses is then no result. */
  isKnown: boolean
  /** The lines to print. */
  lines: string[]
  failed: boolean
}

/**
 * Judges the audit results of the shipped packages and of all packages. A known weakness in a shipped package fails;
 * one in a package for builds and tests is printed. A missing result is not a clean one, and is reported.
 */
export function judgeAudit(product: AuditAnswer, all: AuditAnswer): AuditVerdict {
  const told = ({ vulnerabilities = {} }: AuditAnswer, who: string, but: object = {}) =>
    Object.entries(vulnerabilities)
      .filter(([name]) => !Object.hasOwn(but, name))
      .map(([name, { severity }]) => `${name}: ${severity}, ${who}`)
  const ofProduct = told(product, 'in the product')
  const lines = [...ofProduct, ...told(all, 'builds and tests only', product.vulnerabilities)]
  // The result of one audit applies regardless of the other.
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
