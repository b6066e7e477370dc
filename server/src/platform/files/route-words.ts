import { z } from 'zod'
import { id, instant, nothing, text } from '../openapi/answer-parts.ts'
import type { WordsOfRoutes } from '../openapi/route-operations.ts'
import type { Attachment } from './attachments.ts'

const attachment = z.object({
  companyCode: text,
  documentType: text,
  documentId: id,
  id,
  lineNo: z.number().int().nullable(),
  fileName: text,
  mediaType: text,
  sizeBytes: z.number().int(),
  digestSha256: text,
  kind: text,
  isInternal: z.boolean(),
  createdAt: instant,
  createdBy: id,
  createdByName: text,
}) satisfies z.ZodType<Attachment>
const content = { file: 'application/octet-stream' } as const
const digest = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'
const ofUploads = ['not-found', 'file-store-unreachable'] as const
const ofFiles = ['file-too-large', 'file-type-refused', 'file-extension-differs'] as const

/** Words of the routes of files and attachments. */
export const fileRouteWords: WordsOfRoutes = {
  'GET /api/attachments': {
    zh: '单据的附件',
    en: 'The attachments of a document',
    answer: z.array(attachment),
    codes: ['not-found', 'role-missing'],
  },
  'POST /api/attachments': {
    zh: '上传附件',
    en: 'Add attachments',
    answer: z.array(attachment),
    codes: ['not-found', 'role-missing', 'file-missing', ...ofFiles, 'file-store-unreachable'],
  },
  'POST /api/attachments/from-upload': {
    zh: '将已上传的文件作为附件',
    en: 'Attach a file that was uploaded in parts',
    answer: attachment,
    codes: ['not-found', 'role-missing', 'upload-incomplete', 'file-store-unreachable'],
  },
  'GET /api/attachments/:id/content': {
    zh: '附件内容',
    en: 'The content of an attachment',
    answer: content,
    codes: ['not-found', 'role-missing', 'file-store-unreachable'],
  },
  'POST /api/attachments/:id/remove': {
    zh: '删除附件',
    en: 'Remove an attachment',
    answer: nothing,
    codes: ['not-found', 'role-missing', 'attachment-of-other', 'attachment-relied-on'],
  },
  'POST /api/file/uploads': {
    zh: '开始分片上传，或续传同一文件',
    en: 'Begin a file that comes in parts, or take up the unfinished one of the same file',
    codes: [...ofFiles, 'file-missing', 'uploads-too-many', 'upload-quota-reached'],
  },
  'POST /api/file/file_upload': {
    zh: '上传头像，或（带 uploadId）文件的一个分片',
    en: 'Take a picture of a person, or with uploadId one part of a file',
    codes: [...ofUploads, 'file-missing', 'picture-refused', 'upload-part-differs', ...ofFiles],
  },
  'POST /api/file/mergeFile': {
    zh: '合并分片并检查内容',
    en: 'Make one file of its parts and check it by its content',
    example: { uploadId: '0199c1d2-5b7e-7a10-9c44-2f0d6a1b8e35', digestSha256: digest },
    codes: [...ofUploads, 'upload-incomplete', ...ofFiles],
  },
  'POST /api/file/uploads/:uploadId/remove': {
    zh: '放弃上传',
    en: 'Give an upload up',
    answer: nothing,
    codes: ofUploads,
  },
  'GET /api/file/uploads/:uploadId/content': {
    zh: '已上传文件的内容',
    en: 'The content of an uploaded file',
    answer: content,
    codes: ofUploads,
  },
  'GET /api/file/photo/:name': {
    zh: '用户头像',
    en: 'The picture of a person',
    answer: { file: 'image/png' },
    codes: ofUploads,
  },
}
