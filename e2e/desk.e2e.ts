import { startWorld } from './shell/start-world.ts'
import { approvalJourneys } from './desk/approval.ts'
import { undoJourneys } from './desk/undo.ts'
import { entryJourneys } from './desk/entry.ts'
import { listJourneys } from './desk/lists.ts'
import { windowJourneys } from './desk/windows.ts'

/* What a person does with documents: enter, check, approve and undo them. One product for all. */

const world = startWorld()

approvalJourneys(world)
entryJourneys(world)
windowJourneys(world)
listJourneys(world)
undoJourneys(world)
