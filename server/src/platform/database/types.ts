import pg from 'pg'
import { quantityFromDatabase } from '@kufang/kernel/quantity.ts'

/**
 * Maps PostgreSQL types to JavaScript: exact numbers remain text (never a float), dates remain `yyyy-MM-dd`, instants
 * become ISO texts, int8 (sequences, counts far below 2^53) becomes a number.
 */
export function installTypeParsers(): void {
  const { types } = pg
  types.setTypeParser(types.builtins.NUMERIC, (text) => quantityFromDatabase(text))
  types.setTypeParser(types.builtins.DATE, (text) => text)
  types.setTypeParser(types.builtins.INT8, (text) => Number(text))
  types.setTypeParser(types.builtins.TIMESTAMPTZ, (text) => instantFromDatabase(text))
}

function instantFromDatabase(text: string): string {
  // In a UTC session an instant with a fraction needs no date arithmetic.
  if (text.length >= 25 && text.endsWith('+00') && text[19] === '.')
    return `${text.slice(0, 10)}T${text.slice(11, 19)}.${text.slice(20, -3).padEnd(3, '0').slice(0, 3)}Z`
  return new Date(text.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00')).toISOString()
}
