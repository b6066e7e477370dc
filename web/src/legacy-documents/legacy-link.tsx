import { HistoryOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { textOf } from '@kufang/kernel/text-of.ts'
import { cataloguePage } from '@kufang/contract/document/catalogue/page-catalogue.ts'
import type { LegacyKind } from '@kufang/contract/legacy-documents/legacy-document.ts'
import { useDecider } from '../kit/session/decider.ts'
import { openPath } from '../kit/document/document-path.ts'
import type { BesideSlotProps, ListSlotProps } from '../kit/document/slots.ts'
import { filteredPath } from '../kit/pages/list/list-link.ts'
import { defineMessages, useMessages } from '../kit/text/messages.ts'

// Of its own: lists load it, and not the texts of the import.
const messages = defineMessages({
  history: { zh: '历史单据', en: 'Legacy documents' },
  historyTitle: {
    zh: '上线前旧系统中的订单、送货和收货',
    en: 'Orders, deliveries and receipts of the system used before',
  },
  ofSupplier: { zh: '供应商 {supplier} 的历史单据', en: 'Legacy documents of supplier {supplier}' },
})

/** Named here, because lists load this link and not the declarations behind it. */
const legacyPage = '/dataCenter/legacyDocumentSearch'

/** The records beside which people look for what the old system had of them. */
const kindOf: Readonly<Record<string, LegacyKind>> = {
  '/dataCenter/purchaseOrderSearch': 'order',
  '/deliverManager/queryDelivery': 'delivery',
  '/receive/receiveRecordRow': 'receipt',
}

function useMayOpen(): boolean {
  const { roles, isAdmin } = useDecider()
  return isAdmin || roles.has(cataloguePage(legacyPage).role)
}

/** Leads from records to the legacy documents of the same kind, for who may open them. */
export function LegacyLink({ path }: Pick<ListSlotProps, 'path'>): ReactNode {
  const t = useMessages(messages)
  const mayOpen = useMayOpen()
  const kind = kindOf[path]
  if (kind === undefined || !mayOpen) return null
  return (
    <Button
      icon={<HistoryOutlined aria-hidden />}
      title={t('historyTitle')}
      onClick={() => openPath(filteredPath(legacyPage, { kind }))}
    >
      {t('history')}
    </Button>
  )
}

/** Leads from an order to what the old system had of its supplier. */
export function LegacyOfSupplier({ document }: BesideSlotProps): ReactNode {
  const t = useMessages(messages)
  const supplierNo = textOf(document.header['supplierNo'])
  if (!useMayOpen() || supplierNo === '') return null
  return (
    <Button
      icon={<HistoryOutlined aria-hidden />}
      title={t('historyTitle')}
      onClick={() => openPath(filteredPath(legacyPage, { supplierNo }))}
    >
      {t('ofSupplier', { supplier: supplierNo })}
    </Button>
  )
}
