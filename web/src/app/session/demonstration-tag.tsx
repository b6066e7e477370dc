import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { recordError } from '../../kit/feedback/error-log.ts'
import { defineMessages, useMessages } from '../../kit/text/messages.ts'
import { StateTag } from '../../kit/theme/state-tag.tsx'
import { deployment } from './deployment.ts'

const messages = defineMessages({
  detail: {
    zh: '演示环境：账号和密码人人知道，请勿录入真实业务',
    en: 'Demonstration: everybody knows its accounts and passwords; enter no real business',
  },
})

function useIsDemonstration(): boolean {
  const [isDemonstration, setDemonstration] = useState(false)
  useEffect(() => {
    deployment().then(
      (known) => setDemonstration(known.isDemonstration),
      (thrown: unknown) => recordError(thrown, 'demonstration'),
    )
  }, [])
  return isDemonstration
}

/** Says on every page of the demonstration that it is one. */
export function DemonstrationTag(): ReactNode {
  const t = useMessages(messages)
  if (!useIsDemonstration()) return null
  return (
    <span title={t('detail')}>
      <StateTag tone="waiting" label={{ zh: '演示环境', en: 'Demonstration' }} />
    </span>
  )
}

/** The same in a sentence, where there is room: on the page of signing in. */
export function DemonstrationNote(props: { className: string | undefined }): ReactNode {
  const t = useMessages(messages)
  if (!useIsDemonstration()) return null
  return <p className={props.className}>{t('detail')}</p>
}
