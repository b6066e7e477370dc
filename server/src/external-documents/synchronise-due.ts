import { isRefusal } from '@kufang/kernel/refusal.ts'
import type { Logger } from 'pino'
import { readingProblem } from '../erp.ts'
import { synchroniseOnce } from './synchronise-once.ts'
import { interfaceOf, mirrorNames } from './synchronise.ts'
import type { MirrorName, SynchroniseOptions } from './synchronise.ts'

interface DueMirror {
  companyCode: string
  mirror: MirrorName
}

/**
 * Reads every mirror of every company last started at least `intervalMinutes` ago whose interface is on. A failure does
 * not affect the others; its reason is stored in erp_sync_state and logged, and it is retried after the interval.
 */
export async function synchroniseDue(
  options: SynchroniseOptions,
  intervalMinutes: number,
  log: Logger,
): Promise<void> {
  for (const { companyCode, mirror } of await dueMirrors(options, intervalMinutes)) {
    try {
      const count = await synchroniseOnce(options, mirror, companyCode)
      log.info({ mirror, companyCode, count }, 'mirror synchronised')
    } catch (error) {
      const problem = readingProblem(error)
      if (isRefusal(error))
        log.info({ mirror, companyCode }, 'mirror is being read by another process')
      else if (problem === undefined)
        log.error({ err: error, mirror, companyCode }, 'synchronising a mirror failed')
      else log.warn({ mirror, companyCode, problem: problem.en }, 'the ERP could not be read')
    }
  }
}

async function dueMirrors(
  { database }: SynchroniseOptions,
  intervalMinutes: number,
): Promise<DueMirror[]> {
  // Slightly less than the interval, otherwise a minute timer would skip every second run.
  return database.query<DueMirror>(
    `select c.company_code, m.mirror
     from unnest($1::text[], $2::text[]) with ordinality as m (mirror, interface_code, position)
     cross join company c
     left join erp_sync_state s on s.company_code = c.company_code and s.interface_code = m.interface_code
     where c.is_active
       and (s.last_started_at is null or s.last_started_at <= now() - make_interval(mins => $3) + interval '20 seconds')
       and (select i.is_on from erp_interface i where i.interface_code = m.interface_code and i.company_code in ('', c.company_code)
         order by i.company_code desc limit 1)
     order by m.position, c.company_code`,
    [mirrorNames, mirrorNames.map((mirror) => interfaceOf[mirror]), intervalMinutes],
  )
}
