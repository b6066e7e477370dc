import { theme as antdTheme } from 'antd'
import { useMemo } from 'react'
import type { CSSProperties, ReactNode } from 'react'
import type { ProposedQuota, QuotaReasons } from '@kufang/contract/safe-stock/quota-reasons.ts'
import { demandClasses, forecastMethodLabels } from '@kufang/contract/safe-stock/quota-words.ts'
import { Chart } from '../kit/chart/chart.tsx'
import { useLanguage, withDetail } from '../kit/text/language.ts'
import { defineMessages, useMessages } from '../kit/text/messages.ts'
import styles from './quota-reasons.module.css'

const messages = defineMessages({
  title: {
    zh: '{material} 的消耗：{class}（平均间隔 {interval} 月，CV² {variation}）',
    en: 'Consumption of {material}: {class} (every {interval} months, CV² {variation})',
  },
  issued: { zh: '月消耗', en: 'Issued in the month' },
  forecast: { zh: '预测（{method}）', en: 'Forecast ({method})' },
  chart: {
    zh: '{first} 起 {count} 个月的消耗，共 {total}',
    en: 'Issues of {count} months from {first}: {total} in all',
  },
  method: { zh: '方法', en: 'Method' },
  monthly: { zh: '预测月均', en: 'Forecast of a month' },
  because: {
    zh: '留出最后 12 个月检验：小于 1 优于上月值。{why}',
    en: 'Tested on the last 12 months, held out: below 1 is better than the last month. {why}',
  },
  byError: { zh: '选用误差明显最小的方法', en: 'Chosen: clearly the least error' },
  byDefault: { zh: '历史太短，用通常方法', en: 'The history is short: the usual method' },
  result: {
    zh: '建议：安全库存 {safety}，补货点 {reorder}，最高 {maximum}；覆盖 {months} 个月，预计消耗 {expected}，一次满足率 {service}%（{basis}）',
    en: 'Proposed: safety stock {safety}, reorder point {reorder}, maximum {maximum}; for {months} months, expected demand {expected}, {service}% of the demands served ({basis})',
  },
  byPrice: { zh: '按一次满足的价值与储备成本', en: 'by what serving a demand is worth' },
  byLevel: { zh: '无账面价，按服务水平', en: 'by the service level: no book price' },
})

const height = 180
const rounded = (value: number | null, decimals: number): string =>
  value === null ? '–' : value.toFixed(decimals)

/** Why a quota is proposed: the consumption by month, the error of each method, and what follows. */
export function QuotaReasonsView({ reasons }: { reasons: ProposedQuota }): ReactNode {
  const t = useMessages(messages)
  const { label } = useLanguage()
  const { token } = antdTheme.useToken()
  const { months, firstMonth, errors, chosenMethod } = reasons
  const chosen = errors.find(({ method }) => method === chosenMethod)
  const method = label(forecastMethodLabels[chosenMethod])
  const option = useMemo(
    () => ({
      grid: { left: 8, right: 8, top: 28, bottom: 4, containLabel: true },
      legend: { top: 0, left: 0, icon: 'rect', itemWidth: 12, itemHeight: 12 },
      tooltip: { trigger: 'axis' as const },
      xAxis: {
        type: 'category' as const,
        data: months.map((_one, at) => monthAfter(firstMonth, at)),
      },
      yAxis: { type: 'value' as const },
      series: [
        {
          type: 'bar' as const,
          name: t('issued'),
          data: months,
          color: token.colorPrimary,
          barMaxWidth: 16,
        },
        {
          type: 'line' as const,
          name: t('forecast', { method }),
          data: months.map(() => Number((chosen?.forecast ?? 0).toFixed(3))),
          color: token.colorError,
          symbol: 'none',
          lineStyle: { width: 1, type: 'dashed' as const },
        },
      ],
    }),
    [months, firstMonth, t, method, chosen, token],
  )
  const colours = { '--line': token.colorBorder, '--head': token.colorFillAlter }
  const total = months.reduce((sum, one) => sum + one, 0)
  return (
    <section className={styles.reasons} style={colours as CSSProperties}>
      <h3 className={styles.title}>
        {t('title', {
          material: withDetail(reasons.description, reasons.materialNo),
          class: label(demandClasses[reasons.demandClass]),
          interval: rounded(reasons.interval, 2),
          variation: rounded(reasons.variation, 2),
        })}
      </h3>
      <p role="status">
        {t('result', {
          safety: reasons.safetyStock,
          reorder: reasons.reorderPoint,
          maximum: reasons.maximumQuantity,
          months: reasons.coveredMonths,
          expected: rounded(reasons.expectedDemand, 1),
          service: reasons.servicePercent,
          basis: t(reasons.isByPrice ? 'byPrice' : 'byLevel'),
        })}
      </p>
      <div className={styles.parts}>
        <div className={styles.chart}>
          <Chart
            option={option}
            height={height}
            ariaLabel={t('chart', { first: firstMonth, count: months.length, total })}
          />
        </div>
        <MethodTable reasons={reasons} />
      </div>
    </section>
  )
}

/** How each method did on the months held out, with the chosen one marked. */
function MethodTable({ reasons }: { reasons: QuotaReasons }): ReactNode {
  const t = useMessages(messages)
  const { label } = useLanguage()
  const { errors, chosenMethod } = reasons
  return (
    <table className={styles.table}>
      <caption>
        {t('because', { why: t(reasons.because === 'error' ? 'byError' : 'byDefault') })}
      </caption>
      <thead>
        <tr>
          <th scope="col">{t('method')}</th>
          <th scope="col" className={styles.number}>
            RMSSE
          </th>
          <th scope="col" className={styles.number}>
            MASE
          </th>
          <th scope="col" className={styles.number}>
            {t('monthly')}
          </th>
        </tr>
      </thead>
      <tbody>
        {errors.map((one) => (
          <tr key={one.method} aria-current={one.method === chosenMethod ? true : undefined}>
            <td>
              {label(forecastMethodLabels[one.method])}
              {one.method === chosenMethod && ' ✓'}
            </td>
            <td className={styles.number}>{rounded(one.rmsse, 3)}</td>
            <td className={styles.number}>{rounded(one.mase, 3)}</td>
            <td className={styles.number}>{rounded(one.forecast, 2)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** The month so many months after a `yyyy-MM`. */
function monthAfter(first: string, months: number): string {
  const [year = 0, month = 1] = first.split('-').map(Number)
  const at = year * 12 + month - 1 + months
  return `${Math.floor(at / 12)}-${String((at % 12) + 1).padStart(2, '0')}`
}
