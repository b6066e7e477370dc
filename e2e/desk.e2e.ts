import { startWorld } from './shell/start-world.ts'
import { approvalJourneys } from './desk/approval.ts'
import { pressJourneys } from './desk/presses.ts'
import { undoJourneys } from './desk/undo.ts'
import { dialogJourneys } from './desk/dialogs.ts'
import { entryJourneys } from './desk/entry.ts'
import { inboxJourneys } from './desk/inbox.ts'
import { listJourneys } from './desk/lists.ts'
import { windowJourneys } from './desk/windows.ts'

/* Work on documents: entry, review, approval, reversal. One instance of the product for all journeys. */

const world = startWorld()

approvalJourneys(world)
dialogJourneys(world)
pressJourneys(world)
entryJourneys(world)
windowJourneys(world)
listJourneys(world)
inboxJourneys(world)
undoJourneys(world)
