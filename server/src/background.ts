import './effects.ts'
import { auditTasks } from './audit-tasks.ts'
import {
  proveStock,
  revalueRecordedMonths,
  startErp,
  synchroniseMirrors,
  takeMonthlySnapshots,
} from './erp-background.ts'
import { cleanUploads } from './platform/files/clean-uploads.ts'
import { lapseForgottenDrafts } from './document/draft/lapse-drafts.ts'
import { watchMissingPapers } from './document/papers/watch-missing-papers.ts'
import { cleanUpWebhooks } from './document/webhooks/delivery-queue.ts'
import { startWebhookSender } from './document/webhooks/sender.ts'
import { warnOfTokenEnds } from './identity/warn-token-ends.ts'
import { approvedMasters } from './masters/approved-masters.ts'
import { findMaterialPairs } from './masters/duplicates/find-pairs.ts'
import {
  announceAlarm,
  announceLapsed,
  announceTodo,
  announceTokenEnd,
  announceWebhook,
} from './messages/announce.ts'
import { cleanUpMessages } from './messages/clean-up.ts'
import { deliverMessage } from './messages/deliver.ts'
import { remindOfOverdue } from './messages/remind.ts'
import { deliverTask } from './messages/deliveries.ts'
import { watchContracts } from './delivery/public.ts'
import { expireFreezes } from './freeze/expire-freezes.ts'
import { proposeExpired } from './freeze/propose-expired.ts'
import { expireSharing } from './transfer/expire-sharing.ts'
import { keepAllOverdueRecords } from './overdue/keep-all.ts'
import { keepAllPreservationTasks } from './preservation/keep-tasks.ts'
import { recordFigures, recordFirstFigures } from './performance/record-figures.ts'
import type { Database } from './platform/database/database.ts'
import { outgoingRules } from './platform/outgoing/outgoing-rules.ts'
import { openSecretBox } from './platform/secrets/secret-box.ts'
import type { ServerContext } from './platform/http/context.ts'
import { cleanUp } from './platform/jobs/housekeeping.ts'
import type { JobTask } from './platform/jobs/jobs.ts'
import { figuresJob } from './timetable.ts'
import { controlParameters } from './system/control-parameters.ts'
import { movementRules } from './system/erp-movement-rule-routes.ts'
import { startParameterCache } from './system/public.ts'
import { applyDueRuleChanges, expireRuleChanges } from './platform/approval/apply-rule-changes.ts'

/** A service that runs for the lifetime of the process. */
export interface BackgroundService {
  stop(): Promise<void>
}

/** Every kind of rule whose changes are approved; changes of rights count as soon as they are approved. */
const approvedRules = [movementRules, controlParameters, ...approvedMasters]

async function applyDue(database: Database): Promise<number> {
  let applied = 0
  for (const kind of approvedRules) applied += await applyDueRuleChanges(database, kind)
  return applied
}

/** The jobs of all areas by name. */
export function backgroundTasks(context: ServerContext): Record<string, JobTask> {
  return {
    cleanUp: async (_payload, { log }) => {
      log.info(await cleanUp(context.database), 'cleaned up')
      await context.database.transaction(cleanUpMessages)
      await cleanUpWebhooks(context.database)
    },
    cleanUploads: async (_payload, { log }) =>
      log.info(await cleanUploads(context.database, context.settings), 'cleaned up uploads'),
    lapseDrafts: async (_payload, { log }) =>
      log.info({ lapsed: await lapseForgottenDrafts(context.database, announceLapsed) }, 'drafts'),
    remindOfOverdue: async (_payload, { log }) =>
      log.info(await remindOfOverdue(context.database), 'overdue to-dos'),
    warnOfTokenEnds: async (_payload, { log }) =>
      log.info(
        { warnings: await warnOfTokenEnds(context.database, announceTokenEnd) },
        'tokens of programs that end soon',
      ),
    applyRuleChanges: async (_payload, { log }) =>
      log.info(
        {
          applied: await applyDue(context.database),
          expired: await expireRuleChanges(context.database),
        },
        'changes of rules and rights',
      ),
    ...auditTasks(context),
    synchroniseMirrors: (_payload, { log }) => synchroniseMirrors(context, log),
    takeMonthlySnapshots: (_payload, { log }) => takeMonthlySnapshots(context, log),
    keepOverdueRecords: (_payload, { log }) =>
      keepAllOverdueRecords(context.database, log, { isRecordedOnly: false }),
    followOverdueRecords: (_payload, { log }) =>
      keepAllOverdueRecords(context.database, log, { isRecordedOnly: true }),
    keepPreservationTasks: (_payload, { log }) => keepAllPreservationTasks(context.database, log),
    watchContracts: (_payload, { log }) => watchContracts(context.database, log),
    expireFreezes: async (_payload, { log }) => {
      await expireFreezes(context.database, log)
    },
    proposeExpired: async (_payload, { log }) =>
      log.info({ notices: await proposeExpired(context.database) }, 'stock that expires'),
    expireSharing: async (_payload, { log }) => {
      await expireSharing(context.database, log)
    },
    findMaterialPairs: async (_payload, { log }) =>
      log.info(await findMaterialPairs(context.database), 'alike materials'),
    [figuresJob]: (_payload, { log }) => recordFigures(context.database, log),
    watchMissingPapers: (_payload, { log }) => watchMissingPapers(context.database, log),
    revalueRecordedMonths: (_payload, { log }) => revalueRecordedMonths(context, log),
    proveStock: (_payload, { log }) => proveStock(context, log),
    [deliverTask]: (payload, { log }) => deliverMessage(context, payload, log),
    announceTodo: (payload) => announceTodo(context.database, payload),
    announceAlarm: (payload) => announceAlarm(context.database, payload),
  }
}

/** Adds jobs that this version needs before their hour. */
export const addFirstJobs = ({ database }: ServerContext): Promise<void> =>
  recordFirstFigures(database, figuresJob)

/** Tells other programs of the states of documents. */
export async function startWebhooks(context: ServerContext): Promise<BackgroundService> {
  const { database, dataFolder, log, settings } = context
  return startWebhookSender({
    database,
    secrets: openSecretBox({ dataFolder, environmentKey: settings.secretKey }),
    outgoing: outgoingRules(settings),
    log,
    tell: announceWebhook,
  })
}

/** Services of all areas, started in this order and stopped in reverse. */
export const backgroundServices: readonly ((
  context: ServerContext,
) => Promise<BackgroundService>)[] = [startParameterCache, startErp, startWebhooks]
