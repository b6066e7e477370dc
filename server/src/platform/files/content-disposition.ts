/**
 * The Content-Disposition header for any file name: a plain ASCII name for old clients, and the real one, including
 * Chinese, by RFC 5987.
 */
export function contentDisposition(fileName: string, inline = false): string {
  const plain = fileName.replace(/[^\x20-\x7e]|["\\%]/g, '_')
  const encoded = encodeURIComponent(fileName.toWellFormed()).replace(
    /['()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `${inline ? 'inline' : 'attachment'}; filename="${plain}"; filename*=UTF-8''${encoded}`
}
