/** The text of a reply, as far as it was read. */
export interface BoundedText {
  text: string
  /** Of the body as it came out of its transport coding; no more than the bound. */
  bytes: number
  /** There was more than the bound: the rest was not read, and the line was cut. */
  isCut: boolean
}

/**
 * Reads the body of another system's reply as UTF-8, and no more of it than `bytesMax` bytes: what it sends
 * beyond that, compressed or not, never comes into memory. Rejects when the line breaks or the signal of the
 * request fires, as `Response.text()` does.
 */
export async function readText(reply: Response, bytesMax: number): Promise<BoundedText> {
  const decoder = new TextDecoder()
  let text = ''
  let bytes = 0
  if (reply.body === null) return { text, bytes, isCut: false }
  for await (const part of reply.body) {
    const room = bytesMax - bytes
    // Leaving the loop cancels the stream, which ends the connection.
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
