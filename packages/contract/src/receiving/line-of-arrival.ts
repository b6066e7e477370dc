/** The line of an arrival that a line was made from, through the inspection or at once: an item with a history of its own. */
export const lineOfArrival = { document: 'arrival' } as const
