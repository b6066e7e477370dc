import { Button, Flex, Modal } from 'antd'
import { useEffect } from 'react'
import type { ReactNode } from 'react'
import type { Ask, QuestionHostProps } from './question.ts'

/** Renders the questions of `QuestionPlace`. */
export function QuestionHost({ onReady }: QuestionHostProps): ReactNode {
  const [questions, place] = Modal.useModal()
  useEffect(() => {
    const ask: Ask = (question, choices) =>
      new Promise((resolve) => {
        const answer = (key: string | null): void => {
          shown.destroy()
          resolve(key)
        }
        const shown = questions.confirm({
          ...question,
          onCancel: () => resolve(null),
          footer: (
            <Flex gap={8} justify="end" wrap style={{ marginTop: 12 }}>
              {choices.map(({ key, text, isDangerous, isMain, isFocused }) => (
                <Button
                  key={key}
                  type={isMain === true ? 'primary' : 'default'}
                  danger={isDangerous === true}
                  autoFocus={isFocused === true}
                  onClick={() => answer(key)}
                >
                  {text}
                </Button>
              ))}
            </Flex>
          ),
        })
      })
    onReady(ask)
    return () => onReady(null)
  }, [questions, onReady])
  return place
}
