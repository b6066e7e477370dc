/** The one part of Web Crypto used here: present in Node and, unlike randomUUID, over plain http. */
interface RandomSource {
  getRandomValues(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer>
}

const counterLimit = 0x1000

let lastMs = 0
let counter = 0

/**
 * A new UUID of version 7 (RFC 9562): 48 bits of milliseconds, a 12-bit counter, 62 random bits.
 * Ids of one process are strictly ascending even within a millisecond or when the clock is set
 * back, so rows made together stay together in an index. Throws where there is no Web Crypto.
 */
export function newId(): string {
  const bytes = randomBytes(16)
  advance(Date.now(), (byteAt(bytes, 6) << 8) | byteAt(bytes, 7))
  let rest = lastMs
  for (let index = 5; index >= 0; index -= 1) {
    bytes[index] = rest % 256
    rest = Math.floor(rest / 256)
  }
  bytes[6] = 0x70 | (counter >> 8)
  bytes[7] = counter & 0xff
  bytes[8] = 0x80 | (byteAt(bytes, 8) & 0x3f)
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    hex.slice(12, 16),
    hex.slice(16, 20),
    hex.slice(20),
  ].join('-')
}

function advance(now: number, random: number): void {
  if (now > lastMs) {
    lastMs = now
    // Starting in the lower half leaves room for at least 2048 more in the same millisecond.
    counter = random & 0x7ff
    return
  }
  counter += 1
  if (counter === counterLimit) {
    lastMs += 1
    counter = random & 0x7ff
  }
}

function randomBytes(length: number): Uint8Array<ArrayBuffer> {
  const source = (globalThis as { crypto?: RandomSource }).crypto
  if (source === undefined) throw new Error('newId needs globalThis.crypto.getRandomValues')
  return source.getRandomValues(new Uint8Array(length))
}

function byteAt(bytes: Uint8Array, index: number): number {
  return bytes[index] ?? 0
}
