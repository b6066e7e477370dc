import { addAll } from '@kufang/kernel/add-all.ts'

/** Unexpected values: wrong type, too long, too deep, too many, and fragments of other languages. */
export const hostileValues: readonly [string, unknown][] = [
  ['null', null],
  ['true', true],
  ['negative', -1],
  ['beyond integers', 2 ** 60],
  ['beyond numbers', 1e300],
  ['a fraction', 0.000_000_1],
  ['empty', ''],
  ['a space', ' '],
  ['nothing printable', '\u0000'],
  ['half a character', '\ud800'],
  ['right to left', '\u202eabc\u202c'],
  ['long', 'x'.repeat(100_000)],
  ['many', Array.from({ length: 3000 }, (_none, index) => index)],
  ['deep', deep(400)],
  ['an object', { a: 1 }],
  ['a list of objects', [{ a: [{ b: null }] }]],
  ['not a number', 'NaN'],
  ['infinite', '1e400'],
  ['no date', '2026-02-30'],
  ['a far year', '+275760-09-13T00:00:00.000Z'],
  ['without end', '9999-12-31'],
  ['before the calendar', '0001-01-01'],
  ['a moment that does not exist', '2027-02-30T10:00:00Z'],
  ['wide digits', '１２３'],
  ['sql quote', "x' or '1'='1"],
  ['sql comment', '1; drop table app_user; --'],
  ['sql sleep', "'||pg_sleep(3)||'"],
  ['sql wildcard', '%_\\'],
  ['script', '<script>alert(1)</script><img src=x onerror=alert(1)>'],
  ['template', '{{7*7}}${7*7}<%= 7*7 %>#{7*7}'],
  ['formula', "=cmd|'/C calc'!A0"],
  ['a path', '../../../../etc/passwd'],
  ['prototype', '__proto__'],
  ['constructor', 'constructor'],
  ['an expression', '(a+)+$'],
]

function deep(levels: number): unknown {
  let value: unknown = 'x'
  for (let level = 0; level < levels; level += 1) value = [value]
  return value
}

type Path = readonly (string | number)[]

/** All positions of values in a body, including the body itself. */
export function placesIn(body: unknown, at: Path = []): Path[] {
  const places: Path[] = [at]
  if (Array.isArray(body)) {
    body.forEach((item, index) => addAll(places, placesIn(item, [...at, index])))
  } else if (body !== null && typeof body === 'object') {
    for (const [name, value] of Object.entries(body)) addAll(places, placesIn(value, [...at, name]))
  }
  return places
}

/** Returns a copy with another value at one position. */
export function spoil(body: unknown, at: Path, value: unknown): unknown {
  const [first, ...rest] = at
  if (first === undefined) return value
  if (Array.isArray(body)) {
    return body.map((item, index) => (index === first ? spoil(item, rest, value) : item))
  }
  const entries = Object.entries(body as object)
  return Object.fromEntries(
    entries.map(([name, item]) => [name, name === first ? spoil(item, rest, value) : item]),
  )
}
