import type { ReactNode } from 'react'
import { RequestId } from '../../kit/feedback/request-id.tsx'
import styles from '../stand-alone/stand-alone.module.css'

/** What `describeError` says of something that went wrong. */
export interface ShownProblem {
  text: string
  requestId: string | null
}

export const noProblem: ShownProblem = { text: '', requestId: null }

/** Why it did not work, below the entries; its place is kept so that nothing jumps. */
export function Problem({ problem }: { problem: ShownProblem }): ReactNode {
  return (
    <div className={styles.problem} role="alert">
      {problem.text}
      {problem.requestId !== null && (
        <div>
          <RequestId id={problem.requestId} />
        </div>
      )}
    </div>
  )
}
