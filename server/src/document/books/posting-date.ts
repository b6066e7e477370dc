import type { LocalDate } from '@kufang/kernel/local-date.ts'
import { refuse } from '@kufang/kernel/refusal.ts'
import type { PostingPeriods } from '../../ledger/public.ts'

interface PostingDateRequest {
  periods: PostingPeriods
  today: LocalDate
  /** Entered by the person; null if left empty. */
  chosen: LocalDate | null
  /** The days on which the goods moved; none for a reversal. */
  movedOn: readonly LocalDate[]
}

/**
 * The posting date of an ERP document (BUDAT): what the person chose, otherwise the last day on which its goods moved,
 * so that the value falls into the month of the goods; today if the period of that day is closed (domain.md 1.1,
 * "periods"). The ledger's own moment never changes.
 * @throws Refusal `posting-date-ahead` {date, today}, `period-closed`, both on the field postingDate
 */
export function postingDateOf({ periods, today, chosen, movedOn }: PostingDateRequest): LocalDate {
  if (chosen !== null && chosen > today)
    throw refuse('posting-date-ahead', { date: chosen, today }, { field: 'postingDate' })
  const wanted = chosen ?? stillOpen(periods, movedOn.toSorted().at(-1)) ?? today
  periods.assertOpen(wanted)
  return wanted
}

/** The date if its period is open. */
export function stillOpen(
  periods: PostingPeriods,
  date: string | null | undefined,
): LocalDate | null {
  return date !== null && date !== undefined && periods.isOpen(date as LocalDate)
    ? (date as LocalDate)
    : null
}
