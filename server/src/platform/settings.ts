import { resolve } from 'node:path'
import { z } from 'zod'
import type { PeopleLimits } from './database/database.ts'

/** The settings of the process, each with its environment variable. */
export interface Settings {
  host: string
  port: number
  databaseUrl: string
  /** A streaming replica for reports and exports; null reads them from the main database. */
  reportDatabaseUrl: string | null
  /** A replica lagging by more is not read. */
  reportLagSeconds: number
  /** Base URL of the ERP (or its stand-in); null if none is connected. */
  erpUrl: string | null
  /** The folder for all files of the product. */
  dataFolder: string
  /** The key for secrets at rest if several machines share one database; '' uses the data folder's own. */
  secretKey: string
  /** The folder of the built web page. */
  webFolder: string
  demonstration: boolean
  /** Hosts to which ERP interfaces and message channels entered on a page may lead (`OutgoingRules.hosts`). */
  outgoingHosts: readonly string[]
  logLevel: 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'silent'
  /**
   * Behind proxies that set X-Forwarded-For and X-Forwarded-Proto: their number, or their addresses (`10.0.0.0/8`). Of
   * the client's address and protocol only what these proxies have added is believed. False without a proxy.
   */
  trustProxy: false | number | string
  /** Database connections for requests; the system's own work has half as many more. */
  connectionsMax: number
  /** How many of them one person may use at the same time. */
  connectionsOfPersonMax: number
  /** And how many if that person uses the database all the time. */
  steadyOfPersonMax: number
  /** Seconds after which a statement of a request is cancelled. */
  statementSeconds: number
  /** Seconds a request waits for a connection. */
  queueSeconds: number
  /** Hours after sign-in at which a token expires. */
  sessionHours: number
  /** Consecutive wrong passwords that lock an account, and for how long. */
  lockAfterFailures: number
  lockMinutes: number
  /** Days after which a password must be changed; 0 for never. */
  passwordDays: number
  /** Hours for which a password issued by a user manager may be used. */
  initialPasswordHours: number
  /** Failed sign-ins per address and minute. */
  failedSignInsPerMinute: number
  /** Exports per person and minute. */
  exportsPerMinute: number
  /** Modulus length of the sign-in key; product.md requires 1024, shell.md sets 2048 as the default. */
  rsaBits: number
  /** The deployment variant, which determines the page /unifiedIndex. */
  deployment: 'home' | 'user-centre' | 'unified-home' | 'workflow-centre'
  /** Pages open only if the URL or the window names the application (product.md section 2). */
  needsApplication: boolean
  /** Roles come from the user centre, with its single-role modes (product.md section 6). */
  hasUserCentre: boolean
  /** Shows account and time over the pages of everybody, so that a photograph identifies the user. */
  hasWatermark: boolean
  bodyBytesMax: number
  fileBytesMax: number
  /** Bytes of files one person may send in a day (UTC). */
  uploadBytesOfPersonMax: number
  /** The bucket for files; null stores them below the data folder. */
  s3: S3Settings | null
  /** Seconds from the signal to stop during which requests are still accepted, so that a proxy notices /ready. */
  drainSeconds: number
  /** Seconds after that within which running requests and jobs must end. */
  stopSeconds: number
  /** Where /metrics is served on a listener of its own; null for none. */
  metricsAddress: { host: string; port: number } | null
  /** The bearer token with which /metrics is served at the usual port; '' for not at all. */
  metricsToken: string
}

/** A bucket; an empty endpoint is Amazon's, empty keys are resolved by the SDK. */
export interface S3Settings {
  bucket: string
  region: string
  endpoint: string
  /** Prefix of every key, such as `kufang/`. */
  prefix: string
  accessKey: string
  secretKey: string
}

const flag = z
  .enum(['0', '1', ''])
  .default('0')
  .transform((text) => text === '1')
const count = (fallback: number, least = 1) => z.coerce.number().int().min(least).default(fallback)

const environment = z.object({
  HOST: z.string().min(1).default('127.0.0.1'),
  PORT: z.coerce.number().int().min(0).max(65_535).default(8080),
  DATABASE_URL: z.string().min(1),
  REPORT_DATABASE_URL: z.string().default(''),
  ERP_URL: z.string().default(''),
  KUFANG_DATA: z.string().min(1).default('.data'),
  KUFANG_SECRET_KEY: z.string().default(''),
  KUFANG_WEB: z.string().default(''),
  KUFANG_DEMONSTRATION: flag,
  KUFANG_OUTGOING_HOSTS: z
    .string()
    .toLowerCase()
    .regex(
      /^$|^(\*\.)?[\w.-]+(:\d+)?(,(\*\.)?[\w.-]+(:\d+)?)*$/,
      'must be hosts separated by commas: sap.example.com:44300,*.example.com',
    )
    .default('oapi.dingtalk.com'),
  KUFANG_LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']).default('info'),
  KUFANG_TRUST_PROXY: z
    .string()
    .regex(/^\d?$|^[\da-f.:/, ]+$/i, 'must be the number of proxies, or their addresses')
    .default('0')
    .transform((text) => (/^0?$/.test(text) ? false : /^\d$/.test(text) ? Number(text) : text)),
  KUFANG_CONNECTIONS: count(10),
  KUFANG_CONNECTIONS_OF_PERSON: count(3),
  KUFANG_STEADY_CONNECTIONS_OF_PERSON: count(1),
  KUFANG_STATEMENT_SECONDS: count(30),
  KUFANG_QUEUE_SECONDS: count(15),
  KUFANG_REPORT_LAG_SECONDS: count(10),
  KUFANG_SESSION_HOURS: count(12),
  KUFANG_LOCK_AFTER: count(5),
  KUFANG_LOCK_MINUTES: count(15),
  KUFANG_PASSWORD_DAYS: count(0, 0),
  KUFANG_INITIAL_PASSWORD_HOURS: count(24),
  KUFANG_FAILED_SIGN_INS: count(60),
  KUFANG_EXPORTS: count(20),
  KUFANG_RSA_BITS: count(2048, 1024),
  KUFANG_DEPLOYMENT: z
    .enum(['home', 'user-centre', 'unified-home', 'workflow-centre'])
    .default('home'),
  KUFANG_NEEDS_APPLICATION: flag,
  KUFANG_USER_CENTRE: flag,
  KUFANG_WATERMARK: flag,
  KUFANG_BODY_BYTES: count(8 * 1024 * 1024),
  KUFANG_FILE_BYTES: count(50 * 1024 * 1024),
  KUFANG_UPLOAD_BYTES_OF_PERSON: count(1024 * 1024 * 1024),
  KUFANG_S3_BUCKET: z.string().default(''),
  KUFANG_S3_REGION: z.string().min(1).default('us-east-1'),
  KUFANG_S3_ENDPOINT: z.union([z.literal(''), z.url()]).default(''),
  KUFANG_S3_PREFIX: z
    .string()
    .regex(/^([\w.-]+\/)*$/, 'must end in /')
    .default(''),
  KUFANG_S3_ACCESS_KEY: z.string().default(''),
  KUFANG_S3_SECRET_KEY: z.string().default(''),
  KUFANG_DRAIN_SECONDS: count(5, 0),
  KUFANG_STOP_SECONDS: count(20),
  KUFANG_METRICS_ADDRESS: z
    .string()
    .regex(/^$|^(\[[\da-f:.]+\]|[\w.-]+):\d{1,5}$/i, 'must be host:port, such as 10.0.0.11:9464')
    .default('')
    .transform((text) => (text === '' ? null : hostAndPort(text))),
  KUFANG_METRICS_TOKEN: z
    .string()
    .regex(/^$|^[\w.~+/=-]{16,200}$/, 'must have 16 to 200 letters, digits or ._~+/=-')
    .default(''),
})

/** `[::1]:9464` and `10.0.0.11:9464`. */
function hostAndPort(text: string): { host: string; port: number } {
  const at = text.lastIndexOf(':')
  return { host: text.slice(0, at).replace(/^\[|\]$/g, ''), port: Number(text.slice(at + 1)) }
}

/**
 * Reads the settings from environment variables. Throws one error that names every missing or invalid variable, so that
 * errors appear at startup.
 */
export function readSettings(variables: Record<string, string | undefined>): Settings {
  const parsed = environment.safeParse(variables)
  if (!parsed.success) {
    const problems = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)
    throw new Error(`settings are wrong: ${problems.join('; ')}`)
  }
  const values = parsed.data
  return {
    host: values.HOST,
    port: values.PORT,
    databaseUrl: values.DATABASE_URL,
    reportDatabaseUrl: values.REPORT_DATABASE_URL === '' ? null : values.REPORT_DATABASE_URL,
    reportLagSeconds: values.KUFANG_REPORT_LAG_SECONDS,
    erpUrl: values.ERP_URL === '' ? null : values.ERP_URL,
    dataFolder: resolve(values.KUFANG_DATA),
    secretKey: values.KUFANG_SECRET_KEY,
    webFolder:
      values.KUFANG_WEB === ''
        ? new URL('../../../web/dist', import.meta.url).pathname
        : resolve(values.KUFANG_WEB),
    demonstration: values.KUFANG_DEMONSTRATION,
    outgoingHosts: values.KUFANG_OUTGOING_HOSTS.split(',').filter((host) => host !== ''),
    logLevel: values.KUFANG_LOG_LEVEL,
    trustProxy: values.KUFANG_TRUST_PROXY,
    connectionsMax: values.KUFANG_CONNECTIONS,
    connectionsOfPersonMax: values.KUFANG_CONNECTIONS_OF_PERSON,
    steadyOfPersonMax: values.KUFANG_STEADY_CONNECTIONS_OF_PERSON,
    statementSeconds: values.KUFANG_STATEMENT_SECONDS,
    queueSeconds: values.KUFANG_QUEUE_SECONDS,
    sessionHours: values.KUFANG_SESSION_HOURS,
    lockAfterFailures: values.KUFANG_LOCK_AFTER,
    lockMinutes: values.KUFANG_LOCK_MINUTES,
    passwordDays: values.KUFANG_PASSWORD_DAYS,
    initialPasswordHours: values.KUFANG_INITIAL_PASSWORD_HOURS,
    failedSignInsPerMinute: values.KUFANG_FAILED_SIGN_INS,
    exportsPerMinute: values.KUFANG_EXPORTS,
    rsaBits: values.KUFANG_RSA_BITS,
    deployment: values.KUFANG_DEPLOYMENT,
    needsApplication: values.KUFANG_NEEDS_APPLICATION,
    hasUserCentre: values.KUFANG_USER_CENTRE,
    hasWatermark: values.KUFANG_WATERMARK,
    bodyBytesMax: values.KUFANG_BODY_BYTES,
    fileBytesMax: values.KUFANG_FILE_BYTES,
    uploadBytesOfPersonMax: values.KUFANG_UPLOAD_BYTES_OF_PERSON,
    s3:
      values.KUFANG_S3_BUCKET === ''
        ? null
        : {
            bucket: values.KUFANG_S3_BUCKET,
            region: values.KUFANG_S3_REGION,
            endpoint: values.KUFANG_S3_ENDPOINT,
            prefix: values.KUFANG_S3_PREFIX,
            accessKey: values.KUFANG_S3_ACCESS_KEY,
            secretKey: values.KUFANG_S3_SECRET_KEY,
          },
    drainSeconds: values.KUFANG_DRAIN_SECONDS,
    stopSeconds: values.KUFANG_STOP_SECONDS,
    metricsAddress: values.KUFANG_METRICS_ADDRESS,
    metricsToken: values.KUFANG_METRICS_TOKEN,
  }
}

/** What persons may take of the database at once. */
export function peopleLimits(settings: Settings): PeopleLimits {
  return {
    connectionsMax: settings.connectionsMax,
    connectionsOfPersonMax: settings.connectionsOfPersonMax,
    steadyOfPersonMax: settings.steadyOfPersonMax,
    waitingMax: settings.connectionsMax * 50,
    // A page of the product sends about ten requests at once.
    waitingOfPersonMax: 50,
    patienceMs: settings.queueSeconds * 1000,
    statementMs: settings.statementSeconds * 1000,
  }
}
