import { firstOf } from '@kufang/kernel/present.ts'
import type { Queryable } from '../platform/database/database.ts'
import { addressProblem, noOutgoing } from '../platform/outgoing/outgoing-rules.ts'
import type { OutgoingRules } from '../platform/outgoing/outgoing-rules.ts'
import type { SecretBox } from '../platform/secrets/secret-box.ts'
import type { ServiceSettings } from './client/odata-client.ts'
import type { ValueSource } from './posting-model.ts'
import { wakeSender } from './wake-sender.ts'

export const interfaceCodes = [
  'material-document',
  'reservation',
  'purchase-contract',
  'consignment-price',
  'purchase-order',
  'purchase-request',
  'sales-order',
  'material-stock',
  'product',
  'accounting-document',
  'goods-movement-view',
  'outbound-delivery',
  'physical-inventory',
] as const
export type InterfaceCode = (typeof interfaceCodes)[number]

/** A row of erp_interface. */
export interface InterfaceSettings {
  /** The company of the row; '' for the default. */
  companyCode: string
  interfaceCode: InterfaceCode
  labelZh: string
  labelEn: string
  baseUrl: string
  servicePath: string
  sapClient: string
  language: string
  authentication: 'basic' | 'bearer'
  account: string
  timeoutMs: number
  retriesMax: number
  retryDelaySeconds: number
  unknownWaitSeconds: number
  secondLookSeconds: number
  parallelMax: number
  pageSize: number
  keyField: 'MaterialDocumentHeaderText' | 'ReferenceDocument'
  materialLength: number
  isOn: boolean
  isSimulated: boolean
  idempotencyHeaders: boolean
  /** Of the interface of material documents. */
  valueSource: ValueSource
  blockedAt: string | null
  blockedCode: string
  blockedReasonZh: string
  blockedReasonEn: string
  version: number
  updatedAt: string
}

interface InterfaceRow extends InterfaceSettings {
  secret: string
}

/** A row for the configuration page, which shows whether there is a secret, never the secret. */
export type InterfaceView = InterfaceSettings & { hasSecret: boolean }

/** The changeable fields; missing ones stay unchanged. */
export type InterfaceChange = Partial<
  Omit<
    InterfaceSettings,
    | 'companyCode'
    | 'interfaceCode'
    | 'blockedAt'
    | 'blockedCode'
    | 'blockedReasonZh'
    | 'blockedReasonEn'
    | 'version'
    | 'updatedAt'
  >
> & { secret?: string }

/** The encryption context of a secret, so that it cannot be used in a copied row. */
const contextOf = (row: { companyCode: string; interfaceCode: string }) =>
  `erp-interface/${row.companyCode}/${row.interfaceCode}`

export interface ResolvedInterface {
  settings: InterfaceSettings
  service: ServiceSettings
  /** Changes whenever a client built from it would behave differently. */
  fingerprint: string
}

/**
 * The interface of a company: its own row or the default. Base URL '' means `defaultBaseUrl` (ERP_URL). Throws if there
 * is neither, the address is not permitted (`outgoing`; that of the operator, ERP_URL, always is), or the secret cannot
 * be decrypted.
 */
export async function resolveInterface(
  queryable: Queryable,
  secrets: SecretBox,
  defaultBaseUrl: string | null,
  companyCode: string,
  interfaceCode: InterfaceCode,
  outgoing: OutgoingRules = noOutgoing,
): Promise<ResolvedInterface> {
  const [row] = await queryable.query<InterfaceRow>(
    `select * from erp_interface where company_code in ('', $1) and interface_code = $2 order by company_code desc limit 1`,
    [companyCode, interfaceCode],
  )
  if (row === undefined)
    throw new InterfaceProblem(
      interfaceCode,
      'no-interface',
      '接口未配置',
      'the interface is not configured',
    )
  const { secret: sealed, ...settings } = row
  const baseUrl = settings.baseUrl === '' ? (defaultBaseUrl ?? '') : settings.baseUrl
  if (!URL.canParse(baseUrl))
    throw new InterfaceProblem(
      interfaceCode,
      'no-address',
      '接口没有地址',
      'the interface has no address',
    )
  const isOperators = settings.baseUrl === ''
  if (!isOperators && addressProblem(outgoing, baseUrl) !== null)
    throw new InterfaceProblem(
      interfaceCode,
      'address-not-permitted',
      '接口地址不在运维允许的主机列表中',
      'the address of the interface is not one the operator permits',
    )
  let secret = ''
  try {
    secret = sealed === '' ? '' : secrets.open(sealed, contextOf(row))
  } catch (error) {
    throw new InterfaceProblem(
      interfaceCode,
      'secret-unreadable',
      '接口密码无法解密，请重新录入',
      'the secret of the interface cannot be opened: enter it again',
      error,
    )
  }
  const path = settings.servicePath.replace(/^\/?/, '/').replace(/\/+$/, '')
  const service: ServiceSettings = {
    serviceUrl: `${baseUrl.replace(/\/+$/, '')}${path}`,
    sapClient: settings.sapClient,
    language: settings.language,
    authentication: settings.authentication,
    account: settings.account,
    secret,
    timeoutMs: settings.timeoutMs,
    pageSize: settings.pageSize,
    allowsLoopback: isOperators || outgoing.allowsLoopback,
  }
  return { settings, service, fingerprint: JSON.stringify(service) }
}

/** The interface is not usable as configured; the text is for the administrator. */
export class InterfaceProblem extends Error {
  readonly interfaceCode: string
  readonly code: string
  readonly text: { zh: string; en: string }

  constructor(interfaceCode: string, code: string, zh: string, en: string, cause?: unknown) {
    super(`${interfaceCode}: ${en}`, { cause })
    this.name = 'InterfaceProblem'
    this.interfaceCode = interfaceCode
    this.code = code
    this.text = { zh, en }
  }
}

/** All interfaces for the configuration page, defaults first. */
export async function listInterfaces(queryable: Queryable): Promise<InterfaceView[]> {
  const rows = await queryable.query<InterfaceRow>(
    `select * from erp_interface order by company_code, interface_code`,
  )
  return rows.map(viewOf)
}

function viewOf(row: InterfaceRow): InterfaceView {
  const { secret, ...view } = row
  return { ...view, hasSecret: secret !== '' }
}

const changeable = {
  labelZh: 'label_zh',
  labelEn: 'label_en',
  baseUrl: 'base_url',
  servicePath: 'service_path',
  sapClient: 'sap_client',
  language: 'language',
  authentication: 'authentication',
  account: 'account',
  timeoutMs: 'timeout_ms',
  retriesMax: 'retries_max',
  retryDelaySeconds: 'retry_delay_seconds',
  unknownWaitSeconds: 'unknown_wait_seconds',
  secondLookSeconds: 'second_look_seconds',
  parallelMax: 'parallel_max',
  pageSize: 'page_size',
  keyField: 'key_field',
  materialLength: 'material_length',
  isOn: 'is_on',
  isSimulated: 'is_simulated',
  idempotencyHeaders: 'idempotency_headers',
  valueSource: 'value_source',
} as const satisfies Record<keyof Omit<InterfaceChange, 'secret'>, string>

/**
 * Changes an interface, or creates a company's own row from the default. Another address, path or authentication removes
 * the secret unless a new one is given: it was entered for the former. Saving also removes a block. Returns the
 * states before and after for the audit (without the secret); undefined if `version` is outdated or the interface does
 * not exist.
 */
export async function saveInterface(
  tx: Queryable,
  secrets: SecretBox,
  save: {
    companyCode: string
    interfaceCode: InterfaceCode
    version?: number
    change: InterfaceChange
    userId: string
  },
): Promise<{ before: InterfaceView | null; after: InterfaceView } | undefined> {
  const { companyCode, interfaceCode, change } = save
  const find = () =>
    tx.query<InterfaceRow>(
      `select * from erp_interface where company_code = $1 and interface_code = $2 for update`,
      [companyCode, interfaceCode],
    )
  let [before] = await find()
  const isNew = before === undefined
  if (before === undefined) {
    // The default's secret is encrypted for the default row, so a company's own row starts without one.
    await tx.query(
      `insert into erp_interface (company_code, interface_code, label_zh, label_en, base_url, service_path, sap_client, language, key_field)
       select $1, interface_code, label_zh, label_en, base_url, service_path, sap_client, language, key_field
       from erp_interface where company_code = '' and interface_code = $2 on conflict do nothing`,
      [companyCode, interfaceCode],
    )
    ;[before] = await find()
    if (before === undefined) return undefined
  }
  if (save.version !== undefined && !isNew && save.version !== before.version) return undefined
  const assignments: string[] = []
  const values: unknown[] = [companyCode, interfaceCode, save.userId]
  for (const [name, column] of Object.entries(changeable)) {
    const value = change[name as keyof typeof changeable]
    if (value === undefined) continue
    values.push(value)
    assignments.push(`${column} = $${values.length}`)
  }
  if (change.secret !== undefined) {
    values.push(change.secret === '' ? '' : secrets.seal(change.secret, contextOf(save)))
    assignments.push(`secret = $${values.length}`)
  } else if (leadsElsewhere(before, change)) assignments.push(`secret = ''`)
  const after = firstOf(
    await tx.query<InterfaceRow>(
      `update erp_interface set ${[...assignments, ''].join(', ')} blocked_at = null, blocked_code = '', blocked_reason_zh = '',
       blocked_reason_en = '', version = version + 1, updated_at = now(), updated_by = $3
     where company_code = $1 and interface_code = $2 returning *`,
      values,
    ),
  )
  await releaseBlocked(tx, interfaceCode)
  return { before: isNew ? null : viewOf(before), after: viewOf(after) }
}

/** The fields that determine to whom the secret is sent, and how. */
const destination = ['baseUrl', 'servicePath', 'authentication'] as const

const leadsElsewhere = (before: InterfaceSettings, change: InterfaceChange): boolean =>
  destination.some((name) => change[name] !== undefined && change[name] !== before[name])

/** Removes a block without other changes, after an error was fixed in the ERP. */
export async function unblockInterface(
  tx: Queryable,
  unblock: { companyCode: string; interfaceCode: InterfaceCode; userId: string },
): Promise<{ before: InterfaceView | null; after: InterfaceView } | undefined> {
  return saveInterface(tx, noSecrets, { ...unblock, change: {} })
}

const noSecrets: SecretBox = {
  seal: () => {
    throw new Error('no secret is sealed when a block is lifted')
  },
  open: () => {
    throw new Error('no secret is opened when a block is lifted')
  },
  digest: () => {
    throw new Error('no secret is compared when a block is lifted')
  },
}

/** Releases postings held up by a configuration error; those possibly sent are looked up first. */
async function releaseBlocked(tx: Queryable, interfaceCode: string): Promise<void> {
  await tx.query(
    `update erp_posting p set state = case when is_outcome_open then 'unknown' else 'pending' end, look_ups = 0,
       next_attempt_at = now(), updated_at = now()
     where state = 'blocked' and interface_code = $1
       and not exists (select from erp_interface i where i.interface_code = p.interface_code and i.blocked_at is not null
         and i.company_code = (select max(company_code) from erp_interface c
           where c.interface_code = p.interface_code and c.company_code in ('', p.company_code)))`,
    [interfaceCode],
  )
  await tx.query(
    `update erp_alarm set resolved_at = now(), resolution = 'unblocked'
     where kind = 'blocked' and interface_code = $1 and resolved_at is null`,
    [interfaceCode],
  )
  wakeSender(tx)
}
