/** A page of the product that a message may lead to. */
interface NamedPage {
  path: string
}

const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** The name of a page's route: the last part of its path, its first letter capitalised. */
const routeName = (path: string): string => capitalised(path.split('/').at(-1) ?? '')

/**
 * Where a message leads (product.md section 4: "follows handleUrl, with the first letter
 * capitalised"): `/receive/auditReceive?docNo=…` is a path and taken as it is, `auditReceive?docNo=…`
 * the name of a route, which begins with a capital. Null for nothing, for what is no page, and for
 * anything that would leave the product.
 */
export function handleTarget(handleUrl: string, pages: readonly NamedPage[]): string | null {
  const target = capitalised(handleUrl.trim().replace(/^#(?=\/)/, ''))
  if (target.startsWith('/')) return isInside(target) ? target : null
  const [name, query] = split(target)
  const page = name === '' ? undefined : pages.find(({ path }) => routeName(path) === name)
  return page === undefined ? null : `${page.path}${query === undefined ? '' : `?${query}`}`
}

/** `//host` and backslashes are addresses of other sites to a browser. */
function isInside(path: string): boolean {
  return !/^\/[/\\]/.test(path) && !/[\\\s]/.test(path)
}

function split(text: string): [string, string | undefined] {
  const at = text.indexOf('?')
  return at < 0 ? [text, undefined] : [text.slice(0, at), text.slice(at + 1)]
}
