import { LineChartOutlined } from '@ant-design/icons'
import { Alert, Button, Space } from 'antd'
import { useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { textOf } from '@kufang/kernel/text-of.ts'
import type { EntrySlotProps, SlotLine } from '../kit/document/slots.ts'
import { listed } from '../kit/text/language.ts'
import { defineMessages, useMessages } from '../kit/text/messages.ts'
import { CharacteristicChart } from './characteristic-chart.tsx'
import { findingOfLine } from './record-findings.ts'

const messages = defineMessages({
  passed: { zh: '合格 {count} 项', en: '{count} passed' },
  failed: { zh: '不合格：{lines}', en: 'Failed: {lines}' },
  failedLine: { zh: '第 {line} 行 {finding}', en: 'line {line} {finding}' },
  few: { zh: '实测值不足：{lines}', en: 'Too few values: {lines}' },
  fewLine: { zh: '第 {line} 行 {given}/{wanted}', en: 'line {line} {given}/{wanted}' },
  unreadable: { zh: '不能识别：{lines}', en: 'Cannot be read: {lines}' },
  unreadableLine: { zh: '第 {line} 行“{value}”', en: 'line {line} "{value}"' },
  chart: { zh: '近期交货趋势', en: 'Last deliveries' },
  chartTitle: {
    zh: '所选行（未选时为第一行）的检验项目在该供应商近期交货中的实测值',
    en: 'The characteristic of the selected line, or of the first one, over the last deliveries of the supplier',
  },
})

/** The verdict of the values typed so far, and the last deliveries of the supplier beside them. */
export function RecordTools({ header, lines, chosen }: EntrySlotProps): ReactNode {
  const t = useMessages(messages)
  const [isOpen, setOpen] = useState(false)
  // The limits in a row are those of the characteristic it came with; of another one the server knows them.
  const known = useRef(new Map<string, unknown>())
  const isKnown = (line: SlotLine): boolean => {
    if (!known.current.has(line.rowId)) known.current.set(line.rowId, line['characteristic'])
    return known.current.get(line.rowId) === line['characteristic']
  }
  if (lines.length === 0) return null
  const found = lines.map((line) => (isKnown(line) ? findingOfLine(line) : null))
  const failed = found.flatMap((one, index) =>
    one?.kind === 'failed' ? [t('failedLine', { line: index + 1, finding: one.finding })] : [],
  )
  const few = found.flatMap((one, index) =>
    one?.kind === 'few'
      ? [t('fewLine', { line: index + 1, given: one.given, wanted: one.wanted })]
      : [],
  )
  const unreadable = found.flatMap((one, index) =>
    one?.kind === 'unreadable' ? [t('unreadableLine', { line: index + 1, value: one.value })] : [],
  )
  const passed = found.filter((one) => one?.kind === 'passed').length
  const shown = chosen[0] ?? lines[0]!
  return (
    <Space orientation="vertical" style={{ width: '100%' }}>
      <Space wrap>
        <Button
          icon={<LineChartOutlined aria-hidden />}
          aria-expanded={isOpen}
          title={t('chartTitle')}
          onClick={() => setOpen(!isOpen)}
        >
          {t('chart')}
        </Button>
        <span role="status">{t('passed', { count: passed })}</span>
        {failed.length > 0 && (
          <Alert type="error" showIcon title={t('failed', { lines: listed(failed) })} />
        )}
        {few.length > 0 && (
          <Alert type="warning" showIcon title={t('few', { lines: listed(few) })} />
        )}
        {unreadable.length > 0 && (
          <Alert type="warning" showIcon title={t('unreadable', { lines: listed(unreadable) })} />
        )}
      </Space>
      {isOpen && (
        <CharacteristicChart
          supplierNo={textOf(header['supplierNo'])}
          materialGroup={textOf(shown['materialGroup'])}
          characteristic={textOf(shown['characteristic'])}
        />
      )}
    </Space>
  )
}
