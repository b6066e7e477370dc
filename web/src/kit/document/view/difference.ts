/** A changed field; null if the value was or is absent. */
export interface FieldChange {
  field: string
  before: unknown
  after: unknown
}

/** The differences between two snapshots by field; lines as `lines.3.quantity`. */
export function changesBetween(
  before: Record<string, unknown> | null,
  after: Record<string, unknown> | null,
): FieldChange[] {
  const old = flattened(before)
  const made = flattened(after)
  const fields = [...new Set([...old.keys(), ...made.keys()])]
  return fields.flatMap((field) => {
    const was = old.get(field) ?? null
    const is = made.get(field) ?? null
    return was === is ? [] : [{ field, before: was, after: is }]
  })
}

/** The depth to which snapshots are compared; deeper values are shown as text. */
const deepest = 4

function flattened(value: unknown): Map<string, unknown> {
  const found = new Map<string, unknown>()
  const walk = (entry: unknown, path: readonly string[]): void => {
    if (entry === undefined) return
    if (typeof entry !== 'object' || entry === null || path.length >= deepest) {
      found.set(
        path.join('.'),
        typeof entry === 'object' && entry !== null ? JSON.stringify(entry) : entry,
      )
      return
    }
    for (const [name, inner] of Object.entries(entry)) {
      walk(inner, [...path, Array.isArray(entry) ? lineName(inner, name) : name])
    }
  }
  walk(value, [])
  found.delete('')
  return found
}

/** Lines are identified by their number, regardless of their position. */
function lineName(line: unknown, index: string): string {
  const number =
    typeof line === 'object' && line !== null && 'lineNo' in line ? line.lineNo : undefined
  return typeof number === 'number' ? String(number) : String(Number(index) + 1)
}
