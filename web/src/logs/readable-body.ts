/** JSON with a line for each value; anything else, such as a gateway's error page, as it came. */
export function readableBody(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
