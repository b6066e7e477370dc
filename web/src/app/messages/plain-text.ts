/** The plain text of a message's HTML, for a line in a list; nothing in it is executed or loaded. */
export function plainText(html: string): string {
  const parsed = new DOMParser().parseFromString(
    html.replaceAll(/<\/(p|li|td|th|h[1-4]|div)>|<br ?\/?>/g, '$& '),
    'text/html',
  )
  return (parsed.body.textContent ?? '').replaceAll(/\s+/g, ' ').trim()
}
