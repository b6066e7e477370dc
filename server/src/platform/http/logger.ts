import { pino } from 'pino'
import type { DestinationStream, Logger } from 'pino'
import { currentTraceId } from '../operation/trace.ts'

const secret = [
  'password',
  'psw',
  'newPsw',
  'newPswConfirm',
  'token',
  'access_token',
  'accessToken',
  'authorization',
  'cookie',
  'databaseUrl',
  'connectionString',
]

/**
 * The log of the process: one JSON object per line. It contains no secrets: bodies, query strings and headers are never
 * logged, and fields with these names are redacted at three depths. Each line names the trace to which it belongs.
 */
export function createLogger(level: string, destination?: DestinationStream): Logger {
  const options = {
    level,
    base: { name: 'kufang' },
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: {
      paths: secret.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]),
      censor: '[secret]',
    },
    mixin: () => {
      const traceId = currentTraceId()
      return traceId === '' ? {} : { traceId }
    },
    serializers: { err: serializeError, error: serializeError },
  }
  return destination === undefined ? pino(options) : pino(options, destination)
}

/** PostgreSQL's `detail` contains whole rows and `where` contains values, so neither is logged. */
function serializeError(thrown: unknown): unknown {
  if (!(thrown instanceof Error)) return { message: String(thrown) }
  const { code, constraint, table } = thrown as {
    code?: string
    constraint?: string
    table?: string
  }
  return {
    type: thrown.name,
    message: thrown.message,
    stack: thrown.stack,
    ...(code === undefined ? {} : { code }),
    ...(constraint === undefined ? {} : { constraint }),
    ...(table === undefined ? {} : { table }),
    ...(thrown.cause === undefined ? {} : { cause: serializeError(thrown.cause) }),
  }
}
