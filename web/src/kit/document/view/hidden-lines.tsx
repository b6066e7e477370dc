import { Alert } from 'antd'
import type { ReactNode } from 'react'
import type { DocumentResponse } from '@kufang/contract/document/api.ts'
import { defineMessages, useMessages } from '../../text/messages.ts'

const messages = defineMessages({
  hidden: {
    zh: '另有 {count} 行不在您的数据范围内，未显示（第 {lines} 行）。',
    en: '{count} more {count|line|lines} outside your data scope {count|is|are} not shown ({lines}).',
  },
  readOnly: {
    zh: '办理、编辑、撤销和维护附件须由对全部行有权限的人进行。',
    en: 'Someone with all lines in scope must act on it, edit it, undo it or change its attachments.',
  },
})

/** Says how many lines of the document this person does not see, and why nothing can be done with it. */
export function HiddenLines(props: {
  document: Pick<DocumentResponse, 'hiddenLines'>
  /** Whether persons act on documents of this type at all. */
  isActedOn: boolean
}): ReactNode {
  const t = useMessages(messages)
  const { hiddenLines } = props.document
  if (hiddenLines.length === 0) return null
  const params = { count: hiddenLines.length, lines: hiddenLines.join(', ') }
  return (
    <Alert
      type="info"
      showIcon
      title={props.isActedOn ? `${t('hidden', params)} ${t('readOnly')}` : t('hidden', params)}
    />
  )
}
