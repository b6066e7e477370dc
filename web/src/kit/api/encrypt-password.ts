import { api } from './client.ts'

interface PublicKeyAnswer {
  publicKey: string
  /** Taken once, so that the encrypted text cannot be used again. */
  nonce: string
}

/**
 * Encrypts passwords with the server's public key and a nonce, for one request: RSA-OAEP with SHA-256, base64. A library is used because Web Crypto
 * is not available over plain http (shell.md section 1). Throws `ApiError` if the key cannot be fetched, `RangeError`
 * for a password too long for the key.
 */
export async function encryptPasswords(passwords: readonly string[]): Promise<string[]> {
  const [{ JSEncrypt }, { publicKey, nonce }] = await Promise.all([
    import('jsencrypt'),
    api.get<PublicKeyAnswer>('/api/oauth/publicKey', { isSessionCall: true }),
  ])
  const engine = new JSEncrypt()
  engine.setPublicKey(publicKey)
  return passwords.map((password) => {
    const encrypted = engine.encryptOAEP(bytesAsText(`n1:${nonce}:${password}`))
    if (encrypted === false) throw new RangeError('the password does not fit the key')
    return encrypted
  })
}

/** The library uses one character per byte, so the password is encoded as UTF-8 first. */
function bytesAsText(text: string): string {
  return String.fromCharCode(...new TextEncoder().encode(text))
}
