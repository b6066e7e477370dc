import { Modal } from 'antd'
import { createContext, useContext } from 'react'
import type { ReactNode } from 'react'

type Questions = ReturnType<typeof Modal.useModal>[0]

const QuestionContext = createContext<Questions | null>(null)

/**
 * Where the questions of what is below appear: in the tab they belong to (shell.md section 3). It
 * is the part of antd's `App` that the product uses; the whole of it also brings the messages and
 * notifications that only `kit/feedback` may show.
 */
export function QuestionPlace({ children }: { children: ReactNode }): ReactNode {
  const [questions, place] = Modal.useModal()
  return (
    <QuestionContext.Provider value={questions}>
      {children}
      {place}
    </QuestionContext.Provider>
  )
}

/** Throws outside of a `KitProvider`. */
export function useQuestions(): Questions {
  const questions = useContext(QuestionContext)
  if (questions === null) throw new Error('a question needs a KitProvider around it')
  return questions
}
