import { Select } from 'antd'
import type { ReactNode } from 'react'
import type { ProposedQuota } from '@kufang/contract/safe-stock/quota-reasons.ts'
import { withDetail } from '../kit/text/language.ts'
import { defineMessages, useMessages } from '../kit/text/messages.ts'

const messages = defineMessages({
  whose: { zh: '查看理由的物料', en: 'Reasons of' },
})

interface ProposalChoiceProps {
  proposals: readonly ProposedQuota[]
  /** The material whose reasons are shown. */
  shown: string | null
  onChoose: (materialNo: string | null) => void
  isOptional?: boolean
}

/** Of which of several proposed quotas the reasons are shown. */
export function ProposalChoice({
  proposals,
  shown,
  onChoose,
  isOptional = false,
}: ProposalChoiceProps): ReactNode {
  const t = useMessages(messages)
  return (
    <Select
      aria-label={t('whose')}
      placeholder={t('whose')}
      value={shown}
      onChange={(materialNo?: string) => onChoose(materialNo ?? null)}
      allowClear={isOptional}
      showSearch={{ optionFilterProp: 'label' }}
      style={{ width: 360 }}
      options={proposals.map(({ materialNo, description }) => ({
        value: materialNo,
        label: withDetail(description, materialNo),
      }))}
    />
  )
}
