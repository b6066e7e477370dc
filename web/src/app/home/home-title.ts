const lengthMax = 40

/**
 * The title of the home page from `?title=…`, or null for its own (product.md section 2). The text
 * may be encoded once more, as links made by other systems are.
 */
export function homeTitle(search: string): string | null {
  const given = new URLSearchParams(search).get('title') ?? ''
  const title = decoded(given).trim().slice(0, lengthMax)
  return title === '' ? null : title
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    // A percent sign of the text itself.
    return text
  }
}
