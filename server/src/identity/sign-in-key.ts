import {
  constants,
  createHash,
  createHmac,
  createPrivateKey,
  createPublicKey,
  generateKeyPair,
  privateDecrypt,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { newId } from '@kufang/kernel/identifier.ts'
import { refuse } from '@kufang/kernel/refusal.ts'
import type { Queryable } from '../platform/database/database.ts'

export interface SignInKey {
  /** The public data for encryption: SPKI as PEM, RSA-OAEP with SHA-256 (also in MGF1). */
  description: {
    publicKey: string
    algorithm: 'RSA-OAEP'
    hash: 'SHA-256'
    keySize: number
    keyId: string
  }
  /** A nonce for the encrypted text, `n1:<nonce>:<password>`: valid once and for five minutes. */
  nonce(): string
  /** Decrypts base64 cipher text; refuses `password-not-decryptable` and `password-nonce-lapsed`. */
  decrypt(cipherText: string): Decrypted
}

export interface Decrypted {
  password: string
  /** Identifies the nonce, or without one the cipher text. */
  mark: string
  /** When the nonce lapses; null without one. */
  expiresAt: Date | null
}

/** Separates the nonce from the password; no password is that long. */
const withNonce = /^n1:([\w-]{27}):(.*)$/s
const nonceSeconds = 300

/** Prefix of an encrypted password. */
export const encryptedPrefix = 'rsa:'

/**
 * Reads the server's key pair, created once in `dataFolder`/keys with the configured size. Processes behind one URL
 * must share that folder.
 */
export async function openSignInKey(
  dataFolder: string,
  bits: number,
  now: () => number = Date.now,
): Promise<SignInKey> {
  const path = join(dataFolder, 'keys', `sign-in-rsa-${bits}.pem`)
  const pem = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
    return makeKey(path, bits)
  })
  const privateKey = createPrivateKey(pem)
  const publicKey = createPublicKey(privateKey).export({ type: 'spki', format: 'pem' })
  const keyId = createHash('sha256').update(publicKey).digest('hex').slice(0, 16)
  return {
    description: { publicKey, algorithm: 'RSA-OAEP', hash: 'SHA-256', keySize: bits, keyId },
    nonce: () => nonceFrom(pem, now()),
    decrypt: (cipherText) => {
      const text = decrypt(privateKey, cipherText)
      const [, nonce, password] = withNonce.exec(text) ?? []
      if (nonce === undefined || password === undefined)
        return { password: text, mark: markOf(Buffer.from(cipherText, 'base64')), expiresAt: null }
      const expiresAt = expiryOf(pem, nonce)
      if (expiresAt === null || expiresAt.getTime() < now())
        throw refuse('password-nonce-lapsed', {}, { field: 'password' })
      return { password, mark: markOf(nonce), expiresAt }
    },
  }
}

const markOf = (used: string | Buffer) => createHash('sha256').update(used).digest('base64url')

/**
 * Expiry (4 bytes, seconds), random (6) and their HMAC (10): it fits with a password into a key of 1024 bits, and every
 * process with the key recognises it without a row in the database.
 */
function nonceFrom(pem: string, nowMs: number): string {
  const content = Buffer.alloc(10)
  content.writeUInt32BE(Math.floor(nowMs / 1000) + nonceSeconds)
  randomBytes(6).copy(content, 4)
  return Buffer.concat([content, sealOf(pem, content)]).toString('base64url')
}

/** When a nonce of ours lapses; null for any other. */
function expiryOf(pem: string, nonce: string): Date | null {
  const bytes = Buffer.from(nonce, 'base64url')
  const content = bytes.subarray(0, 10)
  if (bytes.length !== 20 || !timingSafeEqual(bytes.subarray(10), sealOf(pem, content))) return null
  return new Date(content.readUInt32BE() * 1000)
}

const sealOf = (pem: string, content: Buffer) =>
  createHmac('sha256', `sign-in nonce ${pem}`).update(content).digest().subarray(0, 10)

async function makeKey(path: string, bits: number): Promise<string> {
  const { privateKey } = await promisify(generateKeyPair)('rsa', {
    modulusLength: bits,
    publicExponent: 0x10001,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
  await mkdir(join(path, '..'), { recursive: true, mode: 0o700 })
  const fresh = `${path}.${newId()}`
  await writeFile(fresh, privateKey, { mode: 0o600, flag: 'wx' })
  // If several processes create a key, the first one is used by all.
  await link(fresh, path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  await rm(fresh)
  return readFile(path, 'utf8')
}

function decrypt(key: KeyObject, cipherText: string): string {
  try {
    return privateDecrypt(
      { key, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' },
      Buffer.from(cipherText, 'base64'),
    ).toString('utf8')
  } catch {
    throw refuse('password-not-decryptable', {}, { field: 'password' })
  }
}

/**
 * The plain passwords of one request: decrypted if flagged or prefixed, else unchanged; '' stays ''. A cipher text, and a
 * nonce inside it, are taken once: whoever has read it in a log cannot use it. Refuses `password-replayed`.
 */
export async function plainPasswords(
  queryable: Queryable,
  key: SignInKey,
  given: readonly string[],
  encrypted: boolean,
): Promise<string[]> {
  const used = new Map<string, Date | null>()
  const plain = given.map((text) => {
    const isPrefixed = text.startsWith(encryptedPrefix)
    if (text === '' || (!isPrefixed && !encrypted)) return text
    const found = key.decrypt(isPrefixed ? text.slice(encryptedPrefix.length) : text)
    used.set(found.mark, found.expiresAt)
    return found.password
  })
  if (used.size === 0) return plain
  const marked = await queryable.query(
    `insert into used_ciphertext (mark, expires_at) select * from unnest($1::text[], $2::timestamptz[])
     on conflict (mark) do nothing returning 1 as marked`,
    [[...used.keys()], [...used.values()].map((at) => at?.toISOString() ?? null)],
  )
  if (marked.length < used.size) throw refuse('password-replayed', {}, { field: 'password' })
  return plain
}
