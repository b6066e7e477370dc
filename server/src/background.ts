import type { ServerContext } from './platform/http/context.ts'
import { cleanUp } from './platform/jobs/housekeeping.ts'
import type { JobTask } from './platform/jobs/jobs.ts'
import { startParameterCache } from './system/public.ts'

/** Something that runs beside the requests for as long as the process does. */
export interface BackgroundService {
  stop(): Promise<void>
}

/** Jobs of all areas, by the name they are added under; an area adds its line here. */
export function backgroundTasks(context: ServerContext): Record<string, JobTask> {
  return {
    cleanUp: async (_payload, { log }) => log.info(await cleanUp(context.database), 'cleaned up'),
  }
}

/** When jobs run by themselves: graphile-worker's crontab lines, in UTC. */
export const backgroundTimetable: readonly string[] = ['20 18 * * * cleanUp']

/** Services of all areas, started in this order and stopped in the reverse one. */
export const backgroundServices: readonly ((context: ServerContext) => Promise<BackgroundService>)[] =
  [startParameterCache]
