import { setTimeout as pause } from 'node:timers/promises'
import type { ListResponse } from '@kufang/contract/document/api.ts'
import type { Team } from './team.ts'

const patienceMs = 600_000
const unsettledStates = ['pending', 'sending', 'unknown']

export interface PostingRow {
  id: string
  documentNo: string
  state: string
  direction: 'post' | 'reverse'
  message: string | null
  attempts: number
}

/** Number of messages to the ERP in these states, and the first of them. */
export async function postingsIn(
  team: Team,
  states: readonly string[],
): Promise<{ count: number; rows: PostingRow[] }> {
  const filters = [{ field: 'state', operator: 'in', value: states }]
  const list: ListResponse<PostingRow> = await team.admin.client.read(
    'POST',
    '/api/queries/erp-posting/list',
    {
      filters,
      size: 20,
      withTotals: true,
    },
  )
  return { count: list.total ?? list.rows.length, rows: list.rows }
}

/**
 * Waits until all postings have a result, despite faults.
 *
 * @throws if one was refused, or after a timeout
 */
export async function untilErpAnswered(team: Team, onWait?: (open: number) => void): Promise<void> {
  const until = Date.now() + patienceMs
  for (;;) {
    const { count, rows } = await postingsIn(team, unsettledStates)
    if (count === 0) break
    if (Date.now() > until) {
      throw new Error(`the ERP still owes ${count} answers, the first for ${rows[0]?.documentNo}`)
    }
    onWait?.(count)
    await pause(500)
  }
  const { count, rows } = await postingsIn(team, ['rejected', 'dead', 'blocked'])
  if (count > 0) {
    const shown = rows.map(
      (row) => `${row.documentNo} ${row.direction} ${row.state}: ${row.message ?? ''}`,
    )
    throw new Error(`${count} messages to the ERP failed:\n${shown.join('\n')}`)
  }
}
