/** Where a page ended, as an opaque text for the address bar: the order's values of its last row. */
export function encodeCursor(order: string, values: readonly unknown[]): string {
  return Buffer.from(JSON.stringify([order, ...values])).toString('base64url')
}

/** @throws Error when the text is no cursor of this order: the caller mixed up two lists */
export function decodeCursor(cursor: string, order: string, length: number): unknown[] {
  let parts: unknown
  try {
    parts = JSON.parse(Buffer.from(cursor, 'base64url').toString())
  } catch (error) {
    throw new Error(`no cursor: ${cursor}`, { cause: error })
  }
  if (!Array.isArray(parts) || parts[0] !== order || parts.length !== length + 1)
    throw new Error(`no cursor of the order ${order}: ${cursor}`)
  return parts.slice(1)
}
