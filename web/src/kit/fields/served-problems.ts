import type { Label } from '@kufang/contract/document/declare/label.ts'
import { ApiError } from '../api/api-error.ts'
import type { ApiErrorDetail } from '../api/api-error.ts'

/** Assigns refusal details to the fields of the form; the rest is shown in the banner. */
export function servedProblems(
  error: unknown,
  fields: readonly string[],
): { fields: Record<string, Label>; rest: readonly ApiErrorDetail[] | undefined } {
  if (!(error instanceof ApiError)) return { fields: {}, rest: undefined }
  const found: Record<string, Label> = {}
  const rest = error.details.filter((detail) => {
    const { field, line } = detail
    if (field === undefined || line !== undefined || !fields.includes(field)) return true
    found[field] = { zh: detail.zh, en: detail.en }
    return false
  })
  return { fields: found, rest }
}
