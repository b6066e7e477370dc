import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import type { Database } from '../database/database.ts'
import type { Settings } from '../settings.ts'

/** What every area's routes, jobs and senders are given; made once by `main.ts` or a test. */
export interface ServerContext {
  database: Database
  /** Where reports and exports are read, where that is elsewhere: seconds behind, and for reading only. */
  reports?: Database
  settings: Settings
  log: Logger
  /** Base address of the ERP; null where none is connected. */
  erpUrl: string | null
  dataFolder: string
  demonstration: boolean
}

/**
 * The routes of one area. It registers them on `app` (see `defineRoutes` in `typed-routes.ts` for
 * typed bodies); the one list of all areas is `server/src/routes.ts`.
 */
export type AreaRoutes = (app: FastifyInstance, context: ServerContext) => void
