import { createServer } from 'node:net'
import { join, resolve } from 'node:path'

/** The configuration of the supervisor. */
export interface Configuration {
  port: number
  /** The folder for all written files. */
  dataFolder: string
  /** The URL of an external database; undefined: an embedded one. */
  databaseUrl: string | undefined
  /** The URL of an external ERP; undefined: the stand-in. */
  erpUrl: string | undefined
  /** The root of the repository. */
  root: string
}

/** A user error explained by one line, without a stack trace. */
export class Mistake extends Error {}

export const root = resolve(import.meta.dirname, '../../..')

/**
 * Reads PORT (8080), KUFANG_DATA (.data), DATABASE_URL and ERP_URL; empty values count as absent. Relative folders are
 * relative to the directory in which the command was called. Refuses to start the demonstration for others by mistake.
 * @throws Mistake
 */
export function readConfiguration(environment: NodeJS.ProcessEnv): Configuration {
  const given = (name: string) => environment[name] || undefined
  const port = given('PORT') ?? '8080'
  const databaseUrl = given('DATABASE_URL')
  if (databaseUrl === undefined) refuseDemonstrationForOthers(given)
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535) {
    throw new Mistake(`PORT is ${port}: it must be a number from 0 to 65535`)
  }
  return {
    port: Number(port),
    // npm runs scripts in the root of the package and passes the original directory.
    dataFolder: resolve(given('INIT_CWD') ?? '.', given('KUFANG_DATA') ?? join(root, '.data')),
    databaseUrl,
    erpUrl: given('ERP_URL'),
    root,
  }
}

/**
 * Without DATABASE_URL the demonstration starts, whose accounts have a known password. What says that others are to reach
 * it says that the variable was forgotten, unless the demonstration is asked for.
 * @throws Mistake
 */
function refuseDemonstrationForOthers(given: (name: string) => string | undefined): void {
  if (/^(1|true|yes)$/i.test(given('KUFANG_DEMONSTRATION') ?? '')) return
  const proxy = given('KUFANG_TRUST_PROXY') ?? '0'
  const host = given('HOST') ?? '127.0.0.1'
  const signs = [
    given('NODE_ENV') === 'production' ? 'NODE_ENV is production' : '',
    proxy === '0' ? '' : 'KUFANG_TRUST_PROXY is set',
    /^(127\.[\d.]+|::1|localhost)$/.test(host) ? '' : `HOST is ${host}`,
  ].filter((sign) => sign !== '')
  if (signs.length === 0) return
  throw new Mistake(
    `${signs.join(', ')}, but DATABASE_URL is not set: without it the demonstration would start, whose passwords everybody knows; set DATABASE_URL, or KUFANG_DEMONSTRATION=1 if that is wanted`,
  )
}

/**
 * Refuses a port in use before anything is started.
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
