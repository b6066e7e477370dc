import { api } from './client.ts'

interface PublicKeyAnswer {
  publicKey: string
}

/**
 * The password under the server's public key, RSA-OAEP with SHA-256, base64. A kept library does
 * it because the browser's own crypto is missing over plain http (shell.md section 1).
 * Throws `ApiError` when the key cannot be had, `RangeError` for a password the key cannot hold.
 */
export async function encryptPasswords(passwords: readonly string[]): Promise<string[]> {
  const [{ JSEncrypt }, { publicKey }] = await Promise.all([
    import('jsencrypt'),
    api.get<PublicKeyAnswer>('/api/oauth/publicKey', { isSessionCall: true }),
  ])
  const engine = new JSEncrypt()
  engine.setPublicKey(publicKey)
  return passwords.map((password) => {
    const encrypted = engine.encryptOAEP(bytesAsText(password))
    if (encrypted === false) throw new RangeError('the password does not fit the key')
    return encrypted
  })
}

/** The library takes one character per byte; a password may hold others. */
function bytesAsText(text: string): string {
  return String.fromCharCode(...new TextEncoder().encode(text))
}
