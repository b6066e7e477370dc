import { tooLarge, unreadable } from './workbook-refusal.ts'

/** A file in a zip archive: position of its bytes, compression, uncompressed size. */
export interface ZipEntry {
  name: string
  offset: number
  compressedSize: number
  size: number
  isDeflated: boolean
}

const endSignature = 0x06054b50
const entrySignature = 0x02014b50
const fileSignature = 0x04034b50
const endLength = 22
const commentMax = 0xffff
/** Excel writes a few dozen entries; more indicate an archive not written by it. */
const entriesMax = 2000
const mebibyte = 1024 * 1024
/** The maximum uncompressed size of a part: some 200,000 cells. A larger one is an attack or a mistake. */
const unpackedMax = 32 * mebibyte

/**
 * The entries of an archive, from the central directory at its end. Every offset and length is checked against the
 * file.
 * @throws ApiError `workbook-unreadable` if it is not an archive, truncated or inconsistent
 */
export function findZipEntries(bytes: Uint8Array): Map<string, ZipEntry> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const first = Math.max(0, bytes.length - endLength - commentMax)
  let end = bytes.length - endLength
  while (end >= first && view.getUint32(end, true) !== endSignature) end -= 1
  if (end < first || bytes.length < endLength) throw unreadable('zip')
  const count = view.getUint16(end + 10, true)
  if (count > entriesMax)
    throw tooLarge({ zh: '内部文件数', en: 'parts' }, String(count), String(entriesMax))
  let at = view.getUint32(end + 16, true)
  const entries = new Map<string, ZipEntry>()
  for (let index = 0; index < count; index += 1) {
    if (at + 46 > end || view.getUint32(at, true) !== entrySignature) throw unreadable('zip')
    const nameLength = view.getUint16(at + 28, true)
    const next =
      at + 46 + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true)
    if (next > end) throw unreadable('zip')
    const name = new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + nameLength))
    // Duplicate or unsafe names would be interpreted differently by other readers.
    if (entries.has(name) || !isPlainName(name)) throw unreadable('zip')
    entries.set(name, readEntry(view, at, name, end))
    at = next
  }
  return entries
}

function readEntry(view: DataView, at: number, name: string, end: number): ZipEntry {
  const isEncrypted = (view.getUint16(at + 8, true) & 1) === 1
  const method = view.getUint16(at + 10, true)
  const compressedSize = view.getUint32(at + 20, true)
  const size = view.getUint32(at + 24, true)
  const header = view.getUint32(at + 42, true)
  if (isEncrypted || (method !== 0 && method !== 8)) throw unreadable(name)
  if (header + 30 > end || view.getUint32(header, true) !== fileSignature) throw unreadable(name)
  // The local header has its own name length.
  const offset = header + 30 + view.getUint16(header + 26, true) + view.getUint16(header + 28, true)
  if (offset + compressedSize > end) throw unreadable(name)
  return { name, offset, compressedSize, size, isDeflated: method === 8 }
}

/** Path names separated by slashes, without empty parts or `..`. */
function isPlainName(name: string): boolean {
  // oxlint-disable-next-line no-control-regex -- control characters are what is looked for
  if (/[\u0000-\u001f\\:]/.test(name)) return false
  return name
    .replace(/\/$/, '')
    .split('/')
    .every((part) => part !== '' && part !== '.' && part !== '..')
}

/**
 * The text of an entry. It is uncompressed in chunks up to the limit, whatever size the directory states.
 * @throws ApiError `workbook-too-large`; `workbook-unreadable` if it is damaged or has another length
 */
export async function readZipEntry(bytes: Uint8Array, entry: ZipEntry): Promise<string> {
  const { name, offset, compressedSize, size, isDeflated } = entry
  if (size > unpackedMax) throw unpacksToMore(size)
  const packed = bytes.slice(offset, offset + compressedSize)
  if (!isDeflated) {
    if (compressedSize !== size) throw unreadable(name)
    return new TextDecoder().decode(packed)
  }
  const decoder = new TextDecoder()
  const reader = new Blob([packed])
    .stream()
    .pipeThrough(new DecompressionStream('deflate-raw'))
    .getReader()
  let text = ''
  let length = 0
  for (;;) {
    const piece = await reader.read().catch(() => {
      throw unreadable(name)
    })
    if (piece.done) break
    length += piece.value.byteLength
    if (length > size) {
      await reader.cancel()
      throw unreadable(name)
    }
    text += decoder.decode(piece.value, { stream: true })
  }
  if (length !== size) throw unreadable(name)
  return text + decoder.decode()
}

const unpacksToMore = (size: number) =>
  tooLarge(
    { zh: '解压后', en: 'unpacked' },
    `${Math.ceil(size / mebibyte)} MiB`,
    `${unpackedMax / mebibyte} MiB`,
  )
