import { DatePicker } from 'antd'
import { dayjs } from '../../text/calendar.ts'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { companyToday } from '@kufang/kernel/company-day.ts'
import { quickRanges } from '@kufang/kernel/time.ts'
import { calendarPlacements } from '../../fields/calendar-placements.ts'
import { isRange } from '../../fields/list-filters.ts'
import { useLanguage } from '../../text/language.ts'
import { rangeWidth } from './filter-room.ts'
import type { DateFilterProps } from './date-filter-props.ts'

const rangeNames = {
  today: { zh: '今天', en: 'Today' },
  lastWeek: { zh: '最近一周', en: 'Last week' },
  lastMonth: { zh: '最近一个月', en: 'Last month' },
  lastThreeMonths: { zh: '最近三个月', en: 'Last three months' },
} as const

/** Two dates and quick ranges; loaded separately because the calendar is large. */
export default function DateRange(props: DateFilterProps & { isAsked: boolean }): ReactNode {
  const { label } = useLanguage()
  const range = isRange(props.value) ? props.value : { from: null, to: null }
  // Do not take the focus if the user has moved on while the calendar was loading.
  const [isAwaited] = useState(() => props.isAsked && isStillAt(props.name))
  const today = companyToday()
  return (
    <DatePicker.RangePicker
      builtinPlacements={calendarPlacements}
      aria-label={props.name}
      autoFocus={isAwaited}
      defaultOpen={isAwaited}
      allowEmpty={[true, true]}
      placeholder={[label({ zh: '开始日期', en: 'From' }), label({ zh: '结束日期', en: 'To' })]}
      style={{ flex: `0 0 ${rangeWidth}px` }}
      presets={quickRanges(today).map((quick) => ({
        label: label(rangeNames[quick.key]),
        value: [dayjs(quick.from), dayjs(quick.to)],
      }))}
      value={[
        range.from === null ? null : dayjs(range.from),
        range.to === null ? null : dayjs(range.to),
      ]}
      onChange={(dates) =>
        props.onChange({
          from: dates?.[0]?.format('YYYY-MM-DD') ?? null,
          to: dates?.[1]?.format('YYYY-MM-DD') ?? null,
        })
      }
    />
  )
}

/** Whether the focus is still on the filter, or on nothing because its element was replaced. */
function isStillAt(name: string): boolean {
  const { activeElement } = document
  return activeElement === document.body || activeElement?.getAttribute('aria-label') === name
}
