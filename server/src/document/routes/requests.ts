import { z } from 'zod'
import { batchDocumentsMax } from '@kufang/contract/document/api.ts'
import {
  evidenceKinds,
  evidenceMax,
  type EvidenceKind,
} from '@kufang/contract/document/evidence.ts'
import { linesMaxOfAll } from '@kufang/contract/document/lines-max.ts'
import type { FastifyRequest } from 'fastify'
import type { Actor } from '../service/service.ts'

const record = z.record(z.string().max(60), z.unknown())
export const named = z.object({ name: z.string().max(60) })
export const identified = named.extend({ id: z.uuid() })
/** The line of a document that is asked about; default: the first one. */
export const ofLine = z.object({ lineNo: z.coerce.number().int().min(0).optional() })
export const acting = identified.extend({ action: z.string().max(60) })

const evidence = z
  .array(
    z.object({
      uploadId: z.uuid(),
      kind: z.enum(Object.keys(evidenceKinds) as [EvidenceKind, ...EvidenceKind[]]),
    }),
  )
  .max(evidenceMax)
  .describe('Uploaded pictures that a hand-over keeps: one signature, and others')
const line = z
  .object({ source: z.object({ id: z.uuid(), lineNo: z.number().int() }).optional() })
  .loose()
const reportsRefusal = z
  .boolean()
  .optional()
  .describe('If it is refused for something that can be reported to somebody else, report it')
export const createRequest = z.object({
  page: z.string().max(100).optional(),
  companyCode: z.string().max(10).optional(),
  header: record,
  lines: z.array(line).max(linesMaxOfAll),
  actionAfterCreate: z.string().max(60).optional(),
  evidence: evidence.optional(),
  reportsRefusal,
})
/** Lines of stock being entered, with the header as far as it is known. */
export const stockLinesRequest = z.object({
  companyCode: z.string().max(10).optional(),
  header: record,
  lines: z.array(record).min(1).max(linesMaxOfAll),
})
export const updateRequest = z.object({
  version: z.number().int(),
  header: record,
  lines: z.array(line).max(linesMaxOfAll),
  reportsRefusal,
})
const actionLines = z
  .array(z.object({ lineNo: z.number().int() }).loose())
  .max(linesMaxOfAll)
  .describe('What the action asks for of lines (lineInput), one entry for each line acted upon')
export const actionRequest = z.object({
  version: z.number().int(),
  input: record.optional(),
  lines: actionLines.optional(),
  evidence: evidence.optional(),
})
export const batchRequest = z.object({
  documents: z
    .array(
      z.object({
        id: z.uuid(),
        version: z.number().int(),
        idempotencyKey: z.string().min(8).max(80),
        lines: actionLines.optional(),
      }),
    )
    .min(1)
    .max(batchDocumentsMax),
  input: record.optional(),
})

export function actorOf(request: FastifyRequest): Actor {
  return { session: request.session, functionCodes: request.functionCodes }
}
