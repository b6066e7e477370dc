import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { openSecretBox } from './secret-box.ts'

const folder = mkdtempSync(join(tmpdir(), 'kufang-secret-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('a secret sealed before a restart is opened after it, and the key file belongs to its owner only', () => {
  const sealed = openSecretBox({ dataFolder: folder }).seal('秘密 pässword', 'interface/1000')
  expect(sealed).not.toContain('pässword')
  expect(openSecretBox({ dataFolder: folder }).open(sealed, 'interface/1000')).toBe('秘密 pässword')
  expect(statSync(join(folder, 'secret.key')).mode & 0o777).toBe(0o600)
})

test('two seals of one text differ', () => {
  const box = openSecretBox({ dataFolder: folder })
  expect(box.seal('a', 'b')).not.toBe(box.seal('a', 'b'))
})

test('a secret copied to another interface, or changed, or under another key does not open', () => {
  const box = openSecretBox({ dataFolder: folder })
  const sealed = box.seal('secret', 'interface/1000')
  expect(() => box.open(sealed, 'interface/2000')).toThrow()
  const bytes = Buffer.from(sealed.slice(3), 'base64')
  bytes[bytes.length - 1]! ^= 1
  expect(() => box.open(`v1:${bytes.toString('base64')}`, 'interface/1000')).toThrow()
  const other = openSecretBox({ dataFolder: folder, environmentKey: 'f'.repeat(64) })
  expect(() => other.open(sealed, 'interface/1000')).toThrow()
  expect(() => box.open('plain', 'interface/1000')).toThrow(/not a sealed secret/)
})

test('a weak environment key and a key file open to others are refused', () => {
  expect(() => openSecretBox({ dataFolder: folder, environmentKey: 'short' })).toThrow(/too short/)
  chmodSync(join(folder, 'secret.key'), 0o644)
  expect(() => openSecretBox({ dataFolder: folder })).toThrow(/mode to 600/)
  expect(readFileSync(join(folder, 'secret.key'), 'utf8')).toMatch(/^[0-9a-f]{64}\n$/)
})
