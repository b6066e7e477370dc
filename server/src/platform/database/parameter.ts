/**
 * A value in PostgreSQL's text format: null, bytes or text. Arrays become array literals, other objects JSON, dates ISO
 * texts.
 */
export function parameterOf(value: unknown): string | Buffer | null {
  switch (typeof value) {
    case 'string':
      return value
    case 'undefined':
      return null
    case 'number':
    case 'bigint':
    case 'boolean':
      return String(value)
    case 'function':
    case 'symbol':
      throw new TypeError(`a ${typeof value} cannot be a parameter of a statement`)
    case 'object':
      break
  }
  if (value === null) return null
  if (Buffer.isBuffer(value)) return value
  if (ArrayBuffer.isView(value))
    return Buffer.from(value.buffer, value.byteOffset, value.byteLength)
  if (value instanceof Date) return value.toISOString()
  if (Array.isArray(value)) return arrayLiteral(value)
  return JSON.stringify(value)
}

/** `{"a","b",NULL}`; nested arrays become dimensions. */
function arrayLiteral(values: readonly unknown[]): string {
  let text = '{'
  for (let index = 0; index < values.length; index++) {
    if (index > 0) text += ','
    text += elementOf(values[index])
  }
  return `${text}}`
}

function elementOf(value: unknown): string {
  if (typeof value === 'string') return quoted(value)
  if (Array.isArray(value)) return arrayLiteral(value)
  const parameter = parameterOf(value)
  if (parameter === null) return 'NULL'
  return typeof parameter === 'string' ? quoted(parameter) : `\\\\x${parameter.toString('hex')}`
}

const special = /["\\]/
const everySpecial = /["\\]/g

function quoted(text: string): string {
  return `"${special.test(text) ? text.replace(everySpecial, '\\$&') : text}"`
}
