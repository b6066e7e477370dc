import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { callOperations, callOutcomes, calledInterfaces } from '@kufang/contract/logs/call-query.ts'
import { expect, test } from 'vitest'
import type { FailureKind } from '../erp/client/erp-failure.ts'
import { interfaceCodes } from '../erp/interface-settings.ts'

const erp = join(import.meta.dirname, '../erp')

/** The names under which calls are logged, as the code of the ERP area has them. */
const operations = readdirSync(erp, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
  .flatMap((file) => [...readFileSync(join(erp, file), 'utf8').matchAll(/operation: '([^']+)'/g)])
  .map(([, operation]) => operation!)

test('the log of calls says in words which service was called, what for, and how it ended', () => {
  expect(Object.keys(calledInterfaces).toSorted()).toEqual([...interfaceCodes].toSorted())
  expect(operations).toContain('post')
  expect(Object.keys(callOperations).toSorted()).toEqual([...new Set(operations)].toSorted())
  const outcomes: Record<FailureKind | 'ok', unknown> = callOutcomes
  expect(outcomes).toBe(callOutcomes)
})
