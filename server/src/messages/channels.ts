import type { SendType } from '@kufang/contract/messages/message-event.ts'
import { firstOf } from '@kufang/kernel/present.ts'
import type { Queryable } from '../platform/database/database.ts'
import type { ServerContext } from '../platform/http/context.ts'
import type { OutgoingRules } from '../platform/outgoing/outgoing-rules.ts'
import { openSecretBox } from '../platform/secrets/secret-box.ts'
import type { SecretBox } from '../platform/secrets/secret-box.ts'

/** The external send channels. */
export type OutgoingType = Exclude<SendType, 'mail'>
export const outgoingTypes = ['email', 'Nail'] as const satisfies readonly OutgoingType[]

/** The settings of a mail or chat channel, without secrets. */
export interface ChannelSettings {
  /** Company of the row; '' for the default. */
  companyCode: string
  sendType: OutgoingType
  isOn: boolean
  host: string
  port: number
  security: 'none' | 'starttls' | 'tls'
  account: string
  senderAddress: string
  senderName: string
  webHook: string
  language: 'zh' | 'en'
  timeoutMs: number
  attemptsMax: number
  version: number
  updatedAt: string
}

/** For the page: whether there are secrets, never the secrets. */
export interface ChannelView extends ChannelSettings {
  hasSecret: boolean
  hasToken: boolean
}

/** With decrypted secrets, for sending; never leaves the server. */
export interface OpenChannel extends ChannelSettings {
  /** Where it may lead. */
  outgoing: OutgoingRules
  /** Password of the mail account, or the robot's signing secret. */
  secret: string
  /** The robot's access token. */
  token: string
}

interface ChannelRow extends ChannelSettings {
  secret: string
  token: string
}

/** Missing fields stay unchanged. */
export type ChannelChange = Partial<
  Omit<OpenChannel, 'outgoing' | 'companyCode' | 'sendType' | 'version' | 'updatedAt'>
>

/** The encryption context of a secret, so that it cannot be used in a copied row. */
const contextOf = (row: Pick<ChannelSettings, 'companyCode' | 'sendType'>, part: string) =>
  `message-channel/${row.companyCode}/${row.sendType}/${part}`

/** The secret box of this installation. */
export function secretsOf({ dataFolder, settings }: ServerContext): SecretBox {
  return openSecretBox({ dataFolder, environmentKey: settings.secretKey })
}

/** The channel of a company: its own or the default; undefined if switched off. */
export async function openChannel(
  queryable: Queryable,
  secrets: SecretBox,
  outgoing: OutgoingRules,
  companyCode: string,
  sendType: OutgoingType,
): Promise<OpenChannel | undefined> {
  const [row] = await queryable.query<ChannelRow>(
    `select * from message_channel where company_code in ('', $1) and send_type = $2 order by company_code desc limit 1`,
    [companyCode, sendType],
  )
  if (row === undefined || !row.isOn) return undefined
  const open = (part: 'secret' | 'token') =>
    row[part] === '' ? '' : secrets.open(row[part], contextOf(row, part))
  return { ...row, outgoing, secret: open('secret'), token: open('token') }
}

/** The send channels a company has switched on. */
export async function waysOf(
  queryable: Queryable,
  companyCode: string,
): Promise<ReadonlySet<OutgoingType>> {
  const rows = await queryable.query<{ sendType: OutgoingType; isOn: boolean }>(
    `select distinct on (send_type) send_type, is_on from message_channel where company_code in ('', $1) order by send_type, company_code desc`,
    [companyCode],
  )
  return new Set(rows.filter(({ isOn }) => isOn).map(({ sendType }) => sendType))
}

export async function listChannels(queryable: Queryable): Promise<ChannelView[]> {
  const rows = await queryable.query<ChannelRow>(
    `select * from message_channel order by send_type, company_code`,
  )
  return rows.map(viewOf)
}

function viewOf({ secret, token, ...settings }: ChannelRow): ChannelView {
  return { ...settings, hasSecret: secret !== '', hasToken: token !== '' }
}

const changeable = {
  isOn: 'is_on',
  host: 'host',
  port: 'port',
  security: 'security',
  account: 'account',
  senderAddress: 'sender_address',
  senderName: 'sender_name',
  webHook: 'web_hook',
  language: 'language',
  timeoutMs: 'timeout_ms',
  attemptsMax: 'attempts_max',
} as const satisfies Record<keyof Omit<ChannelChange, 'secret' | 'token'>, string>

/** The fields that determine to whom the secrets are sent, and how. */
const destination = ['host', 'port', 'security', 'webHook'] as const

const leadsElsewhere = (before: ChannelSettings, change: ChannelChange): boolean =>
  destination.some((name) => change[name] !== undefined && change[name] !== before[name])

/**
 * Changes a channel, or creates a company's own from the default (without its secrets, which are encrypted for the
 * default row). Another server, encryption or address removes the secrets that are not given anew: they were entered for
 * the former. Undefined if `version` is outdated.
 */
export async function saveChannel(
  tx: Queryable,
  secrets: SecretBox,
  save: {
    companyCode: string
    sendType: OutgoingType
    version: number | undefined
    change: ChannelChange
    userId: string
  },
): Promise<{ before: ChannelView | null; after: ChannelView } | undefined> {
  const { companyCode, sendType, change } = save
  const made = await tx.query(
    `insert into message_channel (company_code, send_type, host, port, security, account, sender_address, sender_name, web_hook, language, timeout_ms, attempts_max)
     select $1, send_type, host, port, security, account, sender_address, sender_name, web_hook, language, timeout_ms, attempts_max
     from message_channel where company_code = '' and send_type = $2 on conflict do nothing returning 1 as made`,
    [companyCode, sendType],
  )
  const [before] = await tx.query<ChannelRow>(
    `select * from message_channel where company_code = $1 and send_type = $2 for update`,
    [companyCode, sendType],
  )
  if (before === undefined) return undefined
  if (made.length === 0 && save.version !== before.version) return undefined
  const values: unknown[] = [companyCode, sendType, save.userId]
  const set: string[] = []
  for (const [name, column] of Object.entries(changeable)) {
    const value = change[name as keyof typeof changeable]
    if (value !== undefined) set.push(`${column} = $${values.push(value)}`)
  }
  for (const part of ['secret', 'token'] as const) {
    const value = change[part]
    if (value === undefined) {
      if (leadsElsewhere(before, change)) set.push(`${part} = ''`)
      continue
    }
    const sealed = value === '' ? '' : secrets.seal(value, contextOf(save, part))
    set.push(`${part} = $${values.push(sealed)}`)
  }
  const after = firstOf(
    await tx.query<ChannelRow>(
      `update message_channel set ${[...set, ''].join(', ')} version = version + 1, updated_at = now(), updated_by = $3
     where company_code = $1 and send_type = $2 returning *`,
      values,
    ),
  )
  return { before: made.length > 0 ? null : viewOf(before), after: viewOf(after) }
}
