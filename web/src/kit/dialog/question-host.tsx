import { Modal } from 'antd'
import { useEffect } from 'react'
import type { ReactNode } from 'react'
import type { QuestionHostProps } from './load-dialogs.ts'

/** Draws the questions of `QuestionPlace`. */
export function QuestionHost({ onReady }: QuestionHostProps): ReactNode {
  const [questions, place] = Modal.useModal()
  useEffect(() => {
    onReady(async (question) => questions.confirm(question))
    return () => onReady(null)
  }, [questions, onReady])
  return place
}
