/**
 * Aligns the columns of the demonstration accounts. Chinese characters are two columns wide in a terminal.
 * @param lines lines with tab-separated cells
 */
export function layOutAccounts(lines: string[]): string[] {
  const rows = lines.map((line) => line.split('\t'))
  const widths: number[] = []
  for (const row of rows) {
    for (const [index, cell] of row.entries()) {
      widths[index] = Math.max(widths[index] ?? 0, widthOf(cell))
    }
  }
  return rows.map((row) =>
    row
      .map((cell, index) => cell + ' '.repeat((widths[index] ?? 0) - widthOf(cell)))
      .join('  ')
      .trimEnd(),
  )
}

function widthOf(text: string): number {
  let width = 0
  for (const character of text) width += /[\u1100-\u115f\u2e80-\uffe6]/.test(character) ? 2 : 1
  return width
}
