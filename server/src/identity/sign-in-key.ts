import {
  constants,
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPair,
  privateDecrypt,
} from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { newId } from '@kufang/kernel/identifier.ts'
import { refuse } from '@kufang/kernel/refusal.ts'

export interface SignInKey {
  /** The public data for encryption: SPKI as PEM, RSA-OAEP with SHA-256 (also in MGF1). */
  description: {
    publicKey: string
    algorithm: 'RSA-OAEP'
    hash: 'SHA-256'
    keySize: number
    keyId: string
  }
  /** Decrypts base64 cipher text; refuses `password-not-decryptable`. */
  decrypt(cipherText: string): string
}

/** Prefix of an encrypted password. */
export const encryptedPrefix = 'rsa:'

/**
 * Reads the server's key pair, created once in `dataFolder`/keys with the configured size. Processes behind one URL
 * must share that folder.
 */
export async function openSignInKey(dataFolder: string, bits: number): Promise<SignInKey> {
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
    decrypt: (cipherText) => decrypt(privateKey, cipherText),
  }
}

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

/** The plain password: decrypted if flagged or prefixed, else unchanged. */
export function plainPassword(key: SignInKey, given: string, encrypted: boolean): string {
  if (given.startsWith(encryptedPrefix)) return key.decrypt(given.slice(encryptedPrefix.length))
  return encrypted ? key.decrypt(given) : given
}
