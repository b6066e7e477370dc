/** Below the field, else above it, and moved so far that the whole calendar lies in the page, hours included. */
const overflow = { adjustX: 1, adjustY: 1, shiftX: true, shiftY: true } as const

// A distance of the calendar itself (`offset`) would be left out when it is moved.
const below = { targetOffset: [0, -4], overflow }
const above = { targetOffset: [0, 4], overflow }

export const calendarPlacements = {
  bottomLeft: { points: ['tl', 'bl'], ...below },
  bottomRight: { points: ['tr', 'br'], ...below },
  topLeft: { points: ['bl', 'tl'], ...above },
  topRight: { points: ['br', 'tr'], ...above },
}
