// oxlint-disable-next-line no-control-regex -- scanners send group separators and the like between fields
const separators = /[\u0000-\u001f\u007f]+/g

/**
 * The number or code in what a scanner sent: the text of a QR code may be a link to the document, or a number followed
 * by other fields. Control characters of the scanner and wide letters are normalized.
 */
export function scannedText(raw: string): string {
  const text = raw.normalize('NFKC').replaceAll(separators, '|').trim()
  const link = /^https?:\/\/\S+$/i.test(text) ? fromLink(text) : text
  return link.split(/[|;,\s]+/).find((part) => part !== '') ?? ''
}

/** The number that a link names: a parameter, else the last part of its path. */
function fromLink(text: string): string {
  const [, query = ''] = /\?([^#]*)$/.exec(text) ?? []
  const parameters = new URLSearchParams(query)
  const named = parameters.get('docNo') ?? parameters.get('find') ?? parameters.get('no')
  return (
    named ??
    decodeURIComponent(
      text
        .replace(/[?#][^/]*$/, '')
        .split('/')
        .at(-1) ?? '',
    )
  )
}
