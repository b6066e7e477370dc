import { chemicalStories } from './chemical-stories.ts'
import { demandStories } from './demand-stories.ts'
import { quotaStories } from './quota-stories.ts'
import { situations } from './situations.ts'
import { stockStories } from './stock-stories.ts'
import type { Story } from './story.ts'
import { transferStories } from './transfer-stories.ts'

/** Stories of their own, told after those that follow the goods of the orders and reservations. */
export const furtherStories: readonly Story[] = [
  ...situations,
  ...chemicalStories,
  ...transferStories,
  ...quotaStories,
  ...stockStories,
  ...demandStories,
]
