import type { ModalFuncProps } from 'antd'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { ComponentType, ReactNode } from 'react'
import { toast } from '../feedback/toast.ts'
import type { Ask, Choice, QuestionHostProps } from './question.ts'
import { QuestionContext } from './question.ts'
import { fetchDialogsAhead, loadQuestionHost } from './load-dialogs.ts'

interface Waiting {
  question: ModalFuncProps
  choices: readonly Choice[]
  answer: (chosen: Promise<string | null> | null) => void
}

/**
 * The place where questions of its children appear: in their own tab (shell.md section 3). It replaces antd's `App`,
 * which would also include messages and notifications that only `kit/feedback` may show. Its code is loaded with the
 * first question.
 */
export function QuestionPlace({ children }: { children: ReactNode }): ReactNode {
  const [host, setHost] = useState<{ Host: ComponentType<QuestionHostProps> } | null>(null)
  const ready = useRef<Ask | null>(null)
  const waiting = useRef<Waiting[]>([])
  const ask = useCallback<Ask>((question, choices) => {
    if (ready.current !== null) return ready.current(question, choices)
    return new Promise((answer) => {
      waiting.current.push({ question, choices, answer })
      loadQuestionHost().then(setHost, (error: unknown) => {
        toast.error(error)
        // Loading failed, so the questions are answered with null.
        for (const unasked of waiting.current.splice(0)) unasked.answer(null)
      })
    })
  }, [])
  const onReady = useCallback((put: Ask | null) => {
    ready.current = put
    if (put === null) return
    for (const { question, choices, answer } of waiting.current.splice(0)) {
      answer(put(question, choices))
    }
  }, [])
  useEffect(fetchDialogsAhead, [])
  return (
    <QuestionContext.Provider value={ask}>
      {children}
      {host !== null && <host.Host onReady={onReady} />}
    </QuestionContext.Provider>
  )
}
