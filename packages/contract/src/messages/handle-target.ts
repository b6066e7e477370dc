/** A page a message may link to. */
interface NamedPage {
  path: string
}

const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** The route name of a page: the last part of its path with a capital first letter. */
const routeName = (path: string): string => capitalised(path.split('/').at(-1) ?? '')

/**
 * The target of a message (product.md section 4: "follows handleUrl, with the first letter capitalised"):
 * `/receive/auditReceive?docNo=…` is a path and used unchanged, `auditReceive?docNo=…` a route name, which begins with
 * a capital. Null if empty, unknown, or outside the product.
 */
export function handleTarget(handleUrl: string, pages: readonly NamedPage[]): string | null {
  const target = capitalised(handleUrl.trim().replace(/^#(?=\/)/, ''))
  if (target.startsWith('/')) return isInside(target) ? target : null
  const [name, query] = split(target)
  const page = name === '' ? undefined : pages.find(({ path }) => routeName(path) === name)
  return page === undefined ? null : `${page.path}${query === undefined ? '' : `?${query}`}`
}

/** Browsers interpret `//host` and backslashes as addresses of other sites. */
function isInside(path: string): boolean {
  return !/^\/[/\\]/.test(path) && !/[\\\s]/.test(path)
}

function split(text: string): [string, string | undefined] {
  const at = text.indexOf('?')
  return at < 0 ? [text, undefined] : [text.slice(0, at), text.slice(at + 1)]
}
