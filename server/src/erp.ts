import { isRefusal, refuse } from '@kufang/kernel/refusal.ts'
import { ErpFailure } from './erp/client/erp-failure.ts'
import type { FailureKind } from './erp/client/erp-failure.ts'
import type { CallLogContext } from './erp/call-log.ts'
import { wordsOfCode } from './erp/failure-words.ts'
import { ErpConnections } from './erp/gateway.ts'
import type { ErpAccess } from './erp/gateway.ts'
import { InterfaceProblem } from './erp/interface-settings.ts'
import type { Database } from './platform/database/database.ts'
import type { ServerContext } from './platform/http/context.ts'
import { outgoingRules } from './platform/outgoing/outgoing-rules.ts'
import { openSecretBox } from './platform/secrets/secret-box.ts'
import type { SecretBox } from './platform/secrets/secret-box.ts'

/** The ERP access shared by routes, synchronisation and nightly jobs of a process. */
export interface ErpSide {
  secrets: SecretBox
  connections: ErpConnections
  /** Aborts running calls and makes later ones fail immediately: the server stops. */
  breakOff(): void
}

const sides = new WeakMap<Database, ErpSide>()

/** The ERP access of the process, opened on first use. */
export function erpOf({ database, settings, dataFolder, erpUrl, log }: ServerContext): ErpSide {
  let side = sides.get(database)
  if (side === undefined) {
    const secrets = openSecretBox({ dataFolder, environmentKey: settings.secretKey })
    const stopping = new AbortController()
    const access: ErpAccess = {
      database,
      secrets,
      defaultBaseUrl: erpUrl,
      outgoing: outgoingRules(settings),
      onError: (error) => log.error({ err: error }, 'an exchange with the ERP could not be logged'),
    }
    side = {
      secrets,
      connections: new StoppableConnections(access, stopping.signal),
      breakOff: () => stopping.abort(),
    }
    sides.set(database, side)
  }
  return side
}

/** Connections whose calls are aborted when the server stops. */
class StoppableConnections extends ErpConnections {
  readonly #stopping: AbortSignal

  constructor(access: ErpAccess, stopping: AbortSignal) {
    super(access)
    this.#stopping = stopping
  }

  override logged(context: CallLogContext, signal?: AbortSignal) {
    return super.logged(
      context,
      signal === undefined ? this.#stopping : AbortSignal.any([signal, this.#stopping]),
    )
  }
}

interface Words {
  zh: string
  en: string
}

const readingFailures: Record<FailureKind, Words> = {
  'never-reached': {
    zh: '无法连接 ERP 或服务不可用',
    en: 'the ERP cannot be reached or the service is not available',
  },
  'refused-csrf': { zh: 'ERP 拒绝了会话令牌', en: 'the ERP refused the session token' },
  rejected: { zh: 'ERP 拒绝了请求', en: 'the ERP refused the request' },
  blocked: {
    zh: '接口配置、账号或授权有误',
    en: 'address, account or authorisation of the interface is wrong',
  },
  unknown: { zh: 'ERP 未在规定时间内给出有效应答', en: 'the ERP gave no usable answer in time' },
}

/** The explanation of a failed read from the ERP; undefined if it was not caused by the ERP or its configuration. */
export function readingProblem(error: unknown): Words | undefined {
  if (error instanceof InterfaceProblem) return error.text
  if (!(error instanceof ErpFailure)) return undefined
  const { kind, status, code, message } = error.facts
  const own = [status === 0 ? '' : `HTTP ${status}`, code, message].filter(
    (text) => text !== '' && text !== `HTTP/${status}`,
  )
  const tail = [...new Set(own)].join(' ')
  const words = wordsOfCode(code) ?? readingFailures[kind]
  return tail === '' ? words : { zh: `${words.zh}：${tail}`, en: `${words.en}: ${tail}` }
}

/**
 * Converts a failed read from the ERP to the refusal `erp-unreachable` with its reason; returns other errors unchanged.
 * Use: `catch (error) { throw asErpRefusal(error) }`.
 */
export function asErpRefusal(error: unknown): unknown {
  if (isRefusal(error)) return error
  const problem = readingProblem(error)
  return problem === undefined
    ? error
    : refuse('erp-unreachable', { problem: problem.zh, problemEn: problem.en })
}
