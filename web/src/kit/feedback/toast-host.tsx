import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { isReachableStore } from '../api/request-watch.ts'
import { useStore } from '../state/store.ts'
import { useLanguage } from '../text/language.ts'
import { RequestId } from './request-id.tsx'
import { toast, toastMs, toastStore } from './toast.ts'
import type { Toast } from './toast.ts'
import styles from './toast.module.css'

/** A warning says why nothing, or not everything, was done: as an error, it has to be read. */
const isRefusal = ({ kind }: Toast): boolean => kind === 'error' || kind === 'warning'

/** Shows the toast at the bottom of the window, outside of all tabs. */
export function ToastHost(): ReactNode {
  const shown = useStore(toastStore)
  // The message under the pointer. One that is closed there never tells that the pointer has left it.
  const [heldId, setHeldId] = useState<number | null>(null)
  const [restingId, setRestingId] = useState<number | null>(null)
  const isReachable = useStore(isReachableStore)
  const isHeld = shown !== null && shown.id === heldId
  const isResting = shown !== null && shown.id === restingId
  const { label } = useLanguage()
  useEffect(() => {
    if (shown === null || isHeld) return undefined
    const end = isRefusal(shown) ? () => setRestingId(shown.id) : toast.close
    const timer = setTimeout(end, shown.link === null ? toastMs : 2 * toastMs)
    return () => clearTimeout(timer)
  }, [shown, isHeld])
  useEffect(() => {
    if (isReachable) toast.closeTransient()
  }, [isReachable])
  return (
    <div className={styles.host} aria-live={shown?.kind === 'error' ? 'assertive' : 'polite'}>
      {shown !== null && (
        <div
          key={shown.id}
          className={styles.toast}
          data-kind={shown.kind}
          data-resting={isResting}
          role={isResting ? undefined : shown.kind === 'error' ? 'alert' : 'status'}
          onPointerEnter={() => setHeldId(shown.id)}
          onPointerLeave={() => setHeldId(null)}
        >
          <span className={styles.text}>
            {shown.text}
            {shown.detail !== null && <span className={styles.detail}>{shown.detail}</span>}
          </span>
          {shown.link !== null && (
            <a href={`#${shown.link.path}`} onClick={toast.close}>
              {shown.link.text}
            </a>
          )}
          {shown.requestId !== null && <RequestId id={shown.requestId} />}
          <button
            type="button"
            className={styles.close}
            aria-label={label({ zh: '关闭', en: 'Close' })}
            onClick={toast.close}
          >
            ×
          </button>
        </div>
      )}
    </div>
  )
}
