import { customsClearance } from '@kufang/contract/delivery/customs-clearance.ts'
import { compareDates, type LocalDate } from '@kufang/kernel/local-date.ts'
import type { RefusalDetail } from '@kufang/kernel/refusal.ts'
import { refuseAll } from '@kufang/kernel/refusal.ts'
import { effectsFor, type ContextOf } from '../document/effects/effects.ts'

// A customs clearance moves nothing: it keeps what was declared to customs and what customs decided. Its release opens
// the confirmation of arrivals (`receiving/arrival.effects.ts`).

type Dated = 'declaredOn' | 'inspectedOn' | 'customsReleaseDate'

/** What customs did is in the past, and after what came before it. */
function datesRefused(
  { today, problem }: Pick<ContextOf<typeof customsClearance, 'release'>, 'today' | 'problem'>,
  field: Dated,
  date: string,
  before?: { field: Dated; date: string | null },
): RefusalDetail[] {
  const labels = customsClearance.header
  const { zh, en } = labels[field].label
  if (compareDates(date as LocalDate, today) > 0)
    return [problem('date-in-future', { field: zh, fieldEn: en, date }, undefined, field)]
  if (!before?.date || compareDates(date as LocalDate, before.date as LocalDate) >= 0) return []
  const earlier = labels[before.field].label
  const params = {
    later: zh,
    laterEn: en,
    laterDate: date,
    earlier: earlier.zh,
    earlierEn: earlier.en,
    earlierDate: before.date,
  }
  return [problem('date-order', params, undefined, field)]
}

function assertDates(...given: Parameters<typeof datesRefused>): void {
  const problems = datesRefused(...given)
  if (problems.length > 0) throw refuseAll(problems)
}

export const customsClearanceEffects = effectsFor(customsClearance, {
  actions: {
    declare(context) {
      const { input, lines, lineInput, setLine } = context
      assertDates(context, 'declaredOn', input.declaredOn)
      const given = new Map(lineInput.map(({ lineNo, hsCode }) => [lineNo, hsCode]))
      const { zh, en } = customsClearance.lines.hsCode.label
      const missing = lines.filter(({ lineNo }) => !given.has(lineNo))
      if (missing.length > 0)
        throw refuseAll(
          missing.map(({ lineNo }) =>
            context.problem('field-required', { field: zh, fieldEn: en }, lineNo, 'hsCode'),
          ),
        )
      for (const [lineNo, hsCode] of given) setLine(lineNo, { hsCode })
    },
    inspect(context) {
      const { document, input } = context
      const declared = { field: 'declaredOn', date: document.declaredOn } as const
      assertDates(context, 'inspectedOn', input.inspectedOn, declared)
    },
    release(context) {
      const { document, input } = context
      const before = document.inspectedOn ? 'inspectedOn' : 'declaredOn'
      assertDates(context, 'customsReleaseDate', input.customsReleaseDate, {
        field: before,
        date: document[before],
      })
    },
    withdraw({ document, lines, setHeader, setLine, setState }) {
      if (document.state === 'released') {
        setHeader({ customsReleaseDate: null })
        return setState('declared')
      }
      setHeader({
        customsDeclarationNo: null,
        declaredOn: null,
        customsOffice: null,
        inspectedOn: null,
        inspectionFinding: null,
      })
      for (const { lineNo, hsCode } of lines) setLine(lineNo, { hsCode: null, usualHsCode: hsCode })
      setState('open')
    },
    cancel: ({ releaseSources }) => releaseSources('all'),
  },
})
