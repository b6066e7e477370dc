import { codeText, withoutFilledZeros } from '@kufang/kernel/code-text.ts'

// What a scanner, or a person instead of it, sent: the one reading of it, for every box that is scanned into.

// oxlint-disable-next-line no-control-regex -- scanners send group separators and the like between fields
const separators = /[\u0000-\u001f\u007f]+/g

/**
 * The number or code in what a scanner sent, as it is kept: the text of a QR code may be a link to the document, or a number
 * followed by other fields. Wide letters, unseen characters, and the zeros that SAP fills a number with do not count.
 */
export function scannedText(raw: string): string {
  const [first = ''] = partsOf(raw).filter((part) => part !== '')
  return first
}

/**
 * What a label may mean, the likeliest first: all of its text, because batches contain blanks and other signs, or the first of
 * its fields.
 */
export function scannedCodes(raw: string): string[] {
  const whole = codeOf(raw.replaceAll(separators, ' '))
  return [...new Set([whole, scannedText(raw)])].filter((code) => code !== '')
}

/** Whether a code that is kept, such as a batch, is one that a label may mean. */
export function isScanned(scanned: readonly string[], kept: string): boolean {
  return kept !== '' && scanned.includes(codeOf(kept))
}

/** A bin as its label names it. */
interface LabelledBin {
  bin: string
  barcode: string
}

/** Whether a label is that of the bin: its code, or its barcode, which is unique in the company. */
export function isBinLabel(scanned: readonly string[], { bin, barcode }: LabelledBin): boolean {
  return isScanned(scanned, bin) || isScanned(scanned, barcode)
}

const codeOf = (text: string): string => withoutFilledZeros(codeText(text))

function partsOf(raw: string): string[] {
  const text = raw.normalize('NFKC').replaceAll(separators, '|').trim()
  const named = /^https?:\/\/\S+$/i.test(text) ? fromLink(text) : text
  return named.split(/[|;,\s]+/).map(codeOf)
}

/** The number that a link names: a parameter, else the last part of its path. */
function fromLink(link: string): string {
  for (const name of ['docNo', 'find', 'no']) {
    const [, value] = new RegExp(`\\?(?:[^#]*&)?${name}=([^&#]*)`).exec(link) ?? []
    if (value !== undefined) return decoded(value.replaceAll('+', ' '))
  }
  const [last = ''] = link.slice(link.lastIndexOf('/') + 1).split(/[?#]/)
  return decoded(last)
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch (error) {
    if (error instanceof URIError) return text
    throw error
  }
}
