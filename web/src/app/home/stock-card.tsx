import { companyToday } from '@kufang/kernel/company-day.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Skeleton, theme as antdTheme } from 'antd'
import { useMemo, useState } from 'react'
import type { ReactNode } from 'react'
import { api } from '../../kit/api/client.ts'
import { fetchWords } from '../../kit/fields/master-words.ts'
import { Chart } from '../../kit/chart/chart.tsx'
import { ErrorBanner } from '../../kit/feedback/error-banner.tsx'
import { numberText } from '../../kit/grid/cell-format.ts'
import { listed } from '../../kit/text/language.ts'
import { Card } from '../../kit/pages/frame/card.tsx'
import { useMessages } from '../../kit/text/messages.ts'
import { homeMessages } from './home-messages.ts'
import styles from './home.module.css'
import { Nothing } from './nothing.tsx'
import { everyDay } from './stock-overview.ts'
import type { StockOverview } from './stock-overview.ts'

const path = '/Stock/stockSearch'
const freshMs = 5 * 60_000
const days = 30
const height = 220

/** Stock overview: stocked items by storage location, movements in and out by day. */
export function StockCard(): ReactNode {
  const t = useMessages(homeMessages)
  const overview = useQuery({
    queryKey: ['stock-overview'],
    queryFn: ({ signal }) =>
      api.post<StockOverview>('/api/stock/overview', {}, { signal, isQuiet: true }),
    staleTime: freshMs,
  })
  return (
    <Card title={t('stock')} extra={<a href={`#${path}`}>{t('toStock')}</a>}>
      {overview.isPending && <Skeleton active title={false} paragraph={{ rows: 6 }} />}
      {overview.isError && <ErrorBanner error={overview.error} />}
      {overview.data !== undefined && (
        <div className={styles.charts}>
          <Places overview={overview.data} />
          <Moves overview={overview.data} />
        </div>
      )}
    </Card>
  )
}

function Places({ overview }: { overview: StockOverview }): ReactNode {
  const t = useMessages(homeMessages)
  const { token } = antdTheme.useToken()
  const { places } = overview
  const client = useQueryClient()
  const words = useQuery({
    queryKey: ['stock-overview', 'places', places],
    queryFn: () =>
      fetchWords(
        client,
        'storage-location',
        places.map((place) => ({ code: place.storageLocation, record: { ...place } })),
      ),
    staleTime: freshMs,
  })
  const names = useMemo(
    () =>
      places.map(({ plant, storageLocation }, index) =>
        [plant, storageLocation, words.data?.[index] ?? ''].join(' ').trim(),
      ),
    [places, words.data],
  )
  const option = useMemo(
    () => ({
      grid: { left: 8, right: 56, top: 4, bottom: 4, containLabel: true },
      tooltip: { trigger: 'item' as const },
      xAxis: { type: 'value' as const, minInterval: 1, show: false },
      yAxis: {
        type: 'category' as const,
        inverse: true,
        data: names,
        axisLabel: { width: 180, overflow: 'truncate' as const },
      },
      series: [
        {
          type: 'bar' as const,
          name: t('places'),
          data: places.map(({ items }) => items),
          color: token.colorPrimary,
          barMaxWidth: 16,
          label: { show: true, position: 'right' as const, color: token.colorText },
        },
      ],
    }),
    [names, places, t, token],
  )
  const values = places.map(({ items }, index) => `${names[index]} ${numberText(items)}`)
  return (
    <section>
      <h2 className={styles.chartTitle}>{t('places')}</h2>
      {places.length === 0 ? (
        <Nothing text={t('noStock')} />
      ) : (
        <Chart
          option={option}
          height={height}
          ariaLabel={t('summary', { title: t('places'), values: values.join(', ') })}
        />
      )}
    </section>
  )
}

function Moves({ overview }: { overview: StockOverview }): ReactNode {
  const t = useMessages(homeMessages)
  const { token } = antdTheme.useToken()
  const [today] = useState(() => companyToday())
  const shown = useMemo(() => everyDay(overview.days, today, days), [overview, today])
  const option = useMemo(
    () => ({
      grid: { left: 8, right: 8, top: 28, bottom: 4, containLabel: true },
      legend: { top: 0, left: 0, icon: 'rect', itemWidth: 12, itemHeight: 12 },
      tooltip: { trigger: 'axis' as const },
      xAxis: { type: 'category' as const, data: shown.map(({ day }) => day.slice(5)) },
      yAxis: { type: 'value' as const, minInterval: 1 },
      series: [
        {
          type: 'bar' as const,
          name: t('inward'),
          data: shown.map(({ inward }) => inward),
          color: token.colorPrimary,
        },
        {
          type: 'bar' as const,
          name: t('outward'),
          data: shown.map(({ outward }) => outward),
          color: token.colorWarning,
        },
      ],
    }),
    [shown, t, token],
  )
  const sum = (name: 'inward' | 'outward'): string =>
    numberText(shown.reduce((total, day) => total + day[name], 0))
  return (
    <section>
      <h2 className={styles.chartTitle}>{t('moves')}</h2>
      {overview.days.length === 0 ? (
        <Nothing text={t('noMoves')} />
      ) : (
        <Chart
          option={option}
          height={height}
          ariaLabel={t('summary', {
            title: t('moves'),
            values: listed([
              `${t('inward')} ${sum('inward')}`,
              `${t('outward')} ${sum('outward')}`,
            ]),
          })}
        />
      )}
    </section>
  )
}
