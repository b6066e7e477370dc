import type { Stage } from './stage.ts'

/** A story leaves documents at one point of their journeys; its name is its step of the preparation. */
export interface Story {
  name: string
  tell(stage: Stage): Promise<void>
}
