import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import type { PeriodView } from '@kufang/contract/stock/posting-period.ts'
import { api, newIdempotencyKey } from '../kit/api/client.ts'
import { useConfirm } from '../kit/dialog/use-confirm.tsx'
import { TabState } from '../kit/document/tab-state.tsx'
import { ErrorBanner } from '../kit/feedback/error-banner.tsx'
import { toast } from '../kit/feedback/toast.ts'
import { momentText } from '../kit/fields/moment-text.ts'
import { defineMessages, useMessages } from '../kit/text/messages.ts'
import { StateTag } from '../kit/theme/state-tag.tsx'
import { MissingPapers } from './missing-papers.tsx'
import styles from './system.module.css'
import { useSaving } from './use-saving.ts'

const messages = defineMessages({
  period: { zh: '公司 {company} · {month}', en: 'Company {company} · {month}' },
  isOpen: { zh: '已开放', en: 'Open' },
  isClosed: { zh: '已关闭', en: 'Closed' },
  changed: { zh: '{who} {when}', en: '{who} {when}' },
  byItself: { zh: '按月自动', en: 'By the month' },
  open: { zh: '开放', en: 'Open it' },
  close: { zh: '关闭', en: 'Close it' },
  openAsked: { zh: '开放期间 {month}？', en: 'Open period {month}?' },
  openMeans: {
    zh: '开放后，过账日期可以填写该月的日期。',
    en: 'Posting dates of that month are then possible.',
  },
  closeAsked: { zh: '关闭期间 {month}？', en: 'Close period {month}?' },
  closeMeans: {
    zh: '关闭后，不能再以该月的日期过账；实物收发不受影响。',
    en: 'Nothing can be posted on a date of that month then; goods still move.',
  },
  opened: { zh: '期间 {month} 已开放', en: 'Period {month} is open' },
  closed: { zh: '期间 {month} 已关闭', en: 'Period {month} is closed' },
  held: {
    zh: '有 {count} 行货物逾期未补单，不能关闭。请逐单补单，或将货物退回：',
    en: 'The papers of {count} {count|line|lines} of goods are overdue, so the period cannot be closed. Add the papers or send the goods back:',
  },
  warned: {
    zh: '有 {count} 行货物逾期未补单。本公司的参数“逾期未补单与月结”为仅提示，仍可关闭：',
    en: 'The papers of {count} {count|line|lines} of goods are overdue. The parameter of the company only shows them, so the period can be closed:',
  },
  isHeld: {
    zh: '先处理下列 {count} 行逾期未补单的货物',
    en: 'First deal with the {count} {count|line|lines} below whose papers are overdue',
  },
})

const periodsKey = ['stock', 'periods']

/** The months of the companies, open or closed for posting dates, with what keeps one from being closed. */
export function PostingPeriods(): ReactNode {
  const { data, error, isLoading, refetch } = useQuery({
    queryKey: periodsKey,
    queryFn: ({ signal }) => api.get<PeriodView[]>('/api/stock/periods', { signal }),
  })
  if (data === undefined) return <TabState error={error} isLoading={isLoading} onRetry={refetch} />
  return (
    <div className={styles.settings}>
      {data.map((view) => (
        <Period key={`${view.companyCode}/${view.period}`} view={view} />
      ))}
    </div>
  )
}

/** One month, which is opened or closed here. */
function Period({ view }: { view: PeriodView }): ReactNode {
  const { companyCode, period, isOpen, isChangeable, isHeld, missingPapers } = view
  const t = useMessages(messages)
  const client = useQueryClient()
  const confirm = useConfirm()
  const { isBusy, error, attempt } = useSaving()
  const month = `${period.slice(0, 4)}-${period.slice(4)}`
  const change = async (): Promise<void> => {
    const agreed = await confirm({
      title: t(isOpen ? 'closeAsked' : 'openAsked', { month }),
      content: t(isOpen ? 'closeMeans' : 'openMeans'),
      actionText: t(isOpen ? 'close' : 'open'),
      isDangerous: isOpen,
    })
    if (!agreed) return
    await attempt(async () => {
      const changed = await api.post<PeriodView[]>(
        '/api/stock/periods',
        { companyCode, period, act: isOpen ? 'close' : 'open' },
        { idempotencyKey: newIdempotencyKey() },
      )
      client.setQueryData(periodsKey, changed)
      toast.success(t(isOpen ? 'closed' : 'opened', { month }))
    })
  }
  return (
    <section className={styles.setting} aria-label={`${companyCode} ${month}`}>
      <div className={styles.settingHead}>
        <h2 className={styles.settingName}>{t('period', { company: companyCode, month })}</h2>
        <StateTag tone={isOpen ? 'active' : 'done'} label={t(isOpen ? 'isOpen' : 'isClosed')} />
        <span className={styles.quiet}>
          {view.changedAt === null
            ? t('byItself')
            : t('changed', { who: view.changedByName, when: momentText(view.changedAt) })}
        </span>
        <span className={styles.spring} />
        {isChangeable && (
          <Button
            disabled={isBusy || (isOpen && isHeld)}
            title={isOpen && isHeld ? t('isHeld', { count: missingPapers.length }) : ''}
            onClick={() => {
              change().catch(toast.error)
            }}
          >
            {t(isOpen ? 'close' : 'open')}
          </Button>
        )}
      </div>
      <ErrorBanner error={error} />
      {missingPapers.length > 0 && (
        <>
          <p className={styles.blocked}>
            {t(isHeld ? 'held' : 'warned', { count: missingPapers.length })}
          </p>
          <MissingPapers papers={missingPapers} />
        </>
      )}
    </section>
  )
}
