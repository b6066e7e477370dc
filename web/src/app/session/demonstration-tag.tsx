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

/** Says on every page of the demonstration, from signing in on, that it is one. */
export function DemonstrationTag(): ReactNode {
  const t = useMessages(messages)
  const [isShown, setShown] = useState(false)
  useEffect(() => {
    deployment().then(
      (known) => setShown(known.isDemonstration),
      (thrown: unknown) => recordError(thrown, 'demonstration'),
    )
  }, [])
  if (!isShown) return null
  return (
    <span title={t('detail')}>
      <StateTag tone="waiting" label={{ zh: '演示环境', en: 'Demonstration' }} />
    </span>
  )
}
