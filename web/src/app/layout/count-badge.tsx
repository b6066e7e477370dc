import type { ReactNode } from 'react'
import styles from './count-badge.module.css'

const shownMax = 99

/** A count at the corner of a button, which names it itself; none for zero. */
export function CountBadge({ count, children }: { count: number; children: ReactNode }): ReactNode {
  return (
    <span className={styles.counted}>
      {children}
      {count > 0 && (
        <span className={styles.count} aria-hidden>
          {count > shownMax ? `${shownMax}+` : count}
        </span>
      )}
    </span>
  )
}
