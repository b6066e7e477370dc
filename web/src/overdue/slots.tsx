import { SyncOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useState } from 'react'
import { holdsAny, rolesFor } from '@kufang/contract/document/decide.ts'
import type { DocumentName } from '@kufang/contract/registry.ts'
import type { ReactNode } from 'react'
import { api, newIdempotencyKey } from '../kit/api/client.ts'
import { useDecider } from '../kit/session/decider.ts'
import type { DocumentSlots, ListSlotProps } from '../kit/document/slots.ts'
import { toast } from '../kit/feedback/toast.ts'
import { markStale } from '../kit/tab/entity-versions.ts'
import { listed } from '../kit/text/language.ts'
import { defineMessages, useMessages } from '../kit/text/messages.ts'

const messages = defineMessages({
  generate: { zh: '现在生成', en: 'Generate now' },
  title: {
    zh: '按采购订单和到货记录立即生成并更新逾期记录，不等夜间任务',
    en: 'Make and update the overdue records from orders and arrivals now, without waiting for the night',
  },
  done: {
    zh: '已生成 {made} 条、更新 {changed} 条逾期记录',
    en: '{made} overdue {made|record|records} made, {changed} updated',
  },
  refused: {
    zh: '订单 {orders} 未能生成，请检查其物料、单位换算和工厂',
    en: 'None could be made of {orders}; check their materials, units and plants',
  },
})

interface Kept {
  made: number
  changed: number
  refused: readonly string[]
}

/** Makes and follows the records now, for those who decide about them; suppliers only read and answer. */
function Generate({ definition, onChanged }: ListSlotProps): ReactNode {
  const t = useMessages(messages)
  const decider = useDecider()
  const [isBusy, setBusy] = useState(false)
  if (!holdsAny(decider, rolesFor(definition, 'decide'))) return null
  const run = async (): Promise<void> => {
    setBusy(true)
    try {
      const key = { idempotencyKey: newIdempotencyKey() }
      const { made, changed, refused } = await api.post<Kept>('/api/overdue/generate', {}, key)
      const done = t('done', { made, changed })
      if (refused.length === 0) toast.success(done)
      else toast.warning(`${done}\n${t('refused', { orders: listed(refused) })}`)
      markStale(definition.name)
      onChanged()
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button
      icon={<SyncOutlined aria-hidden />}
      loading={isBusy}
      title={t('title')}
      onClick={() => {
        run().catch(toast.error)
      }}
    >
      {t('generate')}
    </Button>
  )
}

export const documentSlots = {
  'overdue-record': { toolbar: Generate },
} satisfies Partial<Record<DocumentName, DocumentSlots>>
