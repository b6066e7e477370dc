import { Alert } from 'antd'
import type { ReactNode } from 'react'
import type { BesideSlotProps } from '../kit/document/slots.ts'
import { defineMessages, useMessages } from '../kit/text/messages.ts'

const messages = defineMessages({
  kept: {
    zh: '确认只把实物移到不合格品货位，ERP 中仍是到货时的质检（或收货冻结）库存。要在 ERP 中转为冻结库存（350），请先用收货单以“不合格隔离”收入这些货物，再确认。',
    en: 'Confirming moves the goods to their bin only; in the ERP they stay in the inspection (or GR blocked) stock in which they arrived. To move them to blocked stock there (350), receive them as blocked with a goods receipt first, then confirm.',
  },
})

/** Beside rejected goods that are to be confirmed: which stock of the ERP they stay in, and how they get into blocked stock. */
export function KeptCategory({ action }: BesideSlotProps): ReactNode {
  const t = useMessages(messages)
  if (action !== 'confirm') return null
  return <Alert type="info" showIcon title={t('kept')} />
}
