import { createHash } from 'node:crypto'
import { crc32, deflateSync } from 'node:zlib'
import { newId } from '@kufang/kernel/identifier.ts'
import type { SystemWork } from '../document/journey/journey.ts'
import { addAttachment } from '../platform/files/attachments.ts'
import { contentOf } from '../platform/files/detect-content.ts'
import { systemSession } from '../platform/session/session.ts'

// The picture of a place that a large stock adjustment needs (`pictures.ts`), for its journey: in the demonstration company,
// which stores the same content, it opens.

const width = 320
const height = 200

/** A part of a PNG file: length, name, content and checksum. */
function chunk(name: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), content])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(content.length)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, sum])
}

/** A grey-scale picture (PNG) of three shelves, the lowest of which is empty. */
function draw(): Buffer {
  const rows = Array.from({ length: height }, (_row, y) => {
    const row = Buffer.alloc(width + 1, 230)
    // No filter.
    row[0] = 0
    const level = Math.floor(y / 66)
    if (y % 66 > 60) row.fill(90, 1)
    else if (level < 2 && y % 66 > 20)
      for (let x = 1; x <= width; x += 1) if (x % 64 > 12) row[x] = 150 + level * 20
    return row
  })
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  // Eight bits of grey for each pixel.
  head[8] = 8
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(Buffer.concat(rows))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

export const placePicture = { fileName: '货位.png', content: draw() }

/** Attaches the picture to a stock adjustment. */
export const attachPicture: SystemWork = (database, { companyCode, id }) =>
  database.transaction((tx) =>
    addAttachment(
      tx,
      systemSession([companyCode], newId()),
      { companyCode, documentType: 'stock-adjustment', documentId: id },
      {
        fileName: placePicture.fileName,
        digestSha256: createHash('sha256').update(placePicture.content).digest('hex'),
        sizeBytes: placePicture.content.length,
        content: contentOf('png'),
      },
    ),
  )
