import type { EChartsOption } from 'echarts'
import { textOf } from '@kufang/kernel/text-of.ts'
import { momentText } from '../kit/fields/moment-text.ts'

/** A delivery as a point of the chart. */
export interface Delivery {
  docNo: string
  at: string
  average: number | null
  lowest: number | null
  highest: number | null
  lowerLimit: number | null
  upperLimit: number | null
  failed: number
}

const numberOf = (value: unknown): number | null =>
  value === null || value === undefined || value === '' ? null : Number(value)

/** The results of a characteristic, as the list has them (latest first), in the order of time. */
export function deliveriesOf(rows: readonly Readonly<Record<string, unknown>>[]): Delivery[] {
  return rows.toReversed().map((row) => ({
    docNo: textOf(row['docNo']),
    at: textOf(row['concludedAt']),
    average: numberOf(row['average']),
    lowest: numberOf(row['lowest']),
    highest: numberOf(row['highest']),
    lowerLimit: numberOf(row['lowerLimit']),
    upperLimit: numberOf(row['upperLimit']),
    failed: Number(row['failedSamples'] ?? 0),
  }))
}

type Line = 'average' | 'lowest' | 'highest' | 'lowerLimit' | 'upperLimit'
const lines: readonly Line[] = ['average', 'lowest', 'highest', 'lowerLimit', 'upperLimit']

/** Month and day, with the sheet below. */
const nameOf = ({ at, docNo }: Delivery): string => `${momentText(at).slice(5, 10)}\n${docNo}`

/** The chart of a variable: its values between their limits; of an attribute: how many pieces failed. */
export function deliveryOption(
  deliveries: readonly Delivery[],
  words: Readonly<Record<Line | 'failed', string>>,
  colours: Readonly<Record<'value' | 'range' | 'limit', string>>,
): EChartsOption {
  const isMeasured = deliveries.some(({ average }) => average !== null)
  const lineOf = (line: Line) => {
    const isLimit = line === 'lowerLimit' || line === 'upperLimit'
    const color = line === 'average' ? colours.value : isLimit ? colours.limit : colours.range
    return {
      type: 'line' as const,
      name: words[line],
      data: deliveries.map((delivery) => delivery[line]),
      color,
      symbol: isLimit ? 'none' : 'circle',
      lineStyle: { width: line === 'average' ? 2 : 1, type: isLimit ? 'dashed' : 'solid' } as const,
    }
  }
  const failed = {
    type: 'bar' as const,
    name: words.failed,
    data: deliveries.map((delivery) => delivery.failed),
    color: colours.limit,
    barMaxWidth: 16,
  }
  const known = lines.filter((line) => deliveries.some((delivery) => delivery[line] !== null))
  return {
    grid: { left: 8, right: 8, top: 28, bottom: 4, containLabel: true },
    legend: { top: 0, left: 0, icon: 'rect', itemWidth: 12, itemHeight: 12 },
    tooltip: { trigger: 'axis' },
    xAxis: { type: 'category', data: deliveries.map(nameOf) },
    yAxis: { type: 'value', scale: isMeasured },
    series: isMeasured ? known.map(lineOf) : [failed],
  }
}
