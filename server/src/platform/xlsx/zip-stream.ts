import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { crc32, createDeflateRaw } from 'node:zlib'

/** A file of an archive; its contents are read once, in order. */
export interface ZipEntry {
  name: string
  contents: AsyncIterable<Buffer> | Iterable<Buffer>
}

interface WrittenEntry {
  name: Buffer
  offset: number
  checksum: number
  packedBytes: number
  plainBytes: number
}

/** Sizes and offsets have 32 bits (no ZIP64), which exceeds the row limit of a sheet. */
const bytesMax = 0xffff_ffff
// Sizes follow the data (bit 3), names are UTF-8 (bit 11), so that nothing must be known in advance.
const flags = 0x0808
const deflated = 8
/** 1980-01-01, so that archives of equal rows are identical. */
const dosDate = 0x0021

/** Streams a zip archive; memory holds one chunk, whatever the size of the entries. */
export async function* zipStream(entries: Iterable<ZipEntry>): AsyncGenerator<Buffer> {
  const written: WrittenEntry[] = []
  let offset = 0
  for (const entry of entries) {
    const record: WrittenEntry = {
      name: Buffer.from(entry.name),
      offset,
      checksum: 0,
      packedBytes: 0,
      plainBytes: 0,
    }
    for await (const chunk of writeEntry(entry, record)) {
      offset += chunk.length
      if (offset > bytesMax) throw new Error(`the archive outgrew ${bytesMax} bytes`)
      yield chunk
    }
    written.push(record)
  }
  const directory = Buffer.concat(written.map(directoryRecord))
  yield directory
  yield endRecord(written.length, directory.length, offset)
}

async function* writeEntry(entry: ZipEntry, record: WrittenEntry): AsyncGenerator<Buffer> {
  const header = Buffer.alloc(30)
  header.writeUInt32LE(0x04034b50, 0)
  header.writeUInt16LE(20, 4)
  header.writeUInt16LE(flags, 6)
  header.writeUInt16LE(deflated, 8)
  header.writeUInt16LE(dosDate, 12)
  header.writeUInt16LE(record.name.length, 26)
  yield Buffer.concat([header, record.name])

  const deflate = createDeflateRaw({ level: 6 })
  const pumped = pipeline(
    Readable.from(measured(entry.contents, record), { objectMode: true }),
    deflate,
  )
  // The loop below reports the same error; this prevents an unhandled rejection.
  pumped.catch(() => undefined)
  for await (const chunk of deflate as AsyncIterable<Buffer>) {
    record.packedBytes += chunk.length
    yield chunk
  }
  await pumped

  const descriptor = Buffer.alloc(16)
  descriptor.writeUInt32LE(0x08074b50, 0)
  descriptor.writeUInt32LE(record.checksum, 4)
  descriptor.writeUInt32LE(record.packedBytes, 8)
  descriptor.writeUInt32LE(record.plainBytes, 12)
  yield descriptor
}

async function* measured(
  contents: ZipEntry['contents'],
  record: WrittenEntry,
): AsyncGenerator<Buffer> {
  for await (const chunk of contents) {
    record.checksum = crc32(chunk, record.checksum)
    record.plainBytes += chunk.length
    if (record.plainBytes > bytesMax) throw new Error(`an entry outgrew ${bytesMax} bytes`)
    yield chunk
  }
}

function directoryRecord(record: WrittenEntry): Buffer {
  const head = Buffer.alloc(46)
  head.writeUInt32LE(0x02014b50, 0)
  head.writeUInt16LE(20, 4)
  head.writeUInt16LE(20, 6)
  head.writeUInt16LE(flags, 8)
  head.writeUInt16LE(deflated, 10)
  head.writeUInt16LE(dosDate, 14)
  head.writeUInt32LE(record.checksum, 16)
  head.writeUInt32LE(record.packedBytes, 20)
  head.writeUInt32LE(record.plainBytes, 24)
  head.writeUInt16LE(record.name.length, 28)
  head.writeUInt32LE(record.offset, 42)
  return Buffer.concat([head, record.name])
}

function endRecord(count: number, directoryBytes: number, directoryOffset: number): Buffer {
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(count, 8)
  end.writeUInt16LE(count, 10)
  end.writeUInt32LE(directoryBytes, 12)
  end.writeUInt32LE(directoryOffset, 16)
  return end
}
