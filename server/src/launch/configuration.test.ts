import { expect, test } from 'vitest'
import { readConfiguration } from './configuration.ts'

const databaseUrl = { DATABASE_URL: 'postgres://localhost/kufang' }

test.each([
  ['nothing', {}, true],
  ['an address of this machine', { HOST: '127.0.0.1' }, true],
  ['production', { NODE_ENV: 'production' }, false],
  ['a proxy', { KUFANG_TRUST_PROXY: '1' }, false],
  ['no proxy', { KUFANG_TRUST_PROXY: '0' }, true],
  ['an address for others', { HOST: '0.0.0.0' }, false],
  ['production and the demonstration', { NODE_ENV: 'production', KUFANG_DEMONSTRATION: '1' }, true],
  ['production and a database', { NODE_ENV: 'production', ...databaseUrl }, true],
])(
  'with %s the demonstration is started only if it is asked for or nobody else reaches it',
  (_what, given, starts) => {
    const read = () => readConfiguration(given)
    if (starts) expect(read().port).toBe(8080)
    else expect(read).toThrow(/DATABASE_URL is not set/)
  },
)
