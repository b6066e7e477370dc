import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes } from 'node:crypto'
import {
  closeSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'

/**
 * Encrypts texts at rest with AES-256-GCM. `context` names the owner of the secret and must be the same for opening.
 */
export interface SecretBox {
  seal(text: string, context: string): string
  /** Throws if the text was encrypted with another key or context, or was changed. */
  open(sealed: string, context: string): string
  /**
   * A digest of a text that cannot be guessed without the key of this installation, for comparing secrets without
   * keeping them.
   */
  digest(text: string, context: string): string
}

const version = 'v1'

/**
 * Opens the box with the key of this installation: `KUFANG_SECRET_KEY` (64 hexadecimal digits, or any text of at least
 * 32 characters) if several machines share one database, else `secret.key` in the data folder, created once and
 * readable only by its owner.
 */
export function openSecretBox(options: {
  dataFolder: string
  environmentKey?: string | undefined
}): SecretBox {
  const { dataFolder, environmentKey } = options
  return secretBox(
    environmentKey === undefined || environmentKey === ''
      ? keyFromFile(join(dataFolder, 'secret.key'))
      : keyFromText(environmentKey),
  )
}

function secretBox(key: Buffer): SecretBox {
  return {
    seal(text, context) {
      const nonce = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', key, nonce)
      cipher.setAAD(Buffer.from(context, 'utf8'))
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return `${version}:${Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64')}`
    },
    open(sealed, context) {
      const [found, encoded] = sealed.split(':')
      if (found !== version || encoded === undefined) throw new Error('not a sealed secret')
      const bytes = Buffer.from(encoded, 'base64')
      if (bytes.length < 28) throw new Error('not a sealed secret')
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12))
      decipher.setAAD(Buffer.from(context, 'utf8'))
      decipher.setAuthTag(bytes.subarray(12, 28))
      return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8')
    },
    digest: (text, context) => digestWith(key, text, context),
  }
}

function digestWith(key: Buffer, text: string, context: string): string {
  return createHmac('sha256', key)
    .update(JSON.stringify(['digest', context, text]))
    .digest('base64url')
}

function keyFromText(text: string): Buffer {
  if (/^[0-9a-f]{64}$/i.test(text)) return Buffer.from(text, 'hex')
  if (text.length < 32)
    throw new Error(
      'KUFANG_SECRET_KEY is too short: 64 hexadecimal digits or at least 32 characters',
    )
  return createHash('sha256').update(text, 'utf8').digest()
}

function keyFromFile(path: string): Buffer {
  const present = readKey(path)
  if (present !== undefined) return present
  mkdirSync(join(path, '..'), { recursive: true })
  // Written to a temporary file and linked: two servers starting concurrently use the same key.
  const draft = `${path}.${process.pid}.${randomBytes(4).toString('hex')}`
  const file = openSync(draft, 'wx', 0o600)
  try {
    writeSync(file, `${randomBytes(32).toString('hex')}\n`)
  } finally {
    closeSync(file)
  }
  try {
    linkSync(draft, path)
  } catch (error) {
    if ((error as { code?: string }).code !== 'EEXIST') throw error
  } finally {
    rmSync(draft, { force: true })
  }
  const made = readKey(path)
  if (made === undefined) throw new Error(`the key file ${path} vanished while it was made`)
  return made
}

function readKey(path: string): Buffer | undefined {
  let text: string
  try {
    text = readFileSync(path, 'utf8').trim()
  } catch (error) {
    if ((error as { code?: string }).code === 'ENOENT') return undefined
    throw error
  }
  if ((statSync(path).mode & 0o077) !== 0 && process.platform !== 'win32')
    throw new Error(`the key file ${path} is open to other accounts: set its mode to 600`)
  if (!/^[0-9a-f]{64}$/i.test(text))
    throw new Error(`the key file ${path} holds no key of 64 hexadecimal digits`)
  return Buffer.from(text, 'hex')
}
