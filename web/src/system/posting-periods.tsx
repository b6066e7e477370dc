import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { flag, text, type Fields } from '@kufang/contract/document/declare/field.ts'
import { label as words } from '@kufang/contract/document/declare/label.ts'
import type { RuleChange } from '@kufang/contract/document/rule-change.ts'
import type { PeriodView } from '@kufang/contract/stock/posting-period.ts'
import { textOf } from '@kufang/kernel/text-of.ts'
import { api } from '../kit/api/client.ts'
import type { IntentKeys } from '../kit/api/intent-key.ts'
import { WaitingChanges } from '../kit/approval/waiting-changes.tsx'
import { TabState } from '../kit/document/tab-state.tsx'
import { toast } from '../kit/feedback/toast.ts'
import type { Row } from '../kit/fields/field-column.ts'
import { FieldDialog } from '../kit/fields/field-dialog.tsx'
import { momentText } from '../kit/fields/moment-text.ts'
import { defineMessages, useMessages } from '../kit/text/messages.ts'
import { StateTag } from '../kit/theme/state-tag.tsx'
import { MissingPapers } from './missing-papers.tsx'
import { UnpostedDocuments } from './unposted-documents.tsx'
import styles from './system.module.css'

const messages = defineMessages({
  period: { zh: '公司 {company} · {month}', en: 'Company {company} · {month}' },
  isOpen: { zh: '已开放', en: 'Open' },
  isClosed: { zh: '已关闭', en: 'Closed' },
  changed: { zh: '{who} {when}', en: '{who} {when}' },
  byItself: { zh: '按月自动', en: 'By the month' },
  open: { zh: '开放', en: 'Open it' },
  close: { zh: '关闭', en: 'Close it' },
  openAsked: { zh: '申请开放期间 {month}', en: 'Ask to open period {month}' },
  openMeans: {
    zh: '由另一人批准后，过账日期可以填写该月的日期。',
    en: 'Once somebody else approves it, posting dates of that month are possible.',
  },
  closeAsked: { zh: '申请关闭期间 {month}', en: 'Ask to close period {month}' },
  closeMeans: {
    zh: '由另一人批准后，不能再以该月的日期过账；实物收发不受影响。',
    en: 'Once somebody else approves it, nothing can be posted on a date of that month; goods still move.',
  },
  ask: { zh: '提交申请', en: 'Ask for it' },
  asked: {
    zh: '期间 {month}：已提交申请，由另一人批准',
    en: 'Period {month}: asked for, to be approved by someone else',
  },
  waiting: { zh: '期间 {month} 待批准', en: 'Period {month} waits for approval' },
  toOpen: { zh: '开放', en: 'open it' },
  toClose: { zh: '关闭', en: 'close it' },
  leaving: { zh: '仍未过账：{numbers}', en: 'Left unposted: {numbers}' },
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

const reasonField: Fields = {
  reason: text(words('原因', 'Reason'), { required: true, lengthMax: 200, multiline: true }),
}
const leavingField: Fields = {
  leavesUnposted: flag(words('未过账单据留待以后处理', 'Leave the unposted documents for later')),
}

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
  const { companyCode, period, isOpen, isChangeable, isHeld, missingPapers, unposted, change } =
    view
  const t = useMessages(messages)
  const [isAsking, setAsking] = useState(false)
  const month = `${period.slice(0, 4)}-${period.slice(4)}`
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
            disabled={change !== null || (isOpen && isHeld)}
            title={isOpen && isHeld ? t('isHeld', { count: missingPapers.length }) : ''}
            onClick={() => setAsking(true)}
          >
            {t(isOpen ? 'close' : 'open')}
          </Button>
        )}
      </div>
      <WaitingPeriod change={change} month={month} />
      {isAsking && <AskDialog view={view} month={month} onClose={() => setAsking(false)} />}
      <UnpostedDocuments documents={unposted} />
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

/** What is asked of a month, which another person approves. */
function WaitingPeriod({ change, month }: { change: RuleChange | null; month: string }): ReactNode {
  const t = useMessages(messages)
  const client = useQueryClient()
  return (
    <WaitingChanges
      isSetUp
      title={t('waiting', { month })}
      path="/api/stock/periods/changes"
      changes={change === null ? [] : [change]}
      subjectOf={() => month}
      differencesOf={({ after }) => {
        const left = Array.isArray(after['unposted']) ? after['unposted'].map(String) : []
        return [
          t(after['act'] === 'open' ? 'toOpen' : 'toClose'),
          ...(left.length === 0 ? [] : [t('leaving', { numbers: left.join('、') })]),
        ]
      }}
      onDone={() => {
        client.invalidateQueries({ queryKey: periodsKey }).catch(console.error)
      }}
    />
  )
}

/** Asks for a month to be opened or closed, with a reason, and with what is left unposted. */
function AskDialog({
  view: { companyCode, period, isOpen, unposted },
  month,
  onClose,
}: {
  view: PeriodView
  month: string
  onClose: () => void
}): ReactNode {
  const t = useMessages(messages)
  const client = useQueryClient()
  const ask = async (values: Row, keys: IntentKeys): Promise<void> => {
    const numbers = unposted.map(({ documentNo }) => documentNo)
    const body = {
      companyCode,
      period,
      act: isOpen ? 'close' : 'open',
      reason: textOf(values['reason']),
      unposted: values['leavesUnposted'] === true ? numbers : [],
    }
    const changed = await api.post<PeriodView[]>('/api/stock/periods', body, {
      idempotencyKey: keys.of(body),
    })
    client.setQueryData(periodsKey, changed)
    toast.success(t('asked', { month }))
  }
  return (
    <FieldDialog
      title={t(isOpen ? 'closeAsked' : 'openAsked', { month })}
      fields={isOpen && unposted.length > 0 ? { ...reasonField, ...leavingField } : reasonField}
      actionText={t('ask')}
      isDangerous={isOpen}
      onSend={ask}
      onClose={onClose}
    >
      <p>{t(isOpen ? 'closeMeans' : 'openMeans')}</p>
    </FieldDialog>
  )
}
