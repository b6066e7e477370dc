import { Button } from 'antd'
import type { ReactNode } from 'react'
import { useLanguage } from '../text/language.ts'
import { useMessages } from '../text/messages.ts'
import type { GridColumn } from './grid-column.ts'
import { gridMessages } from './grid-messages.ts'
import styles from './grid.module.css'
import type { CellProblem } from './line-entry.ts'

const shownAtOnce = 5

/** The errors of the lines as text; a click focuses the cell. */
export function LineProblems<Row>(props: {
  problems: readonly CellProblem[]
  rowIds: readonly string[]
  columns: readonly GridColumn<Row>[]
  onGo: (rowId: string, field: string) => void
}): ReactNode {
  const t = useMessages(gridMessages)
  const { label } = useLanguage()
  const { problems } = props
  if (problems.length === 0) return null
  const sentence = (problem: CellProblem): string => {
    const line = props.rowIds.indexOf(problem.rowId) + 1
    const column = props.columns.find((known) => known.field === problem.field)
    const message = label(problem.message)
    return column === undefined
      ? t('rowProblem', { line, message })
      : t('cellProblem', { line, column: label(column.label), message })
  }
  return (
    <div className={styles.problems} role="alert">
      {problems.slice(0, shownAtOnce).map((problem) => (
        <Button
          key={`${problem.rowId} ${problem.field ?? ''} ${label(problem.message)}`}
          type="link"
          danger
          size="small"
          onClick={() => props.onGo(problem.rowId, problem.field ?? props.columns[0]?.field ?? '')}
        >
          {sentence(problem)}
        </Button>
      ))}
      {problems.length > shownAtOnce && (
        <span>{t('furtherProblems', { count: problems.length - shownAtOnce })}</span>
      )}
    </div>
  )
}
