import { Alert } from 'antd'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { text } from '@kufang/contract/document/declare/field.ts'
import { label as words } from '@kufang/contract/document/declare/label.ts'
import type { RuleChange } from '@kufang/contract/document/rule-change.ts'
import { textOf } from '@kufang/kernel/text-of.ts'
import { ApiError } from '../kit/api/api-error.ts'
import { toast } from '../kit/feedback/toast.ts'
import { FieldDialog } from '../kit/fields/field-dialog.tsx'
import { listed, useLanguage } from '../kit/text/language.ts'
import { defineMessages, useMessages } from '../kit/text/messages.ts'

const messages = defineMessages({
  title: { zh: '提交权限变更申请', en: 'Request the change of rights' },
  waiting: {
    zh: '已提交申请，由另一人批准后生效（可批准：{people}）',
    en: 'Requested; in force once another person approves it (may approve: {people})',
  },
  nobody: {
    zh: '已提交申请，但没有其他人可以批准；请在“待另一人批准的权限变更”中处理',
    en: 'Requested, but nobody else could approve it; see “Changes of rights awaiting another person”',
  },
})

const fields = {
  reason: text(words('变更原因', 'Reason'), { required: true, lengthMax: 200, multiline: true }),
}

/** The answer of a call that gives rights: what waits for another person. */
export interface MayWait {
  waiting?: (RuleChange & { approvers: readonly string[] }) | null
}

interface Asked {
  error: ApiError
  send: (reason: string) => Promise<void>
  onClose: () => void
}

/**
 * Sends calls that give rights. If one needs a second person and therefore a reason, it is asked for and the call sent
 * again; the person is told that the change waits.
 * @returns `send`, whose result is null if the person closed the question, and the dialog to be rendered
 */
export function useReason(): {
  send: <Answer extends MayWait>(
    call: (reason: { reason?: string }) => Promise<Answer>,
  ) => Promise<Answer | null>
  dialog: ReactNode
} {
  const t = useMessages(messages)
  const { label } = useLanguage()
  const [asked, setAsked] = useState<Asked | null>(null)
  const tell = ({ waiting }: MayWait): void => {
    if (waiting == null) return
    const people = listed(waiting.approvers)
    toast.success(people === '' ? t('nobody') : t('waiting', { people }))
  }
  const send = async <Answer extends MayWait>(
    call: (reason: { reason?: string }) => Promise<Answer>,
  ): Promise<Answer | null> => {
    try {
      return await call({})
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'rights-reason-required') throw error
      let answer: Answer | null = null
      return new Promise((done) => {
        setAsked({
          error,
          send: async (reason) => {
            answer = await call({ reason })
            tell(answer)
          },
          onClose: () => {
            setAsked(null)
            done(answer)
          },
        })
      })
    }
  }
  const dialog = asked !== null && (
    <FieldDialog
      title={t('title')}
      actionText={t('title')}
      fields={fields}
      onClose={asked.onClose}
      onSend={(values) => asked.send(textOf(values['reason']))}
    >
      <Alert type="info" showIcon title={label(asked.error)} />
    </FieldDialog>
  )
  return { send, dialog }
}
