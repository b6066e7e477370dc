import { expect, it } from 'vitest'
import { isInternalHost } from './internal-host.ts'

it.each([
  'localhost',
  '127.0.0.1',
  '10.8.0.3',
  '172.20.1.1',
  '192.168.1.9',
  '[::1]',
  'kufang',
  'kufang.local',
])('shows the error log on %s', (host) => {
  expect(isInternalHost(host)).toBe(true)
})

it.each(['kufang.example.com', '10.example.com', '127.0.0.1.example.com', '172.32.0.1', '8.8.8.8'])(
  'hides it on %s',
  (host) => {
    expect(isInternalHost(host)).toBe(false)
  },
)
