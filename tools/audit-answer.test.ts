import { expect, test } from 'vitest'
import { judgeAudit } from './audit-answer.ts'

const clean = { vulnerabilities: {} }
const weak = (name: string) => ({ vulnerabilities: { [name]: { severity: 'high' } } })

test('a registry that does not answer is told with its words, and is no clean answer', () => {
  const refused = { message: '405 Method Not Allowed - POST https://registry/advisories/bulk' }
  for (const verdict of [judgeAudit(refused, refused), judgeAudit(clean, refused)]) {
    expect(verdict).toMatchObject({ isKnown: false, failed: false })
    expect(verdict.lines.join(' ')).toMatch(
      /405 Method Not Allowed.*a release wants a clean answer/,
    )
  }
})

test('a weakness in what is shipped fails though the other question had no answer', () => {
  const verdict = judgeAudit(weak('sent'), { message: 'timed out' })
  expect(verdict).toMatchObject({ isKnown: false, failed: true })
  expect(verdict.lines[0]).toBe('sent: high, in the product')
  expect(verdict.lines[1]).toContain('timed out')
})

test('a weakness in what is shipped fails, one in what only builds and tests is told', () => {
  const both = {
    vulnerabilities: { ...weak('sent').vulnerabilities, ...weak('tool').vulnerabilities },
  }
  expect(judgeAudit(weak('sent'), both)).toEqual({
    isKnown: true,
    failed: true,
    lines: ['sent: high, in the product', 'tool: high, builds and tests only'],
  })
  expect(judgeAudit(clean, weak('tool'))).toMatchObject({ failed: false })
  expect(judgeAudit(clean, clean)).toMatchObject({ failed: false, lines: ['no known weakness'] })
})
