import type { ReactNode } from 'react'
import styles from './placeholder.module.css'

/** Grey lines in place of what is being loaded. */
export function Placeholder({ rows }: { rows: number }): ReactNode {
  return (
    <div className={styles.lines} aria-hidden>
      {Array.from({ length: rows }, (_, row) => (
        <span key={row} />
      ))}
    </div>
  )
}
