/**
 * The room kept for scroll bars, pixels; `grid.module.css` draws them this wide. Given to the grid outright: where
 * the system lays its bars over the content, the grid would let them cover the last row.
 */
export const scrollbarWidthPx = 10
