import type { Check } from './books.ts'

/** A table of two columns, the first as wide as its longest entry. */
export function tableOf(rows: readonly (readonly [string, string])[]): string[] {
  const width = Math.max(...rows.map(([name]) => name.length))
  return rows.map(([name, value]) => `  ${name.padEnd(width)}  ${value}`)
}

export function checkRows(checks: readonly Check[]): [string, string][] {
  return checks.map(({ name, found, holds }) => [name, `${holds ? 'ok ' : 'NO '} ${found}`])
}

export function seconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(1)} s`
}
