import { newId } from '@kufang/kernel/identifier.ts'
import { writeAudit } from '../platform/audit/audit.ts'
import type { Transaction } from '../platform/database/database.ts'
import { systemSession } from '../platform/session/session.ts'
import type { OriginalPosting } from './original-posting.ts'
import type { MaterialDocument } from './mirrors/material-documents.ts'
import { insertReversalItems } from './posting-items.ts'
import { keySuffix, postingKeySql } from './posting-key.ts'
import { readPosting } from './posting-row.ts'
import { enterPosted, type OnSettled } from './settle.ts'

/**
 * Records that somebody reversed a document of ours in the ERP: a reversal that is already posted, with the ERP's user. So
 * the ERP book, the document's ERP state and the proofs follow what the ERP has; the goods are not touched. A reversal
 * of ours that the ERP refused is withdrawn.
 */
export async function enterDirectReversal(
  tx: Transaction,
  companyCode: string,
  original: OriginalPosting,
  { materialDocument, year, createdBy, postingDate }: MaterialDocument,
  onSettled: OnSettled,
): Promise<void> {
  await tx.query(
    `update erp_posting set state = 'closed', closed_reason = 'reversed in the ERP', updated_at = now()
     where company_code = $1 and direction = 'reverse' and reverses_posting_id = $2 and state in ('rejected', 'dead')`,
    [companyCode, original.id],
  )
  const id = newId()
  await tx.query(
    `insert into erp_posting (company_code, id, interface_code, document_type, document_id, document_no, step, direction, generation,
       reverses_posting_id, posting_key, posting_date, document_date, reference, header_text, goods_movement_code,
       payload, depends_on, depends_on_companies, material_plants, user_id, state, material_document,
       material_document_year, direct_user, sap_message_zh, sap_message_en, settled_at)
     select company_code, $3, interface_code, document_type, document_id, document_no, step, 'reverse',
       1 + coalesce((select max(generation) from erp_posting e where e.company_code = p.company_code
         and e.document_type = p.document_type and e.document_id = p.document_id and e.step = p.step
         and e.direction = 'reverse'), 0),
       id, ${postingKeySql('$4')}, $5, $5, reference, header_text, goods_movement_code, '{}', '{}', '{}', material_plants,
       user_id, 'posted', $6, $7, $8, $9, $10, now()
     from erp_posting p where company_code = $1 and id = $2`,
    [
      companyCode,
      original.id,
      id,
      keySuffix(),
      postingDate,
      materialDocument,
      year,
      createdBy,
      `SAP 用户 ${createdBy} 直接用凭证 ${materialDocument}/${year} 冲销`,
      `Reversed directly by SAP user ${createdBy} with document ${materialDocument}/${year}`,
    ],
  )
  await insertReversalItems(tx, companyCode, original.id, id)
  const row = await readPosting(tx, companyCode, id)
  await enterPosted(tx, row!, undefined, onSettled)
  await writeAudit(tx, systemSession([companyCode], materialDocument), [
    {
      companyCode,
      subjectType: original.documentType,
      subjectId: original.documentId,
      subjectNo: original.documentNo,
      action: 'cancelledInErp',
      after: { materialDocument, materialDocumentYear: year, erpUser: createdBy, postingDate },
    },
  ])
}
