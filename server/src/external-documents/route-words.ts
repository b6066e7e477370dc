import { z } from 'zod'
import { instant, integer, text } from '../platform/openapi/answer-parts.ts'
import type { WordsOfRoutes } from '../platform/openapi/route-operations.ts'
import { mirrorNames } from './synchronise.ts'

/** Words of the routes of the mirrors of ERP documents. */
export const externalDocumentRouteWords: WordsOfRoutes = {
  'POST /api/external-documents/:mirror/synchronise': {
    zh: '立即同步 ERP 单据',
    en: 'Synchronise a mirror of the ERP now',
    answer: z.object({ changed: integer }),
    codes: ['role-missing', 'outside-scope', 'synchronisation-running', 'erp-unreachable'],
  },
  'GET /api/external-documents/state': {
    zh: '同步状态',
    en: 'When each mirror was synchronised',
    answer: z.array(
      z.object({
        companyCode: text,
        mirror: z.enum(mirrorNames),
        lastStartedAt: instant.nullable(),
        lastSucceededAt: instant.nullable(),
        lastCount: integer,
        lastErrorZh: text,
        lastErrorEn: text,
      }),
    ),
  },
}
