import { unreadable } from './workbook-refusal.ts'

/** The next event of an XML text: start of an element, its end, or text. */
export type XmlEvent =
  | { kind: 'open'; name: string; attributes: ReadonlyMap<string, string> }
  | { kind: 'close'; name: string }
  | { kind: 'text'; text: string }

/** Deeper than any workbook. */
const depthMax = 64
const namePattern = /[^\s/>=<"']+/y
const attributePattern = /\s+([^\s=/><"']+)\s*=\s*(?:"([^"<]*)"|'([^'<]*)')/y
const tagEndPattern = /\s*(\/?)>/y
const known: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/**
 * Parses an XML text in time and memory proportional to its length. Names are returned without namespace. A document
 * type is refused, so that no entities can be defined that expand or read files; only the five predefined entities and
 * character references are known.
 * @throws ApiError `workbook-unreadable` if the text is not XML, truncated, or nested too deeply
 */
export function* xmlEvents(text: string, part: string): Generator<XmlEvent> {
  const open: string[] = []
  let at = 0
  while (at < text.length) {
    const next = text.indexOf('<', at)
    const until = next === -1 ? text.length : next
    if (until > at && open.length > 0)
      yield { kind: 'text', text: withCharacters(text.slice(at, until), part) }
    if (next === -1) break
    if (text.startsWith('<?', next)) at = behind(text, '?>', next, part)
    else if (text.startsWith('<!--', next)) at = behind(text, '-->', next, part)
    else if (text.startsWith('<![CDATA[', next)) {
      at = behind(text, ']]>', next, part)
      if (open.length === 0) throw unreadable(part)
      yield { kind: 'text', text: text.slice(next + 9, at - 3) }
    } else if (text.startsWith('<!', next)) throw unreadable(part)
    else if (text.startsWith('</', next)) {
      const name = matchAt(namePattern, text, next + 2)?.[0]
      if (name === undefined || name !== open.pop()) throw unreadable(part)
      const end = matchAt(tagEndPattern, text, next + 2 + name.length)
      if (end === null || end[1] !== '') throw unreadable(part)
      at = tagEndPattern.lastIndex
      yield { kind: 'close', name: plain(name) }
    } else {
      const tag = readTag(text, next, part)
      at = tag.end
      yield { kind: 'open', name: plain(tag.name), attributes: tag.attributes }
      if (tag.isEmpty) yield { kind: 'close', name: plain(tag.name) }
      else if (open.push(tag.name) > depthMax) throw unreadable(part)
    }
  }
  if (open.length > 0) throw unreadable(part)
}

function readTag(text: string, start: number, part: string) {
  const name = matchAt(namePattern, text, start + 1)?.[0]
  if (name === undefined) throw unreadable(part)
  const attributes = new Map<string, string>()
  let at = start + 1 + name.length
  for (;;) {
    const attribute = matchAt(attributePattern, text, at)
    if (attribute === null) break
    const [whole, key = '', double, single] = attribute
    attributes.set(plain(key), withCharacters(double ?? single ?? '', part))
    at += whole.length
  }
  const end = matchAt(tagEndPattern, text, at)
  if (end === null) throw unreadable(part)
  return { name, attributes, isEmpty: end[1] === '/', end: at + end[0].length }
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at
  return pattern.exec(text)
}

function behind(text: string, ending: string, from: number, part: string): number {
  const at = text.indexOf(ending, from)
  if (at === -1) throw unreadable(part)
  return at + ending.length
}

/** The name without its namespace. */
const plain = (name: string): string => name.slice(name.indexOf(':') + 1)

function withCharacters(text: string, part: string): string {
  if (!text.includes('&')) return text
  return text.replaceAll(/&([^;&]{0,10});?/g, (whole, name: string) => {
    if (!whole.endsWith(';')) throw unreadable(part)
    const named = Object.hasOwn(known, name) ? known[name] : undefined
    if (named !== undefined) return named
    const number = /^#(?:x([0-9a-fA-F]+)|(\d+))$/.exec(name)
    if (number === null) throw unreadable(part)
    const code = number[1] === undefined ? Number(number[2]) : Number.parseInt(number[1], 16)
    if (code > 0x10ffff || code === 0) throw unreadable(part)
    return String.fromCodePoint(code)
  })
}
