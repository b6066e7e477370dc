/**
 * Width reserved for scroll bars in pixels, as in `grid.module.css`. It is passed to the grid explicitly: with overlay
 * scroll bars the grid would let them cover the last row.
 */
export const scrollbarWidthPx = 10
