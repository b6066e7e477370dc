/** The text of a response, up to the limit. */
export interface BoundedText {
  text: string
  /** Bytes of the decoded body, at most the limit. */
  bytes: number
  /** The body exceeded the limit: the rest was not read, and the connection was closed. */
  isCut: boolean
}

/**
 * Reads at most `bytesMax` bytes of another system's response as UTF-8; anything beyond, compressed or not, is never
 * held in memory. Rejects if the connection breaks or the request's signal is aborted, like `Response.text()`.
 */
export async function readText(reply: Response, bytesMax: number): Promise<BoundedText> {
  const decoder = new TextDecoder()
  let text = ''
  let bytes = 0
  if (reply.body === null) return { text, bytes, isCut: false }
  for await (const part of reply.body) {
    const room = bytesMax - bytes
    // Leaving the loop cancels the stream, which closes the connection.
    if (part.byteLength > room)
      return {
        text: text + decoder.decode(part.subarray(0, room), { stream: true }),
        bytes: bytesMax,
        isCut: true,
      }
    text += decoder.decode(part, { stream: true })
    bytes += part.byteLength
  }
  return { text: text + decoder.decode(), bytes, isCut: false }
}
