import { createServer } from 'node:net'
import { join, resolve } from 'node:path'

/** What the supervisor was told by its environment. */
export interface Configuration {
  port: number
  /** Everything that is written lies below it. */
  dataFolder: string
  /** The person's own database; undefined: an embedded one. */
  databaseUrl: string | undefined
  /** The person's own ERP; undefined: our stand-in. */
  erpUrl: string | undefined
  /** The work tree. */
  root: string
}

/** A mistake of the person's that one line explains; no trace of calls helps. */
export class Mistake extends Error {}

export const root = resolve(import.meta.dirname, '../../..')

/**
 * Reads PORT (8080), KUFANG_DATA (.data), DATABASE_URL and ERP_URL; an empty one counts as not
 * given. A relative folder is meant from where the command was called.
 *
 * @throws Mistake
 */
export function readConfiguration(environment: NodeJS.ProcessEnv): Configuration {
  const given = (name: string) => environment[name] || undefined
  const port = given('PORT') ?? '8080'
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535) {
    throw new Mistake(`PORT is ${port}: it must be a number from 0 to 65535`)
  }
  return {
    port: Number(port),
    // npm starts scripts in the root of the package and tells where it was called.
    dataFolder: resolve(given('INIT_CWD') ?? '.', given('KUFANG_DATA') ?? join(root, '.data')),
    databaseUrl: given('DATABASE_URL'),
    erpUrl: given('ERP_URL'),
    root,
  }
}

/**
 * Refuses a port that somebody listens on, before anything is started for nothing.
 *
 * @throws Mistake
 */
export function assertPortFree(port: number): Promise<void> {
  return new Promise((free, taken) => {
    const probe = createServer()
    probe.once('error', (error: NodeJS.ErrnoException) => {
      const reason = error.code === 'EADDRINUSE' ? 'is in use' : `cannot be used (${error.message})`
      taken(new Mistake(`port ${port} ${reason}; choose another, for example PORT=${port + 1}`))
    })
    probe.listen(port, () => probe.close(() => free()))
  })
}
