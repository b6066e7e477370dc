import { companyToday } from '@kufang/kernel/company-day.ts'
import { addMonths, periodOf, type LocalDate } from '@kufang/kernel/local-date.ts'
import type { MissingPaper } from '@kufang/contract/document/missing-papers.ts'
import type { Logger } from 'pino'
import { raiseAlarm } from '../../erp/alarm.ts'
import type { Database, Queryable } from '../../platform/database/database.ts'
import { readMissingPapers } from './missing-papers.ts'

/**
 * Every night: an alarm for each document of an ended month whose papers are overdue, once; the alarm of one that has its
 * papers, or was sent back, is resolved.
 */
export async function watchMissingPapers(
  database: Database,
  log: Pick<Logger, 'info'>,
  today: LocalDate = companyToday(),
): Promise<void> {
  const companies = await database.query<{ companyCode: string }>(
    'select company_code from company order by company_code',
  )
  for (const { companyCode } of companies) {
    const monthMax = periodOf(addMonths(today, -1))
    const count = await database.transaction(async (tx) => {
      const papers = await readMissingPapers(tx, { companyCode, today, monthMax })
      const first = new Map(papers.toReversed().map((paper) => [paper.documentNo, paper]))
      for (const paper of first.values()) await raise(tx, paper)
      await resolveOthers(tx, companyCode, [...first.keys()])
      return first.size
    })
    if (count > 0) log.info({ companyCode, count }, 'papers of ended months are missing')
  }
}

async function raise(tx: Queryable, paper: MissingPaper): Promise<void> {
  const { companyCode, documentType, documentId, documentNo, documentLabel, month } = paper
  const { dueDate, plant, registeredByName, todo } = paper
  await raiseAlarm(tx, {
    companyCode,
    kind: 'papers-missing',
    documentNo,
    subject: documentNo,
    message: {
      zh: `${month} 月已结束，工厂 ${plant} 的${documentLabel.zh} ${documentNo} 应于 ${dueDate} 前补单，至今未补（登记人 ${registeredByName}）：请${todo.zh}，或将货物退回`,
      en: `${month} has ended, but the papers of ${documentNo} in plant ${plant}, due by ${dueDate}, are missing (registered by ${registeredByName}): ${todo.en}, or send the goods back`,
    },
    proposal: { documentType, documentId },
  })
}

/** What was to be done is done: by itself, so nobody is named. */
const resolveOthers = (
  tx: Queryable,
  companyCode: string,
  stillMissing: readonly string[],
): Promise<unknown> =>
  tx.query(
    `update erp_alarm set resolved_at = now(), resolution = 'corrected'
     where company_code = $1 and kind = 'papers-missing' and resolved_at is null and subject <> all($2::text[])`,
    [companyCode, stillMissing],
  )
