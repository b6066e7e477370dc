import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import type { Database } from '../database/database.ts'
import type { Settings } from '../settings.ts'

/** The context of routes, jobs and senders of all areas; created once by `main.ts` or a test. */
export interface ServerContext {
  database: Database
  /** The database for reports and exports, if separate: read-only and seconds behind. */
  reports?: Database
  settings: Settings
  log: Logger
  /** Base URL of the ERP; null if none is connected. */
  erpUrl: string | null
  dataFolder: string
  demonstration: boolean
}

/**
 * The routes of one area, registered on `app` (see `typed` in `typed-routes.ts`); the only list of all areas is
 * `server/src/routes.ts`.
 */
export type AreaRoutes = (app: FastifyInstance, context: ServerContext) => void
