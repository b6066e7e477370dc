import { documentDefinition } from '@kufang/contract/registry.ts'
import type { Label } from '@kufang/contract/document/declare/label.ts'
import type { Queryable } from '../../platform/database/database.ts'
import type { DocumentReference } from '../list/goods-summary.ts'

interface FailedPosting {
  documentType: string
  documentId: string
  direction: 'post' | 'reverse'
  stepNo: number
  /** The step is in the books; what follows it was refused. */
  isWork: boolean
  messageZh: string
  messageEn: string
}

const whole = {
  post: { zh: '过账', en: 'Posting' },
  reverse: { zh: 'ERP冲销', en: 'Reversal in the ERP' },
} as const satisfies Record<FailedPosting['direction'], Label>

/**
 * What failed in the ERP of documents of any type, by document: the posting or its step, and the ERP's reason. One
 * statement; documents without a failure are omitted.
 */
export async function readPostingFailures(
  queryable: Queryable,
  documents: readonly DocumentReference[],
): Promise<Map<string, Label>> {
  if (documents.length === 0) return new Map()
  // The latest failure of a document: of a posting in the ERP, or of the work that follows a posted step.
  const rows = await queryable.query<FailedPosting>(
    `select distinct on (f.document_id) f.* from (
       select p.document_type, p.document_id, p.direction, p.step as step_no, p.sap_message_zh as message_zh,
         p.sap_message_en as message_en, p.updated_at as at, false as is_work
       from unnest($1::text[], $2::text[], $3::uuid[]) as d (company_code, document_type, document_id)
       join erp_posting p on p.company_code = d.company_code and p.document_type = d.document_type
         and p.document_id = d.document_id and p.state in ('rejected', 'blocked', 'dead')
       union all
       select s.document_type, s.document_id, 'post', s.step_no, s.work_zh, s.work_en, s.since, true
       from unnest($1::text[], $2::text[], $3::uuid[]) as d (company_code, document_type, document_id)
       join document_step s on s.company_code = d.company_code and s.document_type = d.document_type
         and s.document_id = d.document_id and s.state = 'workRefused'
     ) f order by f.document_id, f.at desc`,
    [
      documents.map(({ companyCode }) => companyCode),
      documents.map(({ documentType }) => documentType),
      documents.map(({ documentId }) => documentId),
    ],
  )
  return new Map(rows.map((row) => [row.documentId, failureOf(row)]))
}

function failureOf({ documentType, direction, stepNo, isWork, ...row }: FailedPosting): Label {
  const steps = Object.values(documentDefinition(documentType)?.postingSteps ?? {})
  const what = (direction === 'post' ? steps[stepNo - 1]?.label : undefined) ?? whole[direction]
  const reason = (text: string, before: string): string => (text === '' ? '' : before + text)
  if (isWork)
    return {
      zh: `${what.zh}已在 ERP 中，后续办理被拒绝${reason(row.messageZh, '：')}`,
      en: `${what.en} is in the ERP, what follows it was refused${reason(row.messageEn, ': ')}`,
    }
  return {
    zh: `${what.zh}失败${reason(row.messageZh, '：')}`,
    en: `${what.en} failed${reason(row.messageEn || row.messageZh, ': ')}`,
  }
}
