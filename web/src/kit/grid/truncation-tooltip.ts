/**
 * Shows the full text of a truncated cell or header as a tooltip; others get none, because it would cover their
 * neighbours. A handler for `mouseover`.
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
