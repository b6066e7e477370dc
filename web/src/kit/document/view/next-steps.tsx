import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import type { NextStepRow } from '@kufang/contract/document/api.ts'
import { useEntityVersion } from '../../tab/entity-versions.ts'
import { useLanguage } from '../../text/language.ts'
import { defineMessages, useMessages } from '../../text/messages.ts'
import { peopleWords, waitedWords } from '../act/next-words.ts'
import { documentApi } from '../document-api.ts'
import { openPath } from '../document-path.ts'
import styles from '../document.module.css'

const messages = defineMessages({
  next: { zh: '下一步', en: 'Next' },
  mine: { zh: '由您办理', en: 'yours to do' },
  waits: { zh: '已等待 {time}', en: 'waiting for {time}' },
  go: { zh: '去办理', en: 'Do it' },
  open: { zh: '打开 {no}', en: 'Open {no}' },
})

/** The next steps of a document and its successors, with people and waiting times. */
export function NextSteps(props: {
  name: string
  id: string
  version: number
  onOpen: (name: string, id: string) => void
}): ReactNode {
  const { name, id, version } = props
  const t = useMessages(messages)
  const changed = useEntityVersion(name)
  const { data, dataUpdatedAt } = useQuery({
    queryKey: ['document', name, id, 'next', version, changed],
    queryFn: ({ signal }) => documentApi.next(name, id, signal),
    placeholderData: (previous, query) => (query?.queryKey[2] === id ? previous : undefined),
  })
  if (data === undefined || data.length === 0) return null
  return (
    <div className={styles.next} role="group" aria-label={t('next')}>
      <strong>{t('next')}</strong>
      <ul>
        {data.map((step) => (
          <li key={`${step.documentNo} ${step.action ?? ''} ${step.path}`}>
            <Step
              step={step}
              isOwn={step.documentId === id}
              now={new Date(dataUpdatedAt)}
              onOpen={props.onOpen}
            />
          </li>
        ))}
      </ul>
    </div>
  )
}

function Step(props: {
  step: NextStepRow
  /** The step belongs to the document shown, whose buttons are below. */
  isOwn: boolean
  now: Date
  onOpen: (name: string, id: string) => void
}): ReactNode {
  const { step, isOwn } = props
  const t = useMessages(messages)
  const { label } = useLanguage()
  const { documentId, documentType, documentNo } = step
  return (
    <>
      <span>
        {label(step.label)}
        {label(step.page) !== label(step.label) && ` · ${label(step.page)}`}
      </span>
      {!isOwn && documentId !== null && (
        <Button
          type="link"
          size="small"
          aria-label={t('open', { no: documentNo })}
          onClick={() => props.onOpen(documentType, documentId)}
        >
          {documentNo}
        </Button>
      )}
      <span>{step.isMine ? t('mine') : label(peopleWords(step))}</span>
      {step.since !== '' && (
        <span className={styles.quiet}>
          {t('waits', { time: label(waitedWords(step.since, props.now)) })}
        </span>
      )}
      {step.isMine && documentId === null && (
        <Button
          size="small"
          type="primary"
          ghost
          onClick={() => openPath(`${step.path}?docNo=${encodeURIComponent(documentNo)}`)}
        >
          {t('go')}
        </Button>
      )}
    </>
  )
}
