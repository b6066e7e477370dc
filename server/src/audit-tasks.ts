import { raiseAlarm } from './erp/alarm.ts'
import { linkGuarded, verifyGuarded } from './platform/audit/guarded-chain.ts'
import { keptHeads } from './platform/audit/kept-heads.ts'
import type { ChainProblem } from './platform/audit/verify-chain.ts'
import type { Database } from './platform/database/database.ts'
import type { ServerContext } from './platform/http/context.ts'
import type { JobTask } from './platform/jobs/jobs.ts'
import { recordProof } from './platform/operation/proof-run.ts'
import { openSecretBox } from './platform/secrets/secret-box.ts'

/** The jobs of the audit log: linking every minute, verification every night. Both alarm on signs of tampering. */
export function auditTasks(context: ServerContext): Record<'linkAudit' | 'verifyAudit', JobTask> {
  const { database, dataFolder, settings } = context
  const kept = () =>
    keptHeads(dataFolder, openSecretBox({ dataFolder, environmentKey: settings.secretKey }))
  return {
    linkAudit: async (_payload, { log }) => {
      const { added, problems } = await linkGuarded(database, kept())
      if (added > 0) log.info({ added, heads: kept().read().heads }, 'audit log linked')
      await alarm(database, problems, (words) => log.error({ problems }, words))
    },
    verifyAudit: async (_payload, { log }) => {
      const { links, heads, problems } = await verifyGuarded(database, kept())
      const differenceCount = problems.length
      await recordProof(database, { companyCode: '', proof: 'audit-chain', differenceCount })
      if (problems.length === 0) log.info({ links, heads }, 'audit log verified')
      const shown = problems.slice(0, 20)
      await alarm(database, problems, (words) => log.error({ links, problems: shown }, words))
    },
  }
}

/** One open alarm per company; entries of no company concern all of them. */
async function alarm(
  database: Database,
  problems: readonly ChainProblem[],
  report: (words: string) => void,
): Promise<void> {
  if (problems.length === 0) return
  report('the audit log was tampered with')
  const companies = await database.query<{ companyCode: string }>(
    `select company_code from company where is_active and ('' = any($1) or company_code = any($1))`,
    [problems.map(({ companyCode }) => companyCode)],
  )
  for (const { companyCode } of companies)
    await raiseAlarm(database, {
      companyCode,
      kind: 'proof',
      interfaceCode: 'audit-chain',
      message: {
        zh: '操作日志与其校验链不一致：有记录被删除、修改或截断。请运行 npm run audit:verify 查明，并与备份核对',
        en: 'The audit log does not agree with its chain: entries were deleted, changed or cut off. Run npm run audit:verify and compare with a backup',
      },
      proposal: { action: 'examine', proof: 'audit-chain' },
    })
}
