/** Below the field, else above it, shifted so that the whole calendar, including the hours, is inside the page. */
const overflow = { adjustX: 1, adjustY: 1, shiftX: true, shiftY: true } as const

// A distance given as `offset` would be lost when the calendar is shifted.
const below = { targetOffset: [0, -4], overflow }
const above = { targetOffset: [0, 4], overflow }

export const calendarPlacements = {
  bottomLeft: { points: ['tl', 'bl'], ...below },
  bottomRight: { points: ['tr', 'br'], ...below },
  topLeft: { points: ['bl', 'tl'], ...above },
  topRight: { points: ['br', 'tr'], ...above },
}
