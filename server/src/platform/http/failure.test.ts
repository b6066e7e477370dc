import { expect, test } from 'vitest'
import { mapFailure } from './failure.ts'

const request = { id: 'r', language: 'en' as const, path: '/api/x' }
const withCode = (code: string) => Object.assign(new Error('details of the inside'), { code })

test('a database that is away is told as such, with 503, and logged', () => {
  for (const error of [
    withCode('57P01'),
    withCode('57P03'),
    withCode('53100'),
    withCode('ECONNREFUSED'),
    new Error('Connection terminated unexpectedly'),
  ]) {
    const { status, code, unexpected, body } = mapFailure(error, request)
    expect({ status, code, unexpected }).toEqual({
      status: 503,
      code: 'database-unreachable',
      unexpected: true,
    })
    expect(JSON.stringify(body)).not.toContain('details of the inside')
  }
})

test('a disk without room for an upload is told as such and logged', () => {
  expect(mapFailure(withCode('ENOSPC'), request)).toMatchObject({
    status: 503,
    code: 'file-store-unreachable',
    unexpected: true,
  })
})

test('a bug stays a bug', () => {
  for (const error of [
    withCode('42P01'),
    withCode('23505'),
    new Error('Connection lost'),
    'text',
  ]) {
    expect(mapFailure(error, request)).toMatchObject({ status: 500, code: 'internal-error' })
  }
})
