import { inboundEnds, inboundStory } from './inbound-stories.ts'
import { outboundEnds, outboundStory } from './outbound-stories.ts'
import type { Stage } from './stage.ts'

/** A story that leaves a document in one of its states; its name is its step of the preparation. */
export interface Story {
  name: string
  tell(stage: Stage): Promise<void>
}

/** So that every page has something to show: one story for each state a document of the main job can stand in. */
export const stories: readonly Story[] = [
  ...inboundEnds.map((end) => ({
    name: `inbound-${end}`,
    tell: (stage: Stage) => inboundStory(stage, end),
  })),
  ...outboundEnds.map((end) => ({
    name: `outbound-${end}`,
    tell: (stage: Stage) => outboundStory(stage, end),
  })),
]
