import { SyncOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useState } from 'react'
import type { DocumentName } from '@kufang/contract/registry.ts'
import type { ReactNode } from 'react'
import { api, newIdempotencyKey } from '../kit/api/client.ts'
import type { DocumentSlots, ListSlotProps } from '../kit/document/slots.ts'
import { toast } from '../kit/feedback/toast.ts'
import { markStale } from '../kit/tab/entity-versions.ts'
import { defineMessages, useMessages } from '../kit/text/messages.ts'
import { LegacyLink, LegacyOfSupplier } from '../legacy-documents/legacy-link.tsx'

const messages = defineMessages({
  synchronise: { zh: '同步 ERP', en: 'Synchronise' },
  title: {
    zh: '从 ERP 读取上次同步之后的变更',
    en: 'Read what changed in the ERP since the last time',
  },
  changed: {
    zh: '同步完成，{count} 张单据有变更',
    en: 'In sync; {count} {count|document|documents} changed',
  },
})

/** Synchronises a mirror with the ERP immediately instead of on schedule. */
function Synchronise({ definition, onChanged }: ListSlotProps): ReactNode {
  const t = useMessages(messages)
  const [isBusy, setBusy] = useState(false)
  const run = async (): Promise<void> => {
    setBusy(true)
    try {
      const path = `/api/external-documents/${definition.name}/synchronise`
      const { changed } = await api.post<{ changed: number }>(
        path,
        {},
        { idempotencyKey: newIdempotencyKey() },
      )
      toast.success(t('changed', { count: changed }))
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
      {t('synchronise')}
    </Button>
  )
}

/** What was ordered in the system used before is beside what is ordered now. */
function OrderTools(props: ListSlotProps): ReactNode {
  return (
    <>
      <LegacyLink {...props} />
      <Synchronise {...props} />
    </>
  )
}

const mirror: DocumentSlots = { toolbar: Synchronise }

/** Every mirror can be synchronised on demand. */
export const documentSlots = {
  'purchase-order': { toolbar: OrderTools, beside: LegacyOfSupplier },
  'purchase-request': mirror,
  reservation: mirror,
  'sales-order': mirror,
} satisfies Partial<Record<DocumentName, DocumentSlots>>
