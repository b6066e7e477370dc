import { listed } from '../kit/text/language.ts'
import { Alert, Button, Space } from 'antd'
import { useEffect, useRef } from 'react'
import type { DocumentName } from '@kufang/contract/registry.ts'
import type { ReactNode } from 'react'
import type { DocumentSlots, EntrySlotProps, SlotLine } from '../kit/document/slots.ts'
import type { QuerySlots } from '../kit/pages/list/query-slots.ts'
import { openDocument } from '../kit/document/document-path.ts'
import { defineMessages, useMessages } from '../kit/text/messages.ts'
import { textOf } from '@kufang/kernel/text-of.ts'
import { CharacteristicChart } from './characteristic-chart.tsx'
import { KeptCategory } from './kept-category.tsx'
import { PackingTools } from './packing-tools.tsx'
import { RecordsBeside } from './records-beside.tsx'
import { RecordTools } from './record-tools.tsx'
import {
  acceptAll,
  completeDecision,
  decisionGap,
  followHalves,
  lacksSample,
  rejectAll,
} from './decision.ts'

const messages = defineMessages({
  acceptAll: { zh: '全部合格', en: 'Accept all' },
  rejectAll: { zh: '全部不合格', en: 'Reject all' },
  complete: { zh: '补齐另一半', en: 'Fill in the other half' },
  nothingToComplete: {
    zh: '没有只填了合格或只填了不合格的行',
    en: 'No line has only one of accepted and rejected filled in',
  },
  scope: { zh: '作用于{what}', en: 'Applies to {what}' },
  chosen: { zh: '所选 {count} 行', en: 'the selected lines: {count}' },
  all: { zh: '全部 {count} 行', en: 'all lines: {count}' },
  gaps: {
    zh: '合格 + 不合格 + 短缺 + 检毁必须等于检验数量：{lines}',
    en: 'Accepted + rejected + missing + destroyed must equal the inspected quantity: {lines}',
  },
  line: { zh: '第 {line} 行差 {gap}', en: 'line {line} is off by {gap}' },
  defects: {
    zh: '有不合格数量的行须填缺陷类别：第 {lines} 行',
    en: 'Lines with rejected pieces need a defect class: {lines}',
  },
  samples: {
    zh: '检验方式为抽检，须填抽样数：第 {lines} 行',
    en: 'The method is sampling; the sample size is missing in lines: {lines}',
  },
})

/** Buttons that accept or reject whole lines, and the remaining gaps, shown before the server refuses them. */
function DecisionTools(props: EntrySlotProps): ReactNode {
  const t = useMessages(messages)
  const { header, lines, chosen } = props
  const known = useRef(lines)
  useEffect(() => {
    const followed = followHalves(known.current, lines)
    known.current = followed
    if (followed !== lines) props.onLinesChange([...followed])
    // oxlint-disable-next-line react/exhaustive-deps -- only what is typed makes the other half follow
  }, [lines])
  if (lines.length === 0) return null
  const targets = new Set((chosen.length > 0 ? chosen : lines).map((line) => line.rowId))
  const apply = (change: (line: SlotLine) => SlotLine): void =>
    props.onLinesChange(lines.map((line) => (targets.has(line.rowId) ? change(line) : line)))
  const hasHalf = lines.some((line) => targets.has(line.rowId) && completeDecision(line) !== line)
  const gaps = lines.flatMap((line, index) => {
    const gap = decisionGap(line)
    return gap === null || gap === '0' ? [] : [t('line', { line: index + 1, gap })]
  })
  const withoutDefect = lines.flatMap((line, index) => {
    const isRejected =
      typeof line['rejectedQuantity'] === 'string' && !['', '0'].includes(line['rejectedQuantity'])
    return isRejected && (line['defectClass'] ?? '') === '' ? [index + 1] : []
  })
  const withoutSample = lines.flatMap((line, index) =>
    lacksSample(header['inspectionMethod'], line) ? [index + 1] : [],
  )
  const what =
    chosen.length > 0 ? t('chosen', { count: chosen.length }) : t('all', { count: lines.length })
  return (
    <Space wrap>
      <Button onClick={() => apply(acceptAll)}>{t('acceptAll')}</Button>
      <Button onClick={() => apply(rejectAll)}>{t('rejectAll')}</Button>
      <Button
        disabled={!hasHalf}
        title={hasHalf ? '' : t('nothingToComplete')}
        onClick={() => apply(completeDecision)}
      >
        {t('complete')}
      </Button>
      <span>{t('scope', { what })}</span>
      {gaps.length > 0 && (
        <Alert type="warning" showIcon title={t('gaps', { lines: listed(gaps) })} />
      )}
      {withoutDefect.length > 0 && (
        <Alert type="warning" showIcon title={t('defects', { lines: listed(withoutDefect) })} />
      )}
      {withoutSample.length > 0 && (
        <Alert type="warning" showIcon title={t('samples', { lines: listed(withoutSample) })} />
      )}
      <RecordsBeside lines={lines} />
    </Space>
  )
}

export const documentSlots = {
  'inspection-order': { summary: DecisionTools },
  'inspection-record': { summary: RecordTools },
  'packing-check': { summary: PackingTools },
  'rejected-goods': { beside: KeptCategory },
} satisfies Partial<Record<DocumentName, DocumentSlots>>

/** 检验结果查询: a row opens what the supplier delivered before, measured likewise. */
export const querySlots: Readonly<Record<string, QuerySlots>> = {
  'inspection-result': {
    sidePanel: {
      opens: 'characteristicName',
      title: (row) => textOf(row['characteristicName']),
      Content: ({ row }) => (
        <CharacteristicChart
          supplierNo={textOf(row['supplierNo'])}
          materialGroup={textOf(row['materialGroup'])}
          characteristic={textOf(row['characteristic'])}
        />
      ),
    },
    opens: { docNo: (row) => openDocument('inspection-record', String(row['id'])) },
  },
}
