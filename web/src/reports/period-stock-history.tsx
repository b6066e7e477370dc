import { DatePicker } from 'antd'
import { dayjs } from '../kit/text/calendar.ts'
import { useMemo, useState } from 'react'
import type { ReactNode } from 'react'
import { companyToday } from '@kufang/kernel/company-day.ts'
import { periodOf } from '@kufang/kernel/local-date.ts'
import { periodStockQuery } from '@kufang/contract/reports/period-stock-query.ts'
import { calendarPlacements } from '../kit/fields/calendar-placements.ts'
import { SidePanel } from '../kit/dialog/side-panel.tsx'
import type { Row } from '../kit/fields/field-column.ts'
import type { GridColumn } from '../kit/grid/grid-column.ts'
import { PageFrame } from '../kit/pages/frame/page-frame.tsx'
import { queryColumns, queryList } from '../kit/pages/list/query-columns.ts'
import { RecordList } from '../kit/pages/list/record-list.tsx'
import { useGrouping } from '../kit/pages/list/use-grouping.tsx'
import { useRowPanel } from '../kit/pages/list/use-row-panel.ts'
import { useLanguage } from '../kit/text/language.ts'
import { defineMessages, useMessages } from '../kit/text/messages.ts'
import { PeriodStockPanel } from './period-stock-panel.tsx'
import { useVisible } from '../kit/session/use-visible.ts'

const messages = defineMessages({
  month: { zh: '期间（月）', en: 'Period (month)' },
  running: {
    zh: '本月进行中：数字随业务变动',
    en: 'This month is running: its figures go on changing',
  },
  rule: {
    zh: '期初 + 入库 + 转入 − 出库 − 转出 + 调整 = 期末',
    en: 'Opening + received + transferred in − issued − transferred out + adjusted = closing',
  },
})

const path = '/reportForms/periodStockHistory'
const { rowId } = queryList(periodStockQuery, path)
const monthFormat = 'YYYYMM'

/** 收发存历史报表: one month at a time, because opening and closing stocks of several months cannot be added. */
export default function PeriodStockHistory(): ReactNode {
  const t = useMessages(messages)
  const { label } = useLanguage()
  const today = companyToday()
  const running = periodOf(today)
  const [month, setMonth] = useState(running)
  const query = useVisible(periodStockQuery)
  const list = useMemo(() => queryList(query, path), [query])
  const beside = useRowPanel(rowId)
  const { shown, show } = beside
  const summary = useGrouping(periodStockQuery)
  const columns = useMemo(
    (): GridColumn<Row>[] =>
      queryColumns(query, path).map((column) => ({
        ...column,
        ...(column.field === 'materialNo' && { pinned: 'left' as const }),
        // The figures of interest; the material is visible on any screen.
        ...(['materialNo', 'closingQuantity', 'cutOffQuantity'].includes(column.field) && {
          onOpen: (row: Row) => show(row),
        }),
      })),
    [query, show],
  )
  const filters = useMemo(
    () => [{ field: 'period', operator: 'eq' as const, value: month }],
    [month],
  )
  return (
    <PageFrame
      path={path}
      titleExtra={<span>{month === running ? t('running') : t('rule')}</span>}
      actions={
        <DatePicker
          builtinPlacements={calendarPlacements}
          picker="month"
          format="YYYY-MM"
          allowClear={false}
          aria-label={t('month')}
          style={{ width: 120 }}
          value={dayjs(`${month}01`)}
          maxDate={dayjs(today)}
          onChange={(chosen) => {
            if (chosen === null || Array.isArray(chosen)) return
            show(null)
            setMonth(chosen.format(monthFormat))
          }}
        />
      }
    >
      <RecordList
        key={summary.grouping}
        {...list}
        pageKey={summary.pageKeyOf(path)}
        fixedFilters={filters}
        ariaLabel={label(periodStockQuery.label)}
        columns={summary.columnsOf(columns)}
        toolbar={summary.control}
        {...(summary.grouping === null && beside.list)}
        {...summary.list}
      />
      <SidePanel
        {...beside.panel}
        title={shown === null ? '' : `${String(shown['materialNo'])} ${String(shown['period'])}`}
      >
        {shown !== null && <PeriodStockPanel key={rowId(shown)} row={shown} />}
      </SidePanel>
    </PageFrame>
  )
}
