import { addAll } from '@kufang/kernel/add-all.ts'
import type { Answer, Api } from '../api.ts'
import type { Account, Row } from './account.ts'

/** More pages are not read: the demonstration has fewer rows, so a list that never ends is a finding. */
const pagesMax = 200

/** All pages of a list, the first one with `first`; the answer that was refused, if one was. */
export async function readAll(
  api: Api,
  { token }: Account,
  path: string,
  body: object,
  { size, first = {} }: { size: number; first?: object } = {
    size: 500,
    first: { withTotals: true },
  },
): Promise<{ refused: Answer | null; rows: Row[]; total: unknown; totals: unknown }> {
  const rows: Row[] = []
  let cursor: string | null = null
  let beginning: Record<string, unknown> | undefined
  for (let page = 0; page < pagesMax; page += 1) {
    const answer: Answer = await api.send({
      method: 'POST',
      path,
      token,
      body: { ...body, size, ...(cursor === null ? first : { cursor }) },
    })
    if (answer.status !== 200) return { refused: answer, rows, total: null, totals: null }
    const datas = answer.datas as Record<string, unknown>
    beginning ??= datas
    addAll(rows, datas['rows'] as Row[])
    cursor = (datas['nextCursor'] as string | null) ?? null
    if (cursor === null) break
  }
  return { refused: null, rows, total: beginning?.['total'], totals: beginning?.['totals'] }
}
