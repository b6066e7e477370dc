/** What a JSON text may hold. */
export interface JsonLimits {
  /** Names of one object: V8 takes seconds for an object of a hundred thousand. */
  namesOfObject: number
  /** Values of all lists and objects together. */
  values: number
  depth: number
}

const quote = 0x22
const backslash = 0x5c

/**
 * Whether a JSON text holds more than the limits permit. It reads the text once and builds nothing, so that it is asked
 * before the parser. Of a text that is no JSON the answer means nothing.
 */
export function holdsMore(text: string, limits: JsonLimits): boolean {
  /** Names so far of each object or list that is open. */
  const names: number[] = []
  let values = 0
  for (let at = 0; at < text.length; at += 1) {
    switch (text.charCodeAt(at)) {
      case quote:
        at = endOfString(text, at)
        break
      case 0x7b: // {
      case 0x5b: // [
        values += 1
        if (names.push(0) > limits.depth || values > limits.values) return true
        break
      case 0x7d: // }
      case 0x5d: // ]
        names.pop()
        break
      case 0x2c: // ,
        values += 1
        if (values > limits.values) return true
        break
      case 0x3a: {
        // :
        const inside = names.length - 1
        const count = (names[inside] ?? 0) + 1
        if (count > limits.namesOfObject) return true
        if (inside >= 0) names[inside] = count
        break
      }
      default:
    }
  }
  return false
}

/** The place of the quotation mark that ends the string which begins here; the end of the text if none does. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let escapes = 0
    while (text.charCodeAt(end - 1 - escapes) === backslash) escapes += 1
    if (escapes % 2 === 0) return end
  }
  return text.length
}
