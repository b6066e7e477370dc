import { documentDefinition } from '@kufang/contract/registry.ts'
import { cureOf } from '@kufang/contract/document/declare/posting-cure.ts'
import type { PostingFailure } from '@kufang/contract/document/declare/posting-cure.ts'
import type { Label } from '@kufang/contract/document/declare/label.ts'
import type { Queryable } from '../../platform/database/database.ts'
import type { DocumentReference } from '../list/goods-summary.ts'

interface FailureRow {
  documentType: string
  documentId: string
  documentNo: string
  direction: 'post' | 'reverse'
  stepNo: number
  /** As `FailedPosting` has it. */
  state: string
  messageZh: string
  messageEn: string
}

const whole = {
  post: { zh: '过账', en: 'Posting' },
  reverse: { zh: 'ERP冲销', en: 'Reversal in the ERP' },
} as const satisfies Record<FailureRow['direction'], Label>

/**
 * What failed in the ERP of documents of any type, by document: the posting or its step, the ERP's reason and what to do.
 * One statement; documents without a failure are omitted.
 */
export async function readPostingFailures(
  queryable: Queryable,
  documents: readonly DocumentReference[],
): Promise<Map<string, PostingFailure>> {
  if (documents.length === 0) return new Map()
  // The latest failure of a document: of a posting in the ERP, or of the work that follows a posted step.
  const rows = await queryable.query<FailureRow>(
    `select distinct on (f.document_id) f.* from (
       select p.company_code, p.document_type, p.document_id, p.document_no, p.direction, p.step as step_no, p.state,
         p.sap_message_zh as message_zh, p.sap_message_en as message_en, p.updated_at as at
       from erp_posting p
       where p.company_code = any($1) and p.document_type = any($2) and p.document_id = any($3::uuid[])
         and p.state in ('rejected', 'blocked', 'dead')
       union all
       select p.company_code, p.document_type, p.document_id, p.document_no, p.direction, 0, 'cancelledInErp',
         p.sap_message_zh, p.sap_message_en, p.updated_at
       from erp_posting p
       where p.company_code = any($1) and p.document_type = any($2) and p.document_id = any($3::uuid[])
         and p.direct_user <> ''
         and not exists (select from erp_posting n where n.company_code = p.company_code
           and n.document_type = p.document_type and n.document_id = p.document_id and n.direction = 'post'
           and n.sequence > p.sequence)
       union all
       select s.company_code, s.document_type, s.document_id, '', 'post', s.step_no, s.state, s.work_zh, s.work_en, s.since
       from document_step s
       where s.company_code = any($1) and s.document_type = any($2) and s.document_id = any($3::uuid[])
         and s.state = 'workRefused'
     ) f order by f.document_id, f.at desc`,
    [
      [...new Set(documents.map(({ companyCode }) => companyCode))],
      [...new Set(documents.map(({ documentType }) => documentType))],
      documents.map(({ documentId }) => documentId),
    ],
  )
  return new Map(rows.map((row) => [row.documentId, failureOf(row)]))
}

function failureOf(row: FailureRow): PostingFailure {
  const { documentType, direction, stepNo, state } = row
  const steps = Object.values(documentDefinition(documentType)?.postingSteps ?? {})
  const step = steps[stepNo - 1]?.label
  const what = (direction === 'post' ? step : undefined) ?? whole[direction]
  const cure = cureOf({ ...row, ...(step !== undefined && { step }) })
  const reason = (text: string, before: string): string => (text === '' ? '' : before + text)
  if (state === 'cancelledInErp') return { zh: row.messageZh, en: row.messageEn, cure }
  if (state === 'workRefused')
    return {
      zh: `${what.zh}已在 ERP 中，后续办理被拒绝${reason(row.messageZh, '：')}`,
      en: `${what.en} is in the ERP, what follows it was refused${reason(row.messageEn, ': ')}`,
      cure,
    }
  return {
    zh: `${what.zh}失败${reason(row.messageZh, '：')}`,
    en: `${what.en} failed${reason(row.messageEn || row.messageZh, ': ')}`,
    cure,
  }
}
