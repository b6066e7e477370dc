/** Formats JSON with one line per value; returns anything else, such as a gateway's error page, unchanged. */
export function readableBody(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
