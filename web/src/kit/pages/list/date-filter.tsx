import { CalendarOutlined } from '@ant-design/icons'
import Input from 'antd/es/input/Input'
import { Suspense, useState } from 'react'
import type { ReactNode } from 'react'
import { lazyPart } from '../../feedback/lazy-part.tsx'
import { toast } from '../../feedback/toast.ts'
import { isRange } from '../../fields/list-filters.ts'
import { boxStyle } from './filter-room.ts'
import type { DateFilterProps } from './date-filter-props.ts'

const load = () => import('./date-range.tsx')
const DateRange = lazyPart(load)

/**
 * A date range filter. The calendar is loaded on focus, or immediately if a range is set, because most lists do not use
 * it.
 */
export function DateFilter(props: DateFilterProps): ReactNode {
  const [isAsked, setAsked] = useState(false)
  const isSet = isRange(props.value) && (props.value.from !== null || props.value.to !== null)
  const place = (isFocused: boolean): ReactNode => (
    <Input
      readOnly
      autoFocus={isFocused}
      aria-label={props.name}
      placeholder={props.name}
      suffix={<CalendarOutlined aria-hidden />}
      style={boxStyle(props.width)}
      onPointerEnter={() => void load().catch(toast.error)}
      onFocus={() => setAsked(true)}
    />
  )
  if (!isAsked && !isSet) return place(false)
  return (
    // The element that takes its place keeps the focus, or the Tab key would start over.
    <Suspense fallback={place(isAsked)}>
      <DateRange {...props} isAsked={isAsked} />
    </Suspense>
  )
}
