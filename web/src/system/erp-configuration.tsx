import { Segmented } from 'antd'
import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { useDecider } from '../kit/session/decider.ts'
import { PageFrame } from '../kit/pages/frame/page-frame.tsx'
import { usePageLocation } from '../kit/tab/page-location.ts'
import { defineMessages, useMessages } from '../kit/text/messages.ts'
import { InterfaceList } from './interface-list.tsx'
import { MovementRules } from './movement-rules.tsx'
import { WebhookLog } from './webhook-log.tsx'
import { WebhookReceivers } from './webhook-receivers.tsx'

const messages = defineMessages({
  interfaces: { zh: '接口', en: 'Interfaces' },
  rules: { zh: '移动类型规则', en: 'Movement rules' },
  webhooks: { zh: '状态推送', en: 'Webhooks' },
  webhookLog: { zh: '推送日志', en: 'Log of webhooks' },
})

type Part = 'interfaces' | 'rules' | 'webhooks' | 'webhookLog'

/** SAP接口配置: the connection to the ERP, the movement rules, and the programs that are told of states of documents. */
export default function ErpConfiguration(): ReactNode {
  const t = useMessages(messages)
  const [part, setPart] = useState<Part>('interfaces')
  const { isAdmin } = useDecider()
  // A receiver takes data out of the product, so it is for administrators.
  const parts: readonly Part[] = isAdmin
    ? ['interfaces', 'rules', 'webhooks', 'webhookLog']
    : ['interfaces', 'rules']
  const { search, dropSearch } = usePageLocation()
  // A to-do leads to the rules.
  useEffect(() => {
    if (new URLSearchParams(search).get('part') === 'rules') setPart('rules')
  }, [search])
  return (
    <PageFrame
      path="/system/sapApiDeployMessage"
      titleExtra={
        <Segmented
          value={part}
          onChange={(chosen) => {
            setPart(chosen)
            if (search !== '') dropSearch()
          }}
          options={parts.map((value) => ({ value, label: t(value) }))}
        />
      }
    >
      {part === 'interfaces' && <InterfaceList />}
      {part === 'rules' && <MovementRules />}
      {part === 'webhooks' && <WebhookReceivers />}
      {part === 'webhookLog' && <WebhookLog />}
    </PageFrame>
  )
}
