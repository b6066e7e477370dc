import type { ReactNode } from 'react'
import styles from './card.module.css'

/** A titled part of a page. antd's card is not used, because it loads tabs that no page shows in a card. */
export function Card(props: {
  title?: string
  /** At the right end of the title. */
  extra?: ReactNode
  /** The name of the part for the introductory tour. */
  tourName?: string
  children: ReactNode
}): ReactNode {
  const { title, extra, tourName } = props
  return (
    <div className={styles.card} data-tour={tourName}>
      {title !== undefined && (
        <div className={styles.head}>
          <div className={styles.title}>{title}</div>
          {extra !== undefined && <div className={styles.extra}>{extra}</div>}
        </div>
      )}
      <div className={styles.body}>{props.children}</div>
    </div>
  )
}
