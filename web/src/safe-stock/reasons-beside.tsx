import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ReactNode } from 'react'
import type { QuotaProposals } from '@kufang/contract/safe-stock/quota-reasons.ts'
import { textOf } from '@kufang/kernel/text-of.ts'
import { api } from '../kit/api/client.ts'
import type { BesideSlotProps } from '../kit/document/slots.ts'
import { TabState } from '../kit/document/tab-state.tsx'
import { defineMessages, useMessages } from '../kit/text/messages.ts'
import { ProposalChoice } from './proposal-choice.tsx'
import { QuotaReasonsView } from './quota-reasons-view.tsx'

const messages = defineMessages({
  none: {
    zh: '这些物料在该库存地点没有历史消耗，定额不是测算的',
    en: 'These materials were never issued at the storage location; their quotas are not computed',
  },
})

const linesMax = 500

/** For who decides about quotas: what consumption proposes for each line, and why. */
export function ReasonsBeside({ definition, document: shown }: BesideSlotProps): ReactNode {
  const { header, lines } = shown
  const t = useMessages(messages)
  const [material, setMaterial] = useState<string | null>(null)
  const { data, error, isLoading, refetch } = useQuery({
    queryKey: ['document', definition.name, header.id, 'quota-reasons', header.version],
    queryFn: ({ signal }) =>
      api.post<QuotaProposals>(
        '/api/safe-stock/proposals',
        {
          companyCode: header.companyCode,
          plant: textOf(header['plant']),
          storageLocation: textOf(header['storageLocation']),
          materials: lines.slice(0, linesMax).map((line) => ({
            materialNo: textOf(line['materialNo']),
            leadTimeDays: line['leadTimeDays'],
            criticality: line['criticality'],
          })),
        },
        { signal },
      ),
  })
  if (data === undefined)
    return <TabState error={error} isLoading={isLoading} onRetry={refetch} empty={t('none')} />
  const { proposals } = data
  const reasons = proposals.find(({ materialNo }) => materialNo === material) ?? proposals[0]
  if (reasons === undefined) return <p>{t('none')}</p>
  return (
    <>
      {proposals.length > 1 && (
        <ProposalChoice proposals={proposals} shown={reasons.materialNo} onChoose={setMaterial} />
      )}
      <QuotaReasonsView reasons={reasons} />
    </>
  )
}
