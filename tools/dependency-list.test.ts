import { expect, test } from 'vitest'
import { listDependencies } from './dependency-list.ts'

const lock = {
  packages: {
    '': { devDependencies: { runner: '1' } },
    server: { dependencies: { web: '2', '@kufang/kernel': '*' } },
    'node_modules/@kufang/kernel': { link: true },
    'node_modules/runner': { version: '1.0.0', license: 'MIT', dev: true },
    'node_modules/web': { version: '2.0.0', license: 'Apache-2.0' },
    'node_modules/web/node_modules/deep': { version: '3.0.0', license: 'ISC' },
  },
}
const known = { reasons: { runner: 'runs', web: 'serves' }, licences: {} }

test('names packages with version, licence, who needs them and why', () => {
  const { page, problems } = listDependencies(lock, known)
  expect(problems).toEqual([])
  expect(page).toContain('| web | 2.0.0 | Apache-2.0 | server | serves |')
  expect(page).toContain('**ISC** (1): deep')
  expect(page.indexOf('| web |')).toBeLessThan(page.indexOf('| runner |'))
})

test('refuses a package without a reason, a reason without a package, a licence that is not allowed', () => {
  const worse = {
    packages: {
      ...lock.packages,
      'node_modules/copyleft': { version: '1', license: 'AGPL-3.0' },
      'node_modules/unknown': { version: '1' },
    },
  }
  const { problems } = listDependencies(worse, {
    reasons: { runner: 'runs', gone: 'was good' },
    licences: {},
  })
  expect(problems).toEqual([
    'web: no reason in tools/dependency-reasons.ts',
    'gone: has a reason and is no dependency any more',
    'copyleft: licence AGPL-3.0',
    'unknown: licence unknown',
  ])
})
