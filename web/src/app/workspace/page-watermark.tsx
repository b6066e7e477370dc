import { Suspense, useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { recordError } from '../../kit/feedback/error-log.ts'
import { ErrorBoundary } from '../../kit/feedback/error-boundary.tsx'
import { lazyPart } from '../../kit/feedback/lazy-part.tsx'
import { useStore } from '../../kit/state/store.ts'
import { deployment } from '../session/deployment.ts'
import { settingsStore } from './settings.ts'

const Mark = lazyPart(
  async () => ({ default: (await import('./watermark-mark.tsx')).WatermarkMark }),
  'overlay',
)

/** Account and time as a faint watermark over the pages, so that a photograph identifies the user. */
export function PageWatermark(): ReactNode {
  const { hasWatermark } = useStore(settingsStore)
  const [isConfigured, setConfigured] = useState(false)
  useEffect(() => {
    deployment().then(
      (known) => setConfigured(known.hasWatermark),
      (thrown: unknown) => recordError(thrown, 'watermark'),
    )
  }, [])
  if (!hasWatermark && !isConfigured) return null
  return (
    <ErrorBoundary place="watermark">
      <Suspense fallback={null}>
        <Mark />
      </Suspense>
    </ErrorBoundary>
  )
}
