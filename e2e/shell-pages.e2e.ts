import { errorJourneys } from './shell/errors.ts'
import { tableJourneys } from './shell/tables.ts'
import { workspaceJourneys } from './shell/workspace.ts'
import { accessibilityJourneys } from './shell/accessibility.ts'
import { keyboardJourneys } from './shell/keyboard.ts'
import { restartJourneys } from './shell/restart.ts'
import { batchJourneys } from './shell/batch.ts'
import { reportJourneys } from './shell/reports.ts'
import { startWorld } from './shell/start-world.ts'

/*
 * What all pages share in a browser: errors, tables, workspace, keys, restarts; shell.facts.md says
 * which fact each test holds. One product for all.
 */

const world = startWorld()

errorJourneys(world)
tableJourneys(world)
reportJourneys(world)
workspaceJourneys(world)
accessibilityJourneys(world)
keyboardJourneys(world)
restartJourneys(world)
// Its many drafts are to-dos of many people: last.
batchJourneys(world)
