import type { ReactNode } from 'react'
import { slowRequestStore } from '../../kit/api/request-watch.ts'
import { useStore } from '../../kit/state/store.ts'
import { useMessages } from '../../kit/text/messages.ts'
import styles from './layout.module.css'
import { shellMessages } from './shell-messages.ts'

/**
 * The global loading overlay (product.md section 4), shown while any request takes longer than a second. It ignores the
 * pointer: other tabs and the menu remain usable; buttons that must not be pressed twice are disabled themselves.
 */
export function LoadingOverlay(): ReactNode {
  const t = useMessages(shellMessages)
  const isLoading = useStore(slowRequestStore) > 0
  return (
    <div className={styles.loading} role="status">
      {isLoading && (
        <span className={styles.loadingMark}>
          <span className={styles.spinner} aria-hidden /> {t('loading')}
        </span>
      )}
    </div>
  )
}
