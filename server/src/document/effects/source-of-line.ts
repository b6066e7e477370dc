/** The predecessor's line that a line was made from, in types whose lines all have one. */
export interface SourceOfLine {
  id: string
  lineNo: number
}

/** The line that a line was made from. @throws Error if it has none, which its type does not allow */
export function sourceOfLine({
  sourceId,
  sourceLine,
}: {
  sourceId?: string | null | undefined
  sourceLine?: number | null | undefined
}): SourceOfLine {
  if (typeof sourceId !== 'string' || typeof sourceLine !== 'number')
    throw new Error('the line has no source')
  return { id: sourceId, lineNo: sourceLine }
}
