import { newId } from '@kufang/kernel/identifier.ts'
import type { Queryable } from '../platform/database/database.ts'
import type { Exchange } from './client/odata-client.ts'

/** Enough to understand any exchange, too little to fill a disk with pages of a mirror. */
const keptMax = 20_000

export interface CallLogContext {
  companyCode: string
  interfaceCode: string
  posting?: { id: string; postingKey: string; documentNo: string }
}

/**
 * Keeps one exchange in erp_call_log, outside any business transaction: a try that rolls back was a try
 * all the same. A log that cannot be written must not change what became of the posting, so errors go
 * to `onError` and no further.
 */
export async function logCall(
  queryable: Queryable,
  context: CallLogContext,
  exchange: Exchange,
  onError: (error: unknown) => void,
): Promise<void> {
  const { companyCode, interfaceCode, posting } = context
  try {
    await queryable.query(
      `insert into erp_call_log (company_code, id, interface_code, operation, posting_id, posting_key, document_no, method,
         url, request, http_status, reply, outcome, error_code, error_text, duration_ms, transaction_id)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)`,
      [
        companyCode,
        newId(),
        interfaceCode,
        exchange.operation,
        posting?.id ?? null,
        posting?.postingKey ?? '',
        posting?.documentNo ?? '',
        exchange.method,
        exchange.url,
        kept(exchange.request),
        exchange.status,
        kept(exchange.reply),
        exchange.outcome,
        exchange.errorCode,
        kept(exchange.errorText),
        exchange.durationMs,
        exchange.transactionId,
      ],
    )
  } catch (error) {
    onError(error)
  }
}

function kept(text: string): string {
  // PostgreSQL takes no NUL in a text, and a broken reply may hold one.
  const clean = text.replaceAll('\u0000', '')
  return clean.length <= keptMax
    ? clean
    : `${clean.slice(0, keptMax)}… (${clean.length} characters)`
}
