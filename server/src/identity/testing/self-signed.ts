import { createSign, generateKeyPairSync, randomUUID } from 'node:crypto'

/** A key pair with a self-signed certificate, PEM. */
export interface KeyAndCertificate {
  privateKey: string
  certificate: string
}

function der(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(parts)
  const size = content.length
  const length =
    size < 0x80
      ? [size]
      : size < 0x1_00
        ? [0x81, size]
        : [0x82, Math.floor(size / 0x1_00), size % 0x1_00]
  return Buffer.concat([Buffer.from([tag, ...length]), content])
}

const sequence = (...parts: readonly Uint8Array[]): Buffer => der(0x30, ...parts)
const bytes = (...values: readonly number[]): Buffer => Buffer.from(values)
/** sha256WithRSAEncryption, without parameters. */
const algorithm = sequence(
  der(0x06, bytes(0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x01, 0x0b)),
  der(0x05),
)

const time = (at: Date): Buffer =>
  der(0x18, Buffer.from(`${at.toISOString().replaceAll(/[-:T]/g, '').slice(0, 14)}Z`))

/** Creates a self-signed RSA 2048 certificate for tests: Node can read X.509 but not write it. */
export function selfSigned(
  name: string,
  days: { from: number; until: number } = { from: -1, until: 365 },
): KeyAndCertificate {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const commonName = sequence(
    der(0x31, sequence(der(0x06, bytes(0x55, 0x04, 0x03)), der(0x0c, Buffer.from(name)))),
  )
  const day = (count: number): Date => new Date(Date.now() + count * 86_400_000)
  const body = sequence(
    der(0xa0, der(0x02, bytes(2))),
    der(0x02, Buffer.concat([bytes(1), Buffer.from(randomUUID().slice(-12), 'hex')])),
    algorithm,
    commonName,
    sequence(time(day(days.from)), time(day(days.until))),
    commonName,
    publicKey.export({ type: 'spki', format: 'der' }),
  )
  const signature = createSign('sha256').update(body).sign(privateKey)
  const certificate = sequence(body, algorithm, der(0x03, bytes(0), signature))
  const lines = certificate.toString('base64').match(/.{1,64}/g) ?? []
  return {
    privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    certificate: `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`,
  }
}
