import { theme as antdTheme } from 'antd'
import type { EChartsOption } from 'echarts'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { ErrorBanner } from '../feedback/error-banner.tsx'
import { fontFamily } from '../theme/tokens.ts'
import type { init } from './echarts-parts.ts'
import { overallOption } from './overall-option.ts'

/** After this time a chart is drawn although the page is busy. */
const idleTimeoutMs = 1000

interface Parts {
  init: typeof init
}

export interface ChartProps {
  /** The chart option; colours of axes and texts come from the theme. */
  option: EChartsOption
  /** A text description for screen readers. */
  ariaLabel: string
  /** In pixels. */
  height: number
  /** Called with the index of a clicked bar. */
  onSelect?: (index: number) => void
}

/**
 * A chart. ECharts is loaded when the first chart comes into view and the page has nothing more urgent to do, since
 * drawing takes longer than the rest of a page. The instance is disposed of when its page is hidden and recreated on
 * return; it follows the size of its container (shell.md section 3).
 */
export function Chart({ option, ariaLabel, height, onSelect }: ChartProps): ReactNode {
  const { token } = antdTheme.useToken()
  const place = useRef<HTMLDivElement>(null)
  const [parts, setParts] = useState<Parts | null>(null)
  const [error, setError] = useState<unknown>(null)
  const engine = useRef<ReturnType<typeof init> | null>(null)
  const select = useRef(onSelect)
  const whole = useMemo(
    () =>
      overallOption(option, {
        fontFamily,
        text: token.colorTextSecondary,
        line: token.colorBorder,
        faint: token.colorSplit,
        raised: token.colorBgElevated,
        strong: token.colorText,
      }),
    [option, token],
  )
  useEffect(() => {
    select.current = onSelect
  })
  useEffect(() => {
    const element = place.current
    if (parts !== null || element === null) return undefined
    let isWanted = true
    let request = 0
    const load = () =>
      void import('./echarts-parts.ts').then(
        (loaded) => {
          if (isWanted) setParts(loaded)
        },
        (thrown: unknown) => {
          if (isWanted) setError(thrown)
        },
      )
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return
      observer.disconnect()
      request = requestIdleCallback(load, { timeout: idleTimeoutMs })
    })
    observer.observe(element)
    return () => {
      isWanted = false
      observer.disconnect()
      cancelIdleCallback(request)
    }
  }, [parts])
  useEffect(() => {
    const element = place.current
    if (parts === null || element === null) return undefined
    const made = parts.init(element, null, { renderer: 'svg' })
    engine.current = made
    made.on('click', ({ dataIndex }) => select.current?.(dataIndex))
    const observer = new ResizeObserver(() => {
      const { clientWidth: width, clientHeight: heightNow } = element
      // A container without a size is hidden; resizing to it would collapse the chart. The observer also reports the
      // size that the chart was made with.
      if (width === 0 || heightNow === 0) return
      if (width !== made.getWidth() || heightNow !== made.getHeight()) made.resize()
    })
    observer.observe(element)
    return () => {
      observer.disconnect()
      engine.current = null
      made.dispose()
    }
  }, [parts])
  // Runs after the effect that creates the instance, also when it is recreated on return.
  useEffect(() => {
    engine.current?.setOption(whole, true)
  }, [parts, whole])
  if (error !== null) return <ErrorBanner error={error} />
  return <div ref={place} role="img" aria-label={ariaLabel} style={{ height }} />
}
