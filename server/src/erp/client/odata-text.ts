import type { LocalDate } from '@kufang/kernel/local-date.ts'

/** A text literal in a URL: quoted, with doubled quotes (`'O''Neil'`). */
export function textLiteral(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}

/** A calendar day in a URL: `datetime'2026-01-02T00:00:00'`, without time zone. */
export function dateLiteral(date: LocalDate): string {
  return `datetime'${date}T00:00:00'`
}

/** An instant in a URL: `datetimeoffset'2026-01-02T03:04:05Z'`; throws RangeError if invalid. */
export function momentLiteral(instant: string): string {
  return `datetimeoffset'${new Date(instant).toISOString().replace(/\.000Z$/, 'Z')}'`
}

/** `A_Set(Year='2026',Document='50')`: key fields in the order given. */
export function keyPath(entitySet: string, key: Readonly<Record<string, string>>): string {
  const parts = Object.entries(key).map(([name, value]) => `${name}=${textLiteral(value)}`)
  return `${entitySet}(${parts.join(',')})`
}

/** Query options in the readable form that every gateway accepts: `$`, `,`, `/`, `:` and `'` stay unescaped. */
export function queryText(options: Readonly<Record<string, string | undefined>>): string {
  const parts: string[] = []
  for (const [name, value] of Object.entries(options)) {
    if (value === undefined || value === '') continue
    const encoded = encodeURIComponent(value).replace(/%(2C|2F|3A|24)/g, (hex) =>
      decodeURIComponent(hex),
    )
    parts.push(`${name}=${encoded}`)
  }
  return parts.join('&')
}

/** A timestamp of the ERP (`/Date(ms)/`, `/Date(ms+0000)/` or ISO) as an ISO text; '' for none. */
export function momentFrom(value: unknown): string {
  if (typeof value !== 'string' || value === '') return ''
  const ticks = /^\/Date\((-?\d+)([+-]\d+)?\)\/$/.exec(value)
  const date =
    ticks === null
      ? new Date(/(Z|[+-]\d\d:?\d\d)$/.test(value) ? value : `${value}Z`)
      : new Date(Number(ticks[1]))
  if (Number.isNaN(date.getTime())) throw new RangeError(`no moment: ${value}`)
  return date.toISOString()
}

/**
 * Numeric text without leading zeros, for comparing (`00010` and `10` are one order item); other texts stay unchanged.
 */
export function withoutZeros(text: string): string {
  return /^\d+$/.test(text) ? text.replace(/^0+(?=\d)/, '') : text
}

/** Numeric text padded with zeros to a length; other texts stay unchanged. */
export function withZeros(text: string, length: number): string {
  return length > 0 && /^\d+$/.test(text) ? text.padStart(length, '0') : text
}
