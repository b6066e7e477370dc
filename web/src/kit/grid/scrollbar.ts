/**
 * Width reserved for scroll bars in pixels, as in `grid.module.css`. It is passed to the grid explicitly: with overlay
 * scroll bars the grid would let them cover the last row.
 */
export const scrollbarWidthPx = 10

/**
 * The width to distribute among the columns and a vertical scroll bar, pixels; 0 for a hidden table. A table as high as its
 * rows has no such bar.
 *
 * @param frame the element around the table
 */
export function roomOf(frame: Element | null, hasVerticalBar: boolean): number {
  const width = frame?.querySelector('.ag-root-wrapper')?.clientWidth ?? 0
  return width === 0 || hasVerticalBar ? width : width + scrollbarWidthPx
}
