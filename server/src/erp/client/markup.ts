/*
 * Reads XML and HTML of other systems in linear time, whatever the text: each function passes through it once, forwards.
 * Regular expressions that search for a pair of tags start again at every opening tag, which takes minutes for 200 KB of
 * them.
 */

/** The text between two marks. */
export interface Section {
  content: string
  /** Where the search continues, after the second mark. */
  end: number
}

/**
 * The content of the first element with this name at or after `from`, nested elements included; to the end of the text
 * if it is not closed and `mayBeOpen`. Names are compared exactly, without name space prefix.
 */
export function elementIn(
  text: string,
  name: string,
  from = 0,
  mayBeOpen = false,
): Section | undefined {
  const open = `<${name}`
  for (let at = text.indexOf(open, from); at >= 0; at = text.indexOf(open, at + open.length)) {
    const next = text[at + open.length]
    if (next !== '>' && !isSpace(next)) continue
    const start = next === '>' ? at + open.length : text.indexOf('>', at)
    if (start < 0) return undefined
    const close = `</${name}>`
    const end = text.indexOf(close, start)
    if (end < 0 && !mayBeOpen) return undefined
    return end < 0
      ? { content: text.slice(start + 1), end: text.length }
      : { content: text.slice(start + 1, end), end: end + close.length }
  }
  return undefined
}

/** The contents of all closed elements with this name, in order. */
export function elementsIn(text: string, name: string): string[] {
  const found: string[] = []
  for (let at = 0; ;) {
    const section = elementIn(text, name, at)
    if (section === undefined) return found
    found.push(section.content)
    at = section.end
  }
}

/** The text without its first element of this name, or without the rest if that element is not closed. */
export function withoutElement(text: string, name: string): string {
  const start = text.indexOf(`<${name}>`)
  if (start < 0) return text
  const close = `</${name}>`
  const end = text.lastIndexOf(close)
  return text.slice(0, start) + (end < start ? '' : text.slice(end + close.length))
}

/**
 * The visible text of a web page: tags become spaces, the contents of the elements in `hidden` (lower case) are left
 * out, up to the end of the page if they are not closed.
 */
export function visibleText(page: string, hidden: readonly string[]): string {
  const lower = page.toLowerCase()
  const pieces: string[] = []
  for (let at = 0; at < page.length;) {
    const tag = page.indexOf('<', at)
    if (tag < 0) {
      pieces.push(page.slice(at))
      break
    }
    pieces.push(page.slice(at, tag), ' ')
    const name = hidden.find((word) => lower.startsWith(word, tag + 1))
    const from = name === undefined ? tag : lower.indexOf(`</${name}`, tag)
    const end = from < 0 ? -1 : page.indexOf('>', from)
    if (end < 0) break
    at = end + 1
  }
  return pieces.join('')
}

/** Replaces text sections (CDATA) by their content and the entities of HTML by their characters. */
export function decodeMarkup(text: string): string {
  return withoutTextMarks(text)
    .replace(/&#(\d{1,7});/g, (all, code: string) =>
      Number(code) <= 0x10ffff ? String.fromCodePoint(Number(code)) : all,
    )
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&apos;', "'")
    .replaceAll('&nbsp;', ' ')
    .replaceAll('&amp;', '&')
}

function withoutTextMarks(text: string): string {
  const open = '<![CDATA['
  const pieces: string[] = []
  let at = 0
  for (;;) {
    const start = text.indexOf(open, at)
    const end = start < 0 ? -1 : text.indexOf(']]>', start)
    if (end < 0) return pieces.join('') + text.slice(at)
    pieces.push(text.slice(at, start), text.slice(start + open.length, end))
    at = end + 3
  }
}

const isSpace = (character: string | undefined) =>
  character === ' ' || character === '\n' || character === '\t' || character === '\r'
