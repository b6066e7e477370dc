import type { Step } from './recorded.ts'

/** What random operations found once, shortened: each of these failed before its cause was cured. */
export const keptRuns: readonly { finding: string; steps: readonly Step[] }[] = [
  {
    finding:
      'an issue in full leaves a rest of its hold, and its reversal holds again what it had used, in a frozen area too',
    steps: [
      { type: 'announce', lines: [{ goods: 'own', quantity: 53 }] },
      { type: 'arrive', note: 0, lines: [{ line: 0, quantity: 39, grams: null }] },
      { type: 'receive', arrival: 0, lines: [{ line: 0, category: 'UU', quantity: 31 }] },
      { type: 'moveBin', lines: [{ from: 'own/UU', quantity: 29 }] },
      { type: 'ask', lines: [{ demand: 'ofMaterial', quantity: 4 }] },
      { type: 'issue', request: 0, lines: [{ line: 0, pool: 'own/UU', quantity: 1 }] },
      { type: 'receive', arrival: 0, lines: [{ line: 0, category: 'UU', quantity: 2 }] },
      {
        type: 'issue',
        request: 0,
        lines: [
          { line: 0, pool: 'own/UU#A-02', quantity: 1 },
          { line: 0, pool: 'own/UU', quantity: 2 },
        ],
      },
      { type: 'freezePlace', place: 1, scope: 'area' },
      { type: 'reversePhysical', paper: 5 },
    ],
  },
]
