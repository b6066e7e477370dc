/**
 * Tells in full what a cell or a header has no room for, once the pointer is over it; what can be
 * read as it stands gets no tip that would only lie over its neighbours. For `mouseover`.
 */
export function showTruncationTooltip({ target }: Event): void {
  if (!(target instanceof Element)) return
  const cell = target.closest<HTMLElement>('.ag-cell, .ag-header-cell-text')
  if (cell === null) return
  const isCut = [cell, ...cell.querySelectorAll('*')].some(clipsText)
  if (isCut) cell.title = cell.innerText
  else cell.removeAttribute('title')
}

function clipsText(element: Element): boolean {
  return (
    element.scrollWidth > element.clientWidth &&
    element.clientWidth > 0 &&
    getComputedStyle(element).overflowX !== 'visible'
  )
}
