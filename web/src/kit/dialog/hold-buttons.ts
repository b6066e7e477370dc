/** What a person types or chooses in. */
const field = 'input, textarea, [role=combobox]'

/**
 * Watches a centred box whose content grows or shrinks, so that what the person is at can be held in place: half of the
 * growth is above the box, and half below. That is the buttons while the pointer is there, otherwise the field that has the
 * focus, whose open list would stay where the field was and lie over the buttons.
 * @param move the box has to move down by this many pixels, before the frame is painted
 * @returns ends watching
 */
export function holdButtons(box: HTMLElement, move: (down: number) => void): () => void {
  let height = 0
  // Where the pointer moved last: what it is above changes with the layout.
  let isAtButtons = false
  const follow = ({ target }: PointerEvent): void => {
    isAtButtons = target instanceof Element && target.closest('.ant-modal-footer') !== null
  }
  const leave = (): void => {
    isAtButtons = false
  }
  box.addEventListener('pointermove', follow)
  box.addEventListener('pointerleave', leave)
  const observer = new ResizeObserver(([entry]) => {
    const before = height
    height = entry?.borderBoxSize[0]?.blockSize ?? before
    if (before === 0 || height === before) return
    if (isAtButtons) move((before - height) / 2)
    else if (box.contains(document.activeElement) && document.activeElement?.matches(field))
      move((height - before) / 2)
  })
  observer.observe(box)
  return () => {
    observer.disconnect()
    box.removeEventListener('pointermove', follow)
    box.removeEventListener('pointerleave', leave)
  }
}
