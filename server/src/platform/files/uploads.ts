import { Readable } from 'node:stream'
import { newId } from '@kufang/kernel/identifier.ts'
import { refuse } from '@kufang/kernel/refusal.ts'
import { firstOf } from '@kufang/kernel/present.ts'
import type { Database, Queryable, Transaction } from '../database/database.ts'
import type { Session } from '../session/session.ts'
import type { Settings } from '../settings.ts'
import { arrivingFolder } from './content-store.ts'
import type { ContentKind, DetectedContent } from './detect-content.ts'
import { contentOf } from './detect-content.ts'
import { allowedContent } from './file-store.ts'
import type { StoredFile } from './file-store.ts'
import { openContentStore } from './open-content-store.ts'
import { receiveFile, tooLarge } from './receive-file.ts'
import { countReceived } from './received-bytes.ts'
import { noteStored } from './stored-content.ts'

/** Bytes of a part: small enough to be sent again, large enough to keep their number low. */
export const partBytes = 512 * 1024
/** Maximum number of uploads per person that are unfinished or not yet used. */
const openMax = 40

/** An upload as visible to its owner; `received` are the numbers of the stored parts. */
export interface Upload {
  uploadId: string
  fileName: string
  sizeBytes: number
  partBytes: number
  partCount: number
  received: number[]
}

/** A complete, validated file, not yet used. */
export interface MergedUpload {
  uploadId: string
  fileName: string
  sizeBytes: number
  digestSha256: string
  content: DetectedContent
}

export interface UploadWish {
  fileName: string
  sizeBytes: number
  fingerprint: string
}

interface UploadRow {
  id: string
  fileName: string
  sizeBytes: number
  partBytes: number
  mergedAt: string | null
  digestSha256: string | null
  contentKind: ContentKind | null
}

const columns = `id, file_name, size_bytes, part_bytes, merged_at, digest_sha256, content_kind`

/** Files received in parts; each upload belongs to one user. */
// oxlint-disable-next-line max-lines-per-function -- one store: its calls share folder and content
export function openUploads(settings: Settings) {
  const content = openContentStore(settings)
  const folder = arrivingFolder(settings)
  const mergedKey = (id: string) => `uploads/${id}/merged`
  const partKey = (id: string, partNo: number) => `uploads/${id}/${partNo}`

  /**
   * Starts an upload, or resumes the user's unfinished upload of the same file. Refuses `file-too-large` and
   * `uploads-too-many`.
   */
  async function begin(
    tx: Transaction,
    session: Session,
    wish: UploadWish,
    bytesMax: number,
  ): Promise<Upload> {
    if (wish.sizeBytes > bytesMax) throw tooLarge(wish.fileName, bytesMax)
    const [known] = await tx.query<UploadRow>(
      `update file_upload set changed_at = now()
       where user_id = $1 and fingerprint = $2 and size_bytes = $3 and merged_at is null
       returning ${columns}`,
      [session.userId, wish.fingerprint, wish.sizeBytes],
    )
    if (known !== undefined) return asUpload(known, await receivedParts(tx, known.id))
    const open = firstOf(
      await tx.query<{ count: number }>(
        `select count(*) as count from file_upload where user_id = $1 and used_at is null`,
        [session.userId],
      ),
    )
    if (open.count >= openMax) throw refuse('uploads-too-many', { limit: openMax })
    const made = firstOf(
      await tx.query<UploadRow>(
        `insert into file_upload (id, user_id, fingerprint, file_name, size_bytes, part_bytes)
       values ($1, $2, $3, $4, $5, $6)
       on conflict (user_id, fingerprint) where merged_at is null
       do update set changed_at = excluded.changed_at returning ${columns}`,
        [newId(), session.userId, wish.fingerprint, wish.fileName, wish.sizeBytes, partBytes],
      ),
    )
    // Started concurrently: use the row of the other request; its size can differ only by mistake.
    if (made.sizeBytes !== wish.sizeBytes) throw refuse('upload-part-differs', { part: 0 })
    return asUpload(made, await receivedParts(tx, made.id))
  }

  /**
   * Stores one part; the same part may be sent again. Refuses `not-found` for an upload of another user or one that has
   * ended, `upload-part-differs` if size or checksum differ, `upload-quota-reached`.
   */
  async function addPart(
    database: Database,
    session: Session,
    part: { uploadId: string; partNo: number; digestSha256?: string | undefined },
    stream: Readable,
  ): Promise<Upload> {
    const upload = await findOpen(database, session, part.uploadId)
    const expected = expectedBytes(upload, part.partNo)
    const limit = { fileName: upload.fileName, bytesMax: upload.partBytes }
    return receiveFile(folder, stream, limit, async (file) => {
      const isWhole = file.sizeBytes === expected
      const isSame = part.digestSha256 === undefined || part.digestSha256 === file.digestSha256
      if (!isWhole || !isSame) throw refuse('upload-part-differs', { part: part.partNo })
      await countReceived(database, session.userId, file.sizeBytes, settings.uploadBytesOfPersonMax)
      await content.putFile(partKey(upload.id, part.partNo), file.path, file.sizeBytes)
      return database.transaction(async (tx) => {
        const locked = await findOpen(tx, session, upload.id, true)
        await tx.query(
          `insert into file_upload_part (upload_id, part_no, size_bytes, digest_sha256)
           values ($1, $2, $3, $4) on conflict (upload_id, part_no)
           do update set size_bytes = excluded.size_bytes, digest_sha256 = excluded.digest_sha256`,
          [upload.id, part.partNo, file.sizeBytes, file.digestSha256],
        )
        return asUpload(locked, await receivedParts(tx, upload.id))
      })
    })
  }

  /**
   * Merges the parts into one file and validates its content; repeated calls return the same. Refuses
   * `upload-incomplete` with the missing parts, `upload-part-differs` if the checksum of the whole differs, and the
   * refusals of `allowedContent`; a refused file is removed immediately.
   */
  async function merge(
    database: Database,
    session: Session,
    uploadId: string,
    digestSha256?: string,
  ): Promise<MergedUpload> {
    const row = await findOwn(database, session, uploadId)
    if (row.mergedAt !== null) return asMerged(row)
    try {
      // Copying takes as long as the file is long, so it holds no connection.
      const { kind, digest } = await mergeParts(database, row, digestSha256)
      return await database.transaction(async (tx) => {
        // Merged meanwhile by a repeated call, or given up.
        const locked = await findOwn(tx, session, uploadId, true)
        if (locked.mergedAt !== null) return asMerged(locked)
        const done = firstOf(
          await tx.query<UploadRow>(
            `update file_upload set merged_at = now(), changed_at = now(), digest_sha256 = $2, content_kind = $3
           where id = $1 returning ${columns}`,
            [row.id, digest, kind],
          ),
        )
        await tx.query(`delete from file_upload_part where upload_id = $1`, [row.id])
        return asMerged(done)
      })
    } catch (error) {
      const code = (error as { code?: unknown }).code
      if (typeof code === 'string' && (code.startsWith('file-') || code === 'upload-part-differs'))
        await drop(database, session, uploadId)
      throw error
    }
  }

  /** Writes the parts of an upload as one file; returns what it is. */
  async function mergeParts(
    database: Database,
    row: UploadRow,
    digestSha256: string | undefined,
  ): Promise<{ kind: ContentKind; digest: string }> {
    const received = await receivedParts(database, row.id)
    const { partCount } = asUpload(row, received)
    const missing = Array.from({ length: partCount }, (_, at) => at + 1).filter(
      (partNo) => !received.includes(partNo),
    )
    if (missing.length > 0)
      throw refuse('upload-incomplete', { parts: missing.slice(0, 20).join(', ') })
    const parts = Readable.from(inOrder(row.id, partCount))
    const limit = { fileName: row.fileName, bytesMax: row.sizeBytes }
    return receiveFile(folder, parts, limit, async (file) => {
      if (digestSha256 !== undefined && digestSha256 !== file.digestSha256)
        throw refuse('upload-part-differs', { part: 0 })
      const { kind } = await allowedContent(file.handle, file.sizeBytes, row.fileName)
      await content.putFile(mergedKey(row.id), file.path, file.sizeBytes)
      return { kind, digest: file.digestSha256 }
    })
  }

  async function* inOrder(id: string, partCount: number): AsyncGenerator<Buffer> {
    for (let partNo = 1; partNo <= partCount; partNo += 1) {
      yield* (await content.read(partKey(id, partNo))) as AsyncIterable<Buffer>
    }
  }

  /** Ends an upload: rows first, so that no more parts are accepted. */
  async function drop(database: Database, session: Session, uploadId: string): Promise<void> {
    const gone = await database.query(
      `delete from file_upload where id = $1 and user_id = $2 returning 1 as gone`,
      [uploadId, session.userId],
    )
    if (gone.length > 0) await content.removeUpload(uploadId)
  }

  /** The user's merged upload; refuses `not-found`. */
  async function findMerged(
    queryable: Queryable,
    session: Session,
    uploadId: string,
  ): Promise<MergedUpload> {
    const row = await findOwn(queryable, session, uploadId)
    if (row.mergedAt === null) throw notThere(uploadId)
    return asMerged(row)
  }

  return {
    begin,
    addPart,
    merge,
    drop,
    findMerged,
    /** Opens a merged upload for reading. */
    read: (uploadId: string) => content.read(mergedKey(uploadId)),
    /** Moves a merged upload to its permanent place under `keyOf` in the content store. */
    async keep(
      queryable: Queryable,
      session: Session,
      uploadId: string,
      keyOf: (digest: string) => string,
    ): Promise<StoredFile & { fileName: string }> {
      const merged = await findMerged(queryable, session, uploadId)
      const key = keyOf(merged.digestSha256)
      await noteStored(queryable, key)
      await content.copy(mergedKey(uploadId), key)
      await queryable.query(`update file_upload set used_at = now() where id = $1`, [uploadId])
      return merged
    },
  }
}

export type Uploads = ReturnType<typeof openUploads>

function asUpload(row: UploadRow, received: number[]): Upload {
  return {
    uploadId: row.id,
    fileName: row.fileName,
    sizeBytes: row.sizeBytes,
    partBytes: row.partBytes,
    partCount: Math.ceil(row.sizeBytes / row.partBytes),
    received,
  }
}

function asMerged(row: UploadRow): MergedUpload {
  return {
    uploadId: row.id,
    fileName: row.fileName,
    sizeBytes: row.sizeBytes,
    digestSha256: row.digestSha256!,
    content: contentOf(row.contentKind!),
  }
}

/** All parts except the last are full; a number beyond the last is refused. */
function expectedBytes(row: UploadRow, partNo: number): number {
  const { partCount } = asUpload(row, [])
  if (partNo > partCount) throw refuse('upload-part-differs', { part: partNo })
  return partNo < partCount ? row.partBytes : row.sizeBytes - (partCount - 1) * row.partBytes
}

async function receivedParts(queryable: Queryable, id: string): Promise<number[]> {
  const rows = await queryable.query<{ partNo: number }>(
    `select part_no from file_upload_part where upload_id = $1 order by part_no`,
    [id],
  )
  return rows.map(({ partNo }) => partNo)
}

async function findOwn(
  queryable: Queryable,
  session: Session,
  id: string,
  isLocked = false,
): Promise<UploadRow> {
  const [row] = await queryable.query<UploadRow>(
    `select ${columns} from file_upload where id = $1 and user_id = $2 ${isLocked ? 'for update' : ''}`,
    [id, session.userId],
  )
  if (row === undefined) throw notThere(id)
  return row
}

async function findOpen(
  queryable: Queryable,
  session: Session,
  id: string,
  isTouched = false,
): Promise<UploadRow> {
  const row = await findOwn(queryable, session, id, isTouched)
  if (row.mergedAt !== null) throw notThere(id)
  if (isTouched)
    await queryable.query(`update file_upload set changed_at = now() where id = $1`, [id])
  return row
}

function notThere(no: string) {
  return refuse('not-found', { subject: '上传', subjectEn: 'Upload', no })
}
