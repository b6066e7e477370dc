import { label, type Label } from './declare/label.ts'
import type { Tone } from './declare/tone.ts'

/** The states of a posting step (`postingSteps`). */
export const stepStates = {
  waiting: { label: label('未开始', 'Not started'), tone: 'draft' },
  posting: { label: label('过账中', 'Posting'), tone: 'active' },
  posted: { label: label('已过账', 'Posted'), tone: 'booked' },
  // In the books, but the work that follows it (its `settled` action) was refused: posting again repeats that work.
  workRefused: { label: label('已过账，后续被拒', 'Posted, next refused'), tone: 'failed' },
  failed: { label: label('失败', 'Failed'), tone: 'failed' },
  reversing: { label: label('冲销中', 'Reversing'), tone: 'active' },
  reversed: { label: label('已冲销', 'Reversed'), tone: 'undone' },
} as const satisfies Record<string, { label: Label; tone: Tone }>

export type StepState = keyof typeof stepStates
