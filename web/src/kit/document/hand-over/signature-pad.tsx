import { Button } from 'antd'
import { useRef } from 'react'
import type { PointerEvent, ReactNode } from 'react'
import { defineMessages, useMessages } from '../../text/messages.ts'
import styles from './hand-over.module.css'
import { drawingHeight, drawingWidth, isSignature, pointAt } from './strokes.ts'
import type { Point } from './strokes.ts'

const messages = defineMessages({
  pad: { zh: '手写签名区', en: 'Signature' },
  again: { zh: '重签', en: 'Sign again' },
  hint: { zh: '用手指、笔或鼠标签名', en: 'Sign with finger, pen or mouse' },
})

const lineWidth = 4

/**
 * A signature is drawn with finger, pen or mouse. The strokes become a picture, black on white in both themes, because it
 * is printed; what is too short to be one is drawn and does not count.
 */
export function SignaturePad(props: {
  isSigned: boolean
  onChange: (signature: File | null) => void
}): ReactNode {
  const t = useMessages(messages)
  const canvas = useRef<HTMLCanvasElement>(null)
  const strokes = useRef<Point[][]>([])
  const drawn = (): CanvasRenderingContext2D | null => canvas.current?.getContext('2d') ?? null
  const erase = (): void => {
    const context = drawn()
    if (context === null) return
    context.fillStyle = '#fff'
    context.fillRect(0, 0, drawingWidth, drawingHeight)
  }
  const begin = (event: PointerEvent<HTMLCanvasElement>): void => {
    if (event.button !== 0) return
    event.currentTarget.setPointerCapture(event.pointerId)
    if (strokes.current.length === 0) erase()
    strokes.current.push([pointAt(event, event.currentTarget.getBoundingClientRect())])
  }
  const draw = (event: PointerEvent<HTMLCanvasElement>): void => {
    const stroke = strokes.current.at(-1)
    const last = stroke?.at(-1)
    const context = drawn()
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return
    if (stroke === undefined || last === undefined || context === null) return
    const point = pointAt(event, event.currentTarget.getBoundingClientRect())
    stroke.push(point)
    context.lineWidth = lineWidth
    context.lineCap = 'round'
    context.strokeStyle = '#000'
    context.beginPath()
    context.moveTo(last.x, last.y)
    context.lineTo(point.x, point.y)
    context.stroke()
  }
  const end = (event: PointerEvent<HTMLCanvasElement>): void => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return
    event.currentTarget.releasePointerCapture(event.pointerId)
    props.onChange(isSignature(strokes.current) ? pictureOf(event.currentTarget) : null)
  }
  const again = (): void => {
    strokes.current = []
    erase()
    props.onChange(null)
  }
  return (
    <div className={styles.pad}>
      <canvas
        ref={canvas}
        className={styles.drawing}
        width={drawingWidth}
        height={drawingHeight}
        role="img"
        aria-label={t('pad')}
        onPointerDown={begin}
        onPointerMove={draw}
        onPointerUp={end}
        onPointerCancel={end}
      />
      <div className={styles.below}>
        <span>{t('hint')}</span>
        <Button size="small" disabled={!props.isSigned} onClick={again}>
          {t('again')}
        </Button>
      </div>
    </div>
  )
}

/** The drawing as a file, at once: the act may be confirmed in the same moment. */
function pictureOf(canvas: HTMLCanvasElement): File {
  const [, encoded = ''] = canvas.toDataURL('image/png').split(',')
  const bytes = Uint8Array.from(atob(encoded), (letter) => letter.charCodeAt(0))
  return new File([bytes], 'signature.png', { type: 'image/png' })
}
