import { newId } from '@kufang/kernel/identifier.ts'
import type { Queryable } from '../platform/database/database.ts'
import { currentTraceId } from '../platform/operation/trace.ts'
import type { Exchange } from './client/odata-client.ts'

/** Sufficient to understand a call, small enough for pages of a mirror not to fill the disk. */
const keptMax = 20_000

export interface CallLogContext {
  companyCode: string
  interfaceCode: string
  posting?: { id: string; postingKey: string; documentNo: string }
}

/**
 * Stores a call in erp_call_log, outside any business transaction, because it happened even if that rolls back. Errors
 * of the log go to `onError` only and do not affect the posting.
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
         url, request, http_status, reply, outcome, error_code, error_text, duration_ms, transaction_id, trace_id)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18)`,
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
        currentTraceId(),
      ],
    )
  } catch (error) {
    onError(error)
  }
}

function kept(text: string): string {
  // PostgreSQL text cannot contain NUL, which a damaged response may.
  const clean = text.replaceAll('\u0000', '')
  return clean.length <= keptMax
    ? clean
    : `${clean.slice(0, keptMax)}… (${clean.length} characters)`
}
