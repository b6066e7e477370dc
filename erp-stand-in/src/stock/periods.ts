import { addMonths, parseLocalDate } from '@kufang/kernel/local-date.ts'
import { Table } from '../database.ts'
import type { Database, Transaction } from '../database.ts'
import { parseProperties } from '../protocol/edm.ts'
import { BusinessMessage } from '../protocol/messages.ts'

const tableName = 'PostingPeriod'

/** The open periods of a company: the current one and, if permitted, the previous one. */
export interface PostingPeriod {
  readonly companyCode: string
  /** 'yyyyMM'; null permits every period. */
  readonly current: string | null
  readonly previousIsOpen: boolean
}

export function definePeriodTable(database: Database): void {
  database.add(new Table(tableName, parseProperties('CompanyCode 4u')))
}

export function setPostingPeriod(transaction: Transaction, period: PostingPeriod): void {
  transaction.put(tableName, {
    CompanyCode: period.companyCode,
    Current: period.current,
    PreviousIsOpen: period.previousIsOpen,
  })
}

/** Throws M7/053 if the posting date is not in an open period; companies without a row are open. */
export function checkPostingPeriod(
  transaction: Transaction,
  companyCode: string,
  postingDate: string,
): void {
  const row = transaction.get(tableName, companyCode)
  if (row === undefined || row.Current === null || row.Current === undefined) return
  const current = String(row.Current)
  const wanted = postingDate.slice(0, 4) + postingDate.slice(5, 7)
  const previous = previousPeriod(current)
  if (wanted === current || (wanted === previous && row.PreviousIsOpen === true)) return
  const last = row.PreviousIsOpen === true ? previous : current
  throw new BusinessMessage('M7/053', periodText(current), periodText(last), companyCode)
}

function previousPeriod(period: string): string {
  const first = parseLocalDate(`${period.slice(0, 4)}-${period.slice(4)}-01`)
  const day = addMonths(first, -1)
  return day.slice(0, 4) + day.slice(5, 7)
}

function periodText(period: string): string {
  return `${period.slice(0, 4)}/${period.slice(4)}`
}
