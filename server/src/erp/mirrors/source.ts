import { fromSapDate, type LocalDate } from '@kufang/kernel/local-date.ts'
import { multiplyQuantity, type Quantity } from '@kufang/kernel/quantity.ts'
import { isUnitFraction, type UnitFraction } from '@kufang/kernel/unit-conversion.ts'
import type { Queryable } from '../../platform/database/database.ts'
import type { CallOptions, Entity, ODataClient } from '../client/odata-client.ts'
import { momentLiteral, textLiteral, withoutZeros } from '../client/odata-text.ts'
import type { ErpConnections } from '../gateway.ts'
import type { InterfaceCode } from '../interface-settings.ts'

/** The source of a mirror: the client of its service, with logging and abort signal. */
export interface MirrorSource {
  client: ODataClient
  call?: Pick<CallOptions, 'onExchange' | 'signal'>
}

/** The request of a mirror. */
export interface MirrorRequest {
  /** ISO timestamp: only later changes; null or absent reads everything. */
  changedSince?: string | null
  companyCode?: string
  /** Only these documents, whenever changed: the re-read before a commitment. */
  numbers?: readonly string[]
}

/** A source that logs each call under the company. Throws `InterfaceProblem` if it is not configured. */
export async function openMirrorSource(
  connections: ErpConnections,
  companyCode: string,
  interfaceCode: InterfaceCode,
  signal?: AbortSignal,
): Promise<MirrorSource> {
  const { client } = await connections.connect(companyCode, interfaceCode)
  return { client, call: connections.logged({ companyCode, interfaceCode }, signal) }
}

/** The time up to which a mirror has read; null before the first time. */
export async function readSyncState(
  queryable: Queryable,
  companyCode: string,
  interfaceCode: InterfaceCode,
): Promise<string | null> {
  const [state] = await queryable.query<{ changedUntil: string | null }>(
    `select changed_until from erp_sync_state where company_code = $1 and interface_code = $2`,
    [companyCode, interfaceCode],
  )
  return state?.changedUntil ?? null
}

/** The companies in which an interface is on and was last read this many minutes ago, or never. */
export async function companiesDue(
  queryable: Queryable,
  { interfaceCode, intervalMinutes }: { interfaceCode: InterfaceCode; intervalMinutes: number },
): Promise<string[]> {
  // Slightly less than the interval, otherwise a minute timer would skip every second run.
  const rows = await queryable.query<{ companyCode: string }>(
    `select c.company_code from company c
     left join erp_sync_state s on s.company_code = c.company_code and s.interface_code = $1
     where c.is_active
       and (s.last_started_at is null or s.last_started_at <= now() - make_interval(mins => $2) + interval '20 seconds')
       and (select i.is_on from erp_interface i where i.interface_code = $1 and i.company_code in ('', c.company_code)
         order by i.company_code desc limit 1)
     order by c.company_code`,
    [interfaceCode, intervalMinutes],
  )
  return rows.map(({ companyCode }) => companyCode)
}

/**
 * Stores the result of a synchronisation. `changedUntil` (the time before it began) is stored only on success: after a
 * failure the next run starts from the last success.
 */
export async function recordSync(
  queryable: Queryable,
  sync: {
    companyCode: string
    interfaceCode: InterfaceCode
    startedAt: string
    count: number
    changedUntil?: string
    error?: { zh: string; en: string }
  },
): Promise<void> {
  await queryable.query(
    `insert into erp_sync_state (company_code, interface_code, changed_until, last_started_at, last_succeeded_at, last_count,
       last_error_zh, last_error_en)
     values ($1, $2, $3, $4, case when $6 = '' then now() end, $5, $6, $7)
     on conflict (company_code, interface_code) do update set
       changed_until = coalesce(excluded.changed_until, erp_sync_state.changed_until),
       last_started_at = excluded.last_started_at,
       last_succeeded_at = coalesce(excluded.last_succeeded_at, erp_sync_state.last_succeeded_at),
       last_count = excluded.last_count, last_error_zh = excluded.last_error_zh, last_error_en = excluded.last_error_en`,
    [
      sync.companyCode,
      sync.interfaceCode,
      sync.error === undefined ? (sync.changedUntil ?? null) : null,
      sync.startedAt,
      sync.count,
      sync.error?.zh ?? '',
      sync.error?.en ?? '',
    ],
  )
}

/** Numbers per filter, because gateways limit the URL length. */
const numbersPerCall = 20

/**
 * The `$filter`s that cover a request: one for the change time, or several for a list of numbers. `changeField` is ''
 * for sets without a change timestamp.
 */
export function filtersOf(
  request: MirrorRequest,
  names: { key: string; changed: string; company: string },
): string[] {
  const base: string[] = []
  if (request.companyCode && names.company !== '')
    base.push(`${names.company} eq ${textLiteral(request.companyCode)}`)
  if (request.numbers !== undefined)
    return chunks(request.numbers, numbersPerCall).map((some) => {
      const either = some.map((number) => `${names.key} eq ${textLiteral(number)}`).join(' or ')
      return [...base, some.length === 1 ? either : `(${either})`].join(' and ')
    })
  if (request.changedSince && names.changed !== '')
    base.push(`${names.changed} ge ${momentLiteral(request.changedSince)}`)
  return [base.join(' and ')]
}

export function chunks<T>(list: readonly T[], size: number): T[][] {
  const parts: T[][] = []
  for (let at = 0; at < list.length; at += size) parts.push(list.slice(at, at + size))
  return parts
}

/** Reads the rows of a set for each filter in turn. */
export async function* readRows(
  source: MirrorSource,
  entitySet: string,
  filters: readonly string[],
  query: Record<string, string>,
): AsyncGenerator<Entity> {
  for (const filter of filters) {
    const pages = source.client.getPages(entitySet, {
      operation: 'mirror',
      ...source.call,
      query: { ...query, $filter: filter },
    })
    for await (const page of pages) yield* page
  }
}

export const text = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : ''

/** Numeric text without leading zeros: `00010` and `10` are the same item. */
export const numberText = (value: unknown): string => withoutZeros(text(value))

export const flag = (value: unknown): boolean => value === true || value === 'X' || value === 'true'

export function day(value: unknown): LocalDate | null {
  const written = text(value)
  return written === '' ? null : fromSapDate(written)
}

/** A conversion to a base unit; null where the ERP sends none. */
export function fraction(numerator: unknown, denominator: unknown): UnitFraction | null {
  const converted = { numerator: Number(text(numerator)), denominator: Number(text(denominator)) }
  return isUnitFraction(converted) ? converted : null
}

/** A decimal rounded to the 3 decimals of a quantity; stock has up to 14. Empty is zero. */
export const quantity = (value: unknown): Quantity =>
  multiplyQuantity('1' as Quantity, text(value) || '0')
