/** Lines of a document, unless it declares more (`linesMax`). */
export const usualLinesMax = 500
/** No document may have more lines. */
export const linesMaxOfAll = 5000
