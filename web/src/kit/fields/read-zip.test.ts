import { deflateRawSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { columnIndex } from './read-xlsx.ts'
import { findZipEntries, readZipEntry } from './read-zip.ts'

/** An archive with one deflated and one stored file, as a packer writes it. */
function archive(
  files: Readonly<Record<string, { text: string; isDeflated: boolean }>>,
): Uint8Array {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const [name, { text, isDeflated }] of Object.entries(files)) {
    const data = isDeflated ? deflateRawSync(Buffer.from(text)) : Buffer.from(text)
    const header = Buffer.alloc(30)
    header.writeUInt32LE(0x04034b50, 0)
    header.writeUInt16LE(name.length, 26)
    const entry = Buffer.alloc(46)
    entry.writeUInt32LE(0x02014b50, 0)
    entry.writeUInt16LE(isDeflated ? 8 : 0, 10)
    entry.writeUInt32LE(data.length, 20)
    entry.writeUInt32LE(Buffer.byteLength(text), 24)
    entry.writeUInt16LE(name.length, 28)
    entry.writeUInt32LE(offset, 42)
    parts.push(header, Buffer.from(name), data)
    directory.push(entry, Buffer.from(name))
    offset += 30 + name.length + data.length
  }
  const listed = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(Object.keys(files).length, 10)
  end.writeUInt32LE(listed.length, 12)
  end.writeUInt32LE(offset, 16)
  return new Uint8Array(Buffer.concat([...parts, listed, end]))
}

describe('reading a workbook', () => {
  it('unpacks deflated and stored files', async () => {
    const bytes = archive({
      'xl/a.xml': { text: '<a>物料</a>'.repeat(50), isDeflated: true },
      'b.txt': { text: 'plain', isDeflated: false },
    })
    const entries = findZipEntries(bytes)
    const [first, second] = [entries.get('xl/a.xml'), entries.get('b.txt')]
    if (first === undefined || second === undefined) throw new Error('entries are missing')
    expect(await readZipEntry(bytes, first)).toBe('<a>物料</a>'.repeat(50))
    expect(await readZipEntry(bytes, second)).toBe('plain')
  })

  it('refuses what is no archive, and a file that would unpack to too much', async () => {
    expect(() =>
      findZipEntries(new TextEncoder().encode('no archive, but long enough to hold an end')),
    ).toThrow(TypeError)
    const bomb = { offset: 0, compressedSize: 1, size: 2_000_000_000, isDeflated: true }
    await expect(readZipEntry(new Uint8Array(1), bomb)).rejects.toThrow('too large')
  })

  it('counts columns as a sheet does', () => {
    expect(['A1', 'Z9', 'AA3', 'BC12', '7'].map(columnIndex)).toEqual([0, 25, 26, 54, null])
  })
})
