import { addDays, type LocalDate } from '@kufang/kernel/local-date.ts'
import { refuse } from '@kufang/kernel/refusal.ts'
import type { PostingPeriods } from '../../ledger/public.ts'

interface PostingDateRequest {
  periods: PostingPeriods
  today: LocalDate
  /** Entered by the person; null if left empty. */
  chosen: LocalDate | null
  /** The day of the step before, which later steps keep unless their goods moved later. */
  before?: LocalDate | null
  /** The days on which the goods moved; of a reversal the posting dates of what it reverses. */
  movedOn: readonly LocalDate[]
  isReversal?: boolean
  /** How many days a person may go back behind the movement (`posting.daysBeforeMovement`); read only if one does. */
  daysBefore: () => Promise<number>
}

/**
 * The posting date of an ERP document (BUDAT): what the person chose, otherwise the last day on which its goods moved,
 * so that the value falls into the month of the goods; today if the period of that day is closed (domain.md 1.1,
 * "periods"). The ledger's own moment never changes. It is not before the movement, unless a parameter that two persons
 * changed permits it (domain.md 1.7, "posting date").
 * @throws Refusal `posting-date-ahead` {date, today}, `posting-date-before-movement` {date, moved, earliest},
 * `period-closed`, all on the field postingDate
 */
export async function postingDateOf(request: PostingDateRequest): Promise<LocalDate> {
  const { periods, today, chosen, before = null, isReversal = false } = request
  if (chosen !== null && chosen > today)
    throw refuse('posting-date-ahead', { date: chosen, today }, { field: 'postingDate' })
  const moved = request.movedOn.toSorted().at(-1) ?? null
  const earliestOf = async (day: LocalDate) => addDays(day, -(await request.daysBefore()))
  // A reversal is posted in the current period, unless the person chooses an open one.
  const wanted = chosen ?? stillOpen(periods, isReversal ? null : await usualDay()) ?? today
  periods.assertOpen(wanted)
  if (chosen !== null && moved !== null && chosen < moved) {
    const earliest = await earliestOf(moved)
    if (chosen < earliest)
      throw refuse(
        'posting-date-before-movement',
        { date: chosen, moved, earliest },
        { field: 'postingDate' },
      )
  }
  return wanted

  /** The day of the step before, as far as the movement permits it, else that of the movement. */
  async function usualDay(): Promise<LocalDate | null> {
    if (before === null || moved === null) return before ?? moved
    return before >= moved || before >= (await earliestOf(moved)) ? before : moved
  }
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
