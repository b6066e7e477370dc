/** A file inside a zip archive: where its bytes lie and whether they are deflated. */
export interface ZipEntry {
  offset: number
  compressedSize: number
  size: number
  isDeflated: boolean
}

const endSignature = 0x06054b50
const entrySignature = 0x02014b50
/** What one file may unpack to; a larger one is no workbook of lines but an attack or a mistake. */
const largest = 100 * 1024 * 1024

/** The entries of an archive, from the directory at its end. Throws `TypeError` when it is none. */
export function findZipEntries(bytes: Uint8Array): Map<string, ZipEntry> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let end = bytes.length - 22
  while (end >= 0 && view.getUint32(end, true) !== endSignature) end -= 1
  if (end < 0) throw new TypeError('the file is no zip archive')
  const count = view.getUint16(end + 10, true)
  let at = view.getUint32(end + 16, true)
  const entries = new Map<string, ZipEntry>()
  for (let index = 0; index < count && view.getUint32(at, true) === entrySignature; index += 1) {
    const nameLength = view.getUint16(at + 28, true)
    const name = new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + nameLength))
    const header = view.getUint32(at + 42, true)
    entries.set(name, {
      // The names before the bytes have lengths of their own, in the header there.
      offset: header + 30 + view.getUint16(header + 26, true) + view.getUint16(header + 28, true),
      compressedSize: view.getUint32(at + 20, true),
      size: view.getUint32(at + 24, true),
      isDeflated: view.getUint16(at + 10, true) === 8,
    })
    at += 46 + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true)
  }
  return entries
}

/** The text of an entry. Throws `TypeError` for one that is too large or damaged. */
export async function readZipEntry(bytes: Uint8Array, entry: ZipEntry): Promise<string> {
  if (entry.size > largest) throw new TypeError('the file is too large')
  const packed = bytes.slice(entry.offset, entry.offset + entry.compressedSize)
  if (!entry.isDeflated) return new TextDecoder().decode(packed)
  const unpacked = new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate-raw'))
  return new Response(unpacked).text()
}
