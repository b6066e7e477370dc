import { inspectionRecord } from '@kufang/contract/acceptance/inspection-record.ts'
import { journeyOf } from '../document/journey/journey.ts'

/** Of five pieces how far from the middle each is, in parts of the room around it. */
const scatter = [0, 0.6, -0.5, 0.3, -0.2]
const decimals = 2

/** Deliveries differ a little from each other: by their id, between -0.3 and 0.3. */
const shiftOf = (id: string): number => ((Number.parseInt(id.slice(-2), 16) % 7) - 3) / 10

/** Values that one would measure of a characteristic as the form shows it; the first one fails, if any is to. */
function sampled(shown: Readonly<Record<string, unknown>>, shift: number, fails: boolean): string {
  const { kind, lowerLimit, upperLimit, sampleSize } = shown
  const count = Number(sampleSize)
  if (kind === 'attribute')
    return Array.from({ length: count }, (_none, index) =>
      fails && index === 0 ? 'NG' : 'OK',
    ).join(' ')
  const [lower, upper] = [lowerLimit, upperLimit].map((limit) =>
    limit === null ? null : Number(limit),
  )
  const known = lower ?? upper ?? 0
  const room = lower !== null && upper !== null ? (upper! - lower!) / 2 : Math.abs(known) * 0.06 + 1
  const middle = lower === null ? upper! - room : lower! + room
  return Array.from({ length: count }, (_none, index) =>
    fails && index === 0
      ? middle - 1.2 * room * (lower === null ? -1 : 1)
      : middle + room * (scatter[index % scatter.length]! + shift),
  )
    .map((value) => value.toFixed(decimals))
    .join(' ')
}

/** The inspector measures what the material's class asks for; another one withdraws what was measured wrongly. */
export const inspectionRecordJourney = journeyOf(inspectionRecord, {
  start: {
    by: 'inspector',
    from: {
      document: 'inspection-notice',
      steps: ['assign', 'confirmTime', 'confirmInspector'],
    },
    request: ({ proposed, course }) => ({
      header: {
        ...proposed.header,
        testPlace: '质量检验站',
        conditions: '23 ℃，相对湿度 55 %',
      },
      lines: proposed.lines.map((line, index) => ({
        ...line,
        sampledValues: sampled(
          proposed.shown![index]!,
          shiftOf(line.source!.id),
          course === 'fails',
        ),
      })),
    }),
  },
  acts: {
    conclude: { by: 'inspector' },
    withdraw: { by: 'qualitySupervisor', input: { reason: '需要复检' } },
  },
  reaches: {
    passed: ['conclude'],
    failed: { course: 'fails', steps: ['conclude'] },
    withdrawn: ['conclude', 'withdraw'],
  },
})
