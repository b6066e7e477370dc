import { useQuery } from '@tanstack/react-query'
import { theme as antdTheme } from 'antd'
import { useMemo } from 'react'
import type { ReactNode } from 'react'
import type { ListResponse } from '@kufang/contract/document/api.ts'
import { textOf } from '@kufang/kernel/text-of.ts'
import { api } from '../kit/api/client.ts'
import { Chart } from '../kit/chart/chart.tsx'
import { TabState } from '../kit/document/tab-state.tsx'
import type { Row } from '../kit/fields/field-column.ts'
import { defineMessages, useMessages } from '../kit/text/messages.ts'
import { deliveriesOf, deliveryOption } from './deliveries-of.ts'

const messages = defineMessages({
  none: {
    zh: '该供应商的这一检验项目还没有已出具的记录',
    en: 'No concluded record of this characteristic of the supplier yet',
  },
  title: {
    zh: '{name}，近 {count} 次交货（{unit}）',
    en: '{name}, last {count} {count|delivery|deliveries} ({unit})',
  },
  pieces: { zh: '不合格件数', en: 'failed pieces' },
  average: { zh: '平均值', en: 'Average' },
  lowest: { zh: '最小值', en: 'Lowest' },
  highest: { zh: '最大值', en: 'Highest' },
  lowerLimit: { zh: '下限', en: 'Lower limit' },
  upperLimit: { zh: '上限', en: 'Upper limit' },
  failed: { zh: '不合格数', en: 'Failed' },
  summary: { zh: '{title}：{values}', en: '{title}: {values}' },
})

const deliveriesMax = 20
const height = 220

interface CharacteristicChartProps {
  supplierNo: string
  materialGroup: string
  characteristic: string
}

/** The values of a characteristic over the last deliveries of a supplier, with its limits; of attributes the failures. */
export function CharacteristicChart(props: CharacteristicChartProps): ReactNode {
  const t = useMessages(messages)
  const { token } = antdTheme.useToken()
  const { data, error, isLoading, refetch } = useQuery({
    queryKey: ['inspection-result', props],
    queryFn: ({ signal }) =>
      api.post<ListResponse<Row>>(
        '/api/queries/inspection-result/list',
        {
          filters: Object.entries(props).map(([field, value]) => ({
            field,
            operator: 'eq',
            value,
          })),
          size: deliveriesMax,
        },
        { signal },
      ),
    staleTime: 0,
  })
  const deliveries = useMemo(() => deliveriesOf(data?.rows ?? []), [data])
  const option = useMemo(
    () =>
      deliveryOption(
        deliveries,
        {
          average: t('average'),
          lowest: t('lowest'),
          highest: t('highest'),
          lowerLimit: t('lowerLimit'),
          upperLimit: t('upperLimit'),
          failed: t('failed'),
        },
        { value: token.colorPrimary, range: token.colorTextTertiary, limit: token.colorError },
      ),
    [deliveries, t, token],
  )
  if (data === undefined) return <TabState error={error} isLoading={isLoading} onRetry={refetch} />
  const [first] = data.rows
  if (first === undefined) return <p>{t('none')}</p>
  const title = t('title', {
    name: textOf(first['characteristicName']),
    count: deliveries.length,
    unit: textOf(first['measuringUnit']) || t('pieces'),
  })
  const values = deliveries.map(({ docNo, average, failed }) => `${docNo} ${average ?? failed}`)
  return (
    <section>
      <h2 style={{ fontSize: token.fontSize, margin: 0 }}>{title}</h2>
      <Chart
        option={option}
        height={height}
        ariaLabel={t('summary', { title, values: values.join(', ') })}
      />
    </section>
  )
}
