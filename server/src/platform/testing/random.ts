export type Random = () => number

/** Random numbers below 1 that a seed repeats (mulberry32). */
export function randomOf(seed: number): Random {
  let state = seed | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** Bytes for the content of a file, the same for each seed. */
export function bytesOf(seed: number, length: number): Buffer {
  const random = randomOf(seed)
  const bytes = Buffer.alloc(length)
  for (let index = 0; index < length; index += 1) bytes[index] = random() * 256
  return bytes
}
