import type { FileHandle } from 'node:fs/promises'

/** Permitted content types of attachments, with their file extensions. */
const kinds = {
  png: { mediaType: 'image/png', extensions: ['png'] },
  jpg: { mediaType: 'image/jpeg', extensions: ['jpg', 'jpeg'] },
  gif: { mediaType: 'image/gif', extensions: ['gif'] },
  pdf: { mediaType: 'application/pdf', extensions: ['pdf'] },
  xlsx: {
    mediaType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    extensions: ['xlsx'],
  },
  docx: {
    mediaType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    extensions: ['docx'],
  },
  zip: { mediaType: 'application/zip', extensions: ['zip'] },
  txt: { mediaType: 'text/plain', extensions: ['txt', 'csv'] },
} as const

export type ContentKind = keyof typeof kinds

export interface DetectedContent {
  kind: ContentKind
  mediaType: string
  extensions: readonly string[]
}

/** The properties of a known content kind. */
export function contentOf(kind: ContentKind): DetectedContent {
  return { kind, ...kinds[kind] }
}

/** Detects the kind of a file from its content; name and declared type are ignored. Null if it is not permitted. */
export async function detectContent(
  file: FileHandle,
  sizeBytes: number,
): Promise<DetectedContent | null> {
  const head = await read(file, 0, Math.min(sizeBytes, 64 * 1024))
  const kind = await kindOf(file, head, sizeBytes)
  return kind === null ? null : contentOf(kind)
}

async function kindOf(file: FileHandle, head: Buffer, size: number): Promise<ContentKind | null> {
  const starts = (...bytes: number[]) => head.subarray(0, bytes.length).equals(Buffer.from(bytes))
  if (starts(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return 'png'
  if (starts(0xff, 0xd8, 0xff)) return 'jpg'
  if (/^GIF8[79]a/.test(head.toString('latin1', 0, 6))) return 'gif'
  if (head.toString('latin1', 0, 5) === '%PDF-') return 'pdf'
  if (starts(0x50, 0x4b, 0x03, 0x04)) {
    const names = await zipEntryNames(file, size)
    if (names === null) return null
    if (!names.includes('[Content_Types].xml')) return 'zip'
    if (names.includes('xl/workbook.xml')) return 'xlsx'
    return names.includes('word/document.xml') ? 'docx' : null
  }
  return (await isText(file, size)) ? 'txt' : null
}

/** The names in a zip's central directory; null if there is none, so that the zip is incomplete. */
async function zipEntryNames(file: FileHandle, size: number): Promise<string[] | null> {
  const tailLength = Math.min(size, 22 + 0xffff)
  const tail = await read(file, size - tailLength, tailLength)
  const end = tail.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]))
  if (end < 0 || end + 22 > tail.length) return null
  const length = tail.readUInt32LE(end + 12)
  const offset = tail.readUInt32LE(end + 16)
  if (offset + length > size || length > 4 * 1024 * 1024) return null
  const directory = await read(file, offset, length)
  const names: string[] = []
  let at = 0
  while (at + 46 <= directory.length && directory.readUInt32LE(at) === 0x02014b50) {
    const nameLength = directory.readUInt16LE(at + 28)
    const rest = directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32)
    names.push(directory.toString('utf8', at + 46, at + 46 + nameLength))
    at += 46 + nameLength + rest
  }
  return names
}

/** Whether the whole file is valid UTF-8 or GB 18030 (Chinese Windows), without control bytes. */
async function isText(file: FileHandle, size: number): Promise<boolean> {
  const decoders = ['utf-8', 'gb18030'].map((label) => new TextDecoder(label, { fatal: true }))
  const alive = decoders.map(() => true)
  const step = 64 * 1024
  for (let offset = 0; offset < size; offset += step) {
    const piece = await read(file, offset, Math.min(step, size - offset))
    if (piece.some((byte) => byte < 0x20 && byte !== 0x09 && byte !== 0x0a && byte !== 0x0d))
      return false
    for (const [index, decoder] of decoders.entries()) {
      if (!alive[index]) continue
      try {
        decoder.decode(piece, { stream: offset + step < size })
      } catch {
        alive[index] = false
      }
    }
    if (!alive.includes(true)) return false
  }
  return true
}

async function read(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const buffer = Buffer.alloc(length)
  let filled = 0
  while (filled < length) {
    const { bytesRead } = await file.read(buffer, filled, length - filled, position + filled)
    if (bytesRead === 0) break
    filled += bytesRead
  }
  return buffer.subarray(0, filled)
}
