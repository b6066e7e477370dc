import { Segmented } from 'antd'
import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { PageFrame } from '../kit/pages/page-frame.tsx'
import { usePageLocation } from '../kit/tab/page-location.ts'
import { defineMessages, useMessages } from '../kit/text/messages.ts'
import { InterfaceList } from './interface-list.tsx'
import { MovementRules } from './movement-rules.tsx'

const messages = defineMessages({
  interfaces: { zh: '接口', en: 'Interfaces' },
  rules: { zh: '移动类型规则', en: 'Movement rules' },
})

/** SAP接口配置: the connection to the ERP, and the movement rules. */
export default function ErpConfiguration(): ReactNode {
  const t = useMessages(messages)
  const [part, setPart] = useState<'interfaces' | 'rules'>('interfaces')
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
          options={(['interfaces', 'rules'] as const).map((value) => ({ value, label: t(value) }))}
        />
      }
    >
      {part === 'interfaces' ? <InterfaceList /> : <MovementRules />}
    </PageFrame>
  )
}
