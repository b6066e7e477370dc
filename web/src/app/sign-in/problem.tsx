import type { ReactNode } from 'react'
import { RequestId } from '../../kit/feedback/request-id.tsx'
import styles from '../stand-alone/stand-alone.module.css'

/** The result of `describeError`. */
export interface ShownProblem {
  text: string
  requestId: string | null
}

export const noProblem: ShownProblem = { text: '', requestId: null }

/** The error text below the fields; its space is reserved so that the layout does not move. */
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
