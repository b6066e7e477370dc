const lengthMax = 40

/**
 * The title of the home page from `?title=…`, or null for the default (product.md section 2). The text may be encoded
 * twice, as in links of other systems.
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
    // The text itself contains a percent sign.
    return text
  }
}
