import { Button, Space } from 'antd'
import { textOf } from '@kufang/kernel/text-of.ts'
import { useState } from 'react'
import type { DocumentName } from '@kufang/contract/registry.ts'
import type { ReactNode } from 'react'
import { sumsByUnit } from '../kit/document/line-totals.ts'
import type { DocumentSlots, EntrySlotProps } from '../kit/document/slots.ts'
import { ReferencePicker } from '../kit/fields/reference-picker.tsx'
import { StateTag } from '../kit/theme/state-tag.tsx'
import { defineMessages, useMessages } from '../kit/text/messages.ts'
import { LegacyLink } from '../legacy-documents/legacy-link.tsx'
import { BinTools } from '../stock/bin-tools.tsx'
import { ReversedPart } from './reversed-part.tsx'

const messages = defineMessages({
  accepted: {
    zh: '合格入库 {lines} 行 {quantity}',
    en: 'To stock: {lines} {lines|line|lines}, {quantity}',
  },
  rejected: {
    zh: '不合格隔离 {lines} 行 {quantity}',
    en: 'Blocked: {lines} {lines|line|lines}, {quantity}',
  },
  bin: { zh: '货位填入{what}', en: 'Put this bin into {what}' },
  chosen: { zh: '所选 {count} 行', en: 'the {count} selected {count|line|lines}' },
  empty: { zh: '未填货位的 {count} 行', en: '{count} {count|line|lines} without a bin' },
})

/** Totals of accepted and rejected quantities, one bin for several lines, and why a bin. */
function ReceiptTools(props: EntrySlotProps): ReactNode {
  const t = useMessages(messages)
  const { lines, chosen, header } = props
  const [bin, setBin] = useState<string | null>(null)
  if (lines.length === 0) return null
  const accepted = lines.filter((line) => line['stockCategory'] !== 'BL')
  const rejected = lines.filter((line) => line['stockCategory'] === 'BL')
  const targets = chosen.length > 0 ? chosen : lines.filter((line) => textOf(line['bin']) === '')
  const what =
    chosen.length > 0
      ? t('chosen', { count: chosen.length })
      : t('empty', { count: targets.length })
  const narrow = {
    plant: textOf(header['plant']),
    storageLocation: textOf(header['storageLocation']),
  }
  return (
    <Space wrap>
      <StateTag
        tone="done"
        label={t('accepted', { lines: accepted.length, quantity: sumsByUnit(accepted) })}
      />
      {rejected.length > 0 && (
        <StateTag
          tone="failed"
          label={t('rejected', { lines: rejected.length, quantity: sumsByUnit(rejected) })}
        />
      )}
      <span style={{ display: 'inline-block', width: 160 }}>
        <ReferencePicker
          master="bin"
          value={bin}
          narrow={narrow}
          ariaLabel={t('bin', { what })}
          onChange={setBin}
        />
      </span>
      <Button
        disabled={bin === null || targets.length === 0}
        onClick={() =>
          props.onLinesChange(
            lines.map((line) => (targets.includes(line) ? { ...line, bin } : line)),
          )
        }
      >
        {t('bin', { what })}
      </Button>
      <BinTools
        {...props}
        field="bin"
        storageLocation={narrow.storageLocation}
        isStored={(line) => line['stockCategory'] !== 'BL'}
      />
    </Space>
  )
}

export const documentSlots = {
  arrival: { toolbar: LegacyLink },
  'goods-receipt': { summary: ReceiptTools, toolbar: LegacyLink, beside: ReversedPart },
} satisfies Partial<Record<DocumentName, DocumentSlots>>
