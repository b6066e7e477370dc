import { make, wayTo } from '../document/journey/walk.ts'
import '../journeys.ts'
import { adjustmentStories } from './adjustment-stories.ts'
import { findOrderedPieces } from './beginnings.ts'
import { stageWalker } from './stage-walker.ts'
import type { Story } from './story.ts'

/** How far what company 1020 asks of company 1010 gets. */
const asked = ['draft', 'asked', 'offered', 'refused', 'withdrawn'] as const

/** The documents that these stories tell of. */
export const stockDocuments = ['sharing-request', 'sharing-offer', 'stock-adjustment'] as const

/** Company 1020 asks the warehouse of company 1010 for goods that lie free there; each is a request, tied to its answer. */
const sharingStories: readonly Story[] = asked.map((point) => ({
  name: `sharing-request-${point}`,
  async tell(stage) {
    const beginning = await findOrderedPieces(stage)
    const asking = await stageWalker(stage, beginning).elsewhere!()
    await make(
      asking,
      'sharing-request',
      beginning.goods!.slice(0, 1),
      wayTo('sharing-request', point),
    )
  },
}))

/** Stories of the stock that do not follow from the journeys alone. */
export const stockStories: readonly Story[] = [...sharingStories, ...adjustmentStories()]
