import type { Answer, Api } from '../api.ts'
import type { Account, Row } from './account.ts'

/** More pages are not read: the demonstration has fewer rows, so a list that never ends is a finding. */
const pagesMax = 200

/** All pages of a list; the answer that was refused, if one was. */
export async function readAll(
  api: Api,
  { token }: Account,
  path: string,
  body: object,
  size = 500,
): Promise<{ refused: Answer | null; rows: Row[]; total: unknown; totals: unknown }> {
  const rows: Row[] = []
  let cursor: string | null = null
  let first: Record<string, unknown> | undefined
  for (let page = 0; page < pagesMax; page += 1) {
    const answer: Answer = await api.send({
      method: 'POST',
      path,
      token,
      body: { ...body, size, ...(cursor === null ? { withTotals: true } : { cursor }) },
    })
    if (answer.status !== 200) return { refused: answer, rows, total: null, totals: null }
    const datas = answer.datas as Record<string, unknown>
    first ??= datas
    rows.push(...(datas['rows'] as Row[]))
    cursor = (datas['nextCursor'] as string | null) ?? null
    if (cursor === null) break
  }
  return { refused: null, rows, total: first?.['total'], totals: first?.['totals'] }
}
