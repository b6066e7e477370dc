/** The only place that converts between snake_case of the database and camelCase of all other code. */

const toSnakeCache = new Map<string, string>()
const toCamelCache = new Map<string, string>()

/** `stockCategory` becomes `stock_category`. */
export function toSnake(name: string): string {
  let found = toSnakeCache.get(name)
  if (found === undefined) {
    found = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`).replaceAll('-', '_')
    toSnakeCache.set(name, found)
  }
  return found
}

/** `stock_category` becomes `stockCategory`. */
export function toCamel(name: string): string {
  let found = toCamelCache.get(name)
  if (found === undefined) {
    found = name.replace(/_([a-z0-9])/g, (_all, letter: string) => letter.toUpperCase())
    toCamelCache.set(name, found)
  }
  return found
}
