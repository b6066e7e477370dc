import { escapeXml } from './odata-error.ts'
import type { EntityJson } from './wire.ts'

/** The Atom form of a response, for callers that do not request JSON. */
export function atomFeed(entities: readonly EntityJson[], id: string, next: string | null): string {
  const entries = entities.map(atomEntry).join('')
  const link = next === null ? '' : `<link rel="next" href="${escapeXml(next)}"/>`
  return `${head}<feed ${namespaces}><id>${escapeXml(id)}</id>${entries}${link}</feed>`
}

export function atomDocument(entity: EntityJson): string {
  return head + atomEntry(entity).replace('<entry>', `<entry ${namespaces}>`)
}

const head = '<?xml version="1.0" encoding="utf-8"?>'
const namespaces =
  'xmlns="http://www.w3.org/2005/Atom"' +
  ' xmlns:m="http://schemas.microsoft.com/ado/2007/08/dataservices/metadata"' +
  ' xmlns:d="http://schemas.microsoft.com/ado/2007/08/dataservices"'

function atomEntry(entity: EntityJson): string {
  const properties = Object.entries(entity)
    .map(([name, value]) => {
      if (name === '__metadata') return ''
      if (value === null) return `<d:${name} m:null="true"/>`
      if (typeof value === 'object') return ''
      return `<d:${name}>${escapeXml(atomValue(String(value)))}</d:${name}>`
    })
    .join('')
  const { uri } = entity.__metadata
  return (
    `<entry><id>${escapeXml(uri)}</id><content type="application/xml">` +
    `<m:properties>${properties}</m:properties></content></entry>`
  )
}

// Only JSON uses ticks for timestamps; Atom uses ISO text.
function atomValue(text: string): string {
  const ticks = /^\/Date\((-?\d+)(\+0000)?\)\/$/.exec(text)
  if (ticks === null) return text
  const iso = new Date(Number(ticks[1])).toISOString()
  return ticks[2] === undefined ? iso.slice(0, 19) : iso
}
