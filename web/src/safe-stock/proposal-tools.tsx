import { LineChartOutlined } from '@ant-design/icons'
import { Alert, Button, Space } from 'antd'
import { useState } from 'react'
import type { ReactNode } from 'react'
import type { QuotaProposals } from '@kufang/contract/safe-stock/quota-reasons.ts'
import { textOf } from '@kufang/kernel/text-of.ts'
import { api } from '../kit/api/client.ts'
import type { EntrySlotProps, SlotLine } from '../kit/document/slots.ts'
import { newRowId } from '../kit/document/entry/entry-lines.ts'
import { ErrorBanner } from '../kit/feedback/error-banner.tsx'
import { toast } from '../kit/feedback/toast.ts'
import { listed } from '../kit/text/language.ts'
import { defineMessages, useMessages } from '../kit/text/messages.ts'
import { ProposalChoice } from './proposal-choice.tsx'
import { QuotaReasonsView } from './quota-reasons-view.tsx'

const messages = defineMessages({
  propose: { zh: '按消耗测算', en: 'Propose from consumption' },
  proposeTitle: {
    zh: '按各行物料在该库存地点的历史消耗测算定额并填入；没有填物料时，带出近一年常用而没有定额的物料',
    en: 'Computes the quotas of the lines from what was issued at the storage location and fills them in; without lines, those of the goods used most that have none',
  },
  placeFirst: { zh: '请先填写工厂和库存地点', en: 'Enter plant and storage location first' },
  without: {
    zh: '没有历史消耗，须自行填写：{materials}',
    en: 'Without history, to be entered by hand: {materials}',
  },
  nothing: {
    zh: '该库存地点近一年没有缺定额的常用物料，请自行添加物料',
    en: 'Nothing issued here in the last year lacks a quota; add materials yourself',
  },
})

/** Fills the lines with the quotas that consumption proposes, and shows why. */
export function ProposalTools({ header, lines, chosen, onLinesChange }: EntrySlotProps): ReactNode {
  const t = useMessages(messages)
  const [found, setFound] = useState<QuotaProposals | null>(null)
  const [shown, setShown] = useState<string | null>(null)
  const [error, setError] = useState<unknown>(null)
  const [isBusy, setBusy] = useState(false)
  const plant = textOf(header['plant'])
  const storageLocation = textOf(header['storageLocation'])
  const isPlaced = plant !== '' && storageLocation !== ''
  const propose = async (): Promise<void> => {
    setBusy(true)
    setError(null)
    try {
      const named = (chosen.length > 0 ? chosen : lines).filter((line) =>
        textOf(line['materialNo']),
      )
      const answer = await api.post<QuotaProposals>('/api/safe-stock/proposals', {
        plant,
        storageLocation,
        materials: named.map((line) => ({
          materialNo: textOf(line['materialNo']),
          leadTimeDays: Number(line['leadTimeDays']) || null,
          criticality: textOf(line['criticality']) || null,
        })),
      })
      setFound(answer)
      // The reasons of several are chosen, so that the lines stay in view.
      setShown(answer.proposals.length === 1 ? answer.proposals[0]!.materialNo : null)
      if (answer.proposals.length === 0 && named.length === 0) toast.info(t('nothing'))
      else onLinesChange(taken(lines, named, answer))
    } catch (thrown) {
      setError(thrown)
    } finally {
      setBusy(false)
    }
  }
  const reasons = found?.proposals.find(({ materialNo }) => materialNo === shown)
  return (
    <Space orientation="vertical" style={{ width: '100%' }}>
      <Space wrap>
        <Button
          icon={<LineChartOutlined aria-hidden />}
          title={isPlaced ? t('proposeTitle') : t('placeFirst')}
          disabled={!isPlaced}
          loading={isBusy}
          onClick={() => {
            propose().catch(toast.error)
          }}
        >
          {t('propose')}
        </Button>
        {found !== null && found.proposals.length > 1 && (
          <ProposalChoice
            proposals={found.proposals}
            shown={shown}
            onChoose={setShown}
            isOptional
          />
        )}
        {found !== null && found.withoutHistory.length > 0 && (
          <Alert
            type="warning"
            showIcon
            title={t('without', { materials: listed(found.withoutHistory) })}
          />
        )}
      </Space>
      {error !== null && <ErrorBanner error={error} onClose={() => setError(null)} />}
      {reasons !== undefined && <QuotaReasonsView reasons={reasons} />}
    </Space>
  )
}

/** The lines with what is proposed; of a proposal without a line a new one. */
function taken(
  lines: readonly SlotLine[],
  named: readonly SlotLine[],
  { proposals }: QuotaProposals,
): SlotLine[] {
  const valuesOf = (materialNo: string): Record<string, unknown> | null => {
    const one = proposals.find((proposal) => proposal.materialNo === materialNo)
    if (one === undefined) return null
    const { safetyStock, minimumQuantity, reorderPoint, maximumQuantity } = one
    const { leadTimeDays, criticality } = one
    return {
      materialNo,
      quantity: safetyStock,
      minimumQuantity,
      reorderPoint,
      maximumQuantity,
      leadTimeDays,
      criticality,
    }
  }
  if (named.length === 0)
    return proposals.map(({ materialNo }): SlotLine => ({
      rowId: newRowId(),
      ...valuesOf(materialNo),
    }))
  const ids = new Set(named.map(({ rowId }) => rowId))
  return lines.map((line) =>
    ids.has(line.rowId) ? { ...line, ...valuesOf(textOf(line['materialNo'])) } : line,
  )
}
