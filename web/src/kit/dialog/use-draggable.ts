import { useCallback, useEffect, useRef, useState } from 'react'
import type { CSSProperties, PointerEvent, RefCallback } from 'react'
import { flushSync } from 'react-dom'
import { holdButtons } from './hold-buttons.ts'
import { keepInside } from './keep-inside.ts'

export interface Draggable {
  box: RefCallback<HTMLDivElement>
  style: CSSProperties
  handle: { onPointerDown: (event: PointerEvent<HTMLElement>) => void }
}

/**
 * Moves a centred box by its title bar, within the area of its tab, and holds in place what the person is at.
 */
export function useDraggable(isOpen: boolean, host: () => HTMLElement): Draggable {
  const box = useRef<HTMLDivElement>(null)
  const [offset, setOffset] = useState({ x: 0, y: 0 })
  useEffect(() => {
    if (!isOpen) setOffset({ x: 0, y: 0 })
  }, [isOpen])

  // Moves the dialog back inside when the window or tab becomes smaller.
  useEffect(() => {
    if (!isOpen) return undefined
    const onResize = (): void => {
      const element = box.current
      if (element === null) return
      const { left, top, width, height } = element.getBoundingClientRect()
      setOffset((known) =>
        keepInside(
          known,
          { x: left - known.x, y: top - known.y },
          { width, height },
          host().getBoundingClientRect(),
        ),
      )
    }
    window.addEventListener('resize', onResize)
    return () => window.removeEventListener('resize', onResize)
  }, [isOpen, host])

  const attach = useCallback(
    (element: HTMLDivElement) => {
      box.current = element
      const end = holdButtons(element, (down) => {
        const room = Math.max(0, (host().clientHeight - element.offsetHeight) / 2)
        flushSync(() =>
          setOffset((known) => ({
            ...known,
            y: Math.max(-room, Math.min(room, known.y + down)),
          })),
        )
      })
      return () => {
        end()
        box.current = null
      }
    },
    [host],
  )

  const onPointerDown = (down: PointerEvent<HTMLElement>): void => {
    const element = box.current
    if (element === null || down.button !== 0) return
    const handle = down.currentTarget
    const start = { x: down.clientX - offset.x, y: down.clientY - offset.y }
    const rectangle = element.getBoundingClientRect()
    const home = { x: rectangle.left - offset.x, y: rectangle.top - offset.y }
    const bounds = host().getBoundingClientRect()
    const size = { width: rectangle.width, height: rectangle.height }
    handle.setPointerCapture(down.pointerId)
    const move = (event: globalThis.PointerEvent): void => {
      const wanted = { x: event.clientX - start.x, y: event.clientY - start.y }
      setOffset(keepInside(wanted, home, size, bounds))
    }
    const end = (): void => {
      handle.removeEventListener('pointermove', move)
      handle.removeEventListener('pointerup', end)
      handle.removeEventListener('pointercancel', end)
    }
    handle.addEventListener('pointermove', move)
    handle.addEventListener('pointerup', end)
    handle.addEventListener('pointercancel', end)
  }
  return {
    box: attach,
    style: { transform: `translate(${offset.x}px, ${offset.y}px)` },
    handle: { onPointerDown },
  }
}
