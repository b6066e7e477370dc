import { companyToday } from '@kufang/kernel/company-day.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { ReactNode } from 'react'
import type { Filter, ListResponse } from '@kufang/contract/document/api.ts'
import type { AnyQuery, FigureDeclaration } from '@kufang/contract/document/declare/define-query.ts'
import { textOf } from '@kufang/kernel/text-of.ts'
import { api } from '../../api/client.ts'
import { ErrorBanner } from '../../feedback/error-banner.tsx'
import { numberText } from '../../grid/cell-format.ts'
import { useLanguage } from '../../text/language.ts'
import { defineMessages, useMessages } from '../../text/messages.ts'
import { Card } from '../frame/card.tsx'
import { DeclaredQuery } from './declared-query.tsx'
import { ratePercent } from './figure-rate.ts'
import styles from './figure.module.css'

const messages = defineMessages({
  all: { zh: '全部', en: 'All' },
  none: { zh: '无数据', en: 'No data' },
  provisional: {
    zh: '本月未结束，暂计：尚未到期的行不计，提前完成的已计。',
    en: 'The month has not ended: lines that are not due yet are not counted, those done early are.',
  },
  running: { zh: '暂计', en: 'provisional' },
})

/** Groups shown; the newest first. */
const groupsShown = 12

/** A rate by month, above the rows of the query; a press on a month shows the rows behind it. */
export function FigureQuery(props: {
  query: AnyQuery
  figure: FigureDeclaration<string>
  path: string
}): ReactNode {
  const { query, figure, path } = props
  const t = useMessages(messages)
  const { label } = useLanguage()
  const [chosen, setChosen] = useState<string | null>(null)
  const [month] = useState(() => companyToday().slice(0, 7).replace('-', ''))
  const by = query.groupings?.[figure.grouping]?.by[0] ?? ''
  const { data, error } = useQuery({
    queryKey: ['figure', query.name],
    queryFn: ({ signal }) =>
      api.post<ListResponse>(
        `/api/queries/${query.name}/list`,
        {
          grouping: figure.grouping,
          sort: [{ field: by, direction: 'desc' }],
          size: groupsShown,
        },
        { signal },
      ),
  })
  const fixedFilters = useMemo(
    (): readonly Filter[] =>
      chosen === null ? [] : [{ field: by, operator: 'eq', value: chosen }],
    [by, chosen],
  )
  return (
    <>
      <Card>
        <p className={styles.formula}>{label(figure.formula)}</p>
        {error !== null && <ErrorBanner error={error} />}
        <div className={styles.groups} role="group" aria-label={label(query.label)}>
          <button
            type="button"
            className={styles.group}
            aria-pressed={chosen === null}
            onClick={() => setChosen(null)}
          >
            {t('all')}
          </button>
          {(data?.rows ?? []).toReversed().map((row) => {
            const group = textOf(row[by])
            const isRunning = group >= month
            const [numerator, denominator] = [row[figure.numerator], row[figure.denominator]]
            const rate = ratePercent(numerator, denominator)
            const rateText = rate === null ? t('none') : `${rate}%`
            const parts = `${numberText(String(numerator))} / ${numberText(String(denominator))}`
            return (
              <button
                key={group}
                type="button"
                className={styles.group}
                title={isRunning ? t('provisional') : undefined}
                aria-pressed={chosen === group}
                onClick={() => setChosen(chosen === group ? null : group)}
              >
                <span>
                  {`${group.slice(0, 4)}-${group.slice(4)}`} {isRunning && <em>{t('running')}</em>}
                </span>{' '}
                <strong>{rateText}</strong> <small>{parts}</small>
              </button>
            )
          })}
        </div>
      </Card>
      <DeclaredQuery query={query} path={path} fixedFilters={fixedFilters} />
    </>
  )
}
