import { errorJourneys } from './shell/errors.ts'
import { tableJourneys } from './shell/tables.ts'
import { workspaceJourneys } from './shell/workspace.ts'
import { accessibilityJourneys } from './shell/accessibility.ts'
import { keyboardJourneys } from './shell/keyboard.ts'
import { restartJourneys } from './shell/restart.ts'
import { batchJourneys } from './shell/batch.ts'
import { reportJourneys } from './shell/reports.ts'
import { programJourneys } from './shell/programs.ts'
import { periodJourneys } from './shell/periods.ts'
import { ruleJourneys } from './shell/rules.ts'
import { userRightsJourneys } from './shell/user-rights.ts'
import { startWorld } from './shell/start-world.ts'

/*
 * Common features of all pages in a browser: errors, tables, workspace, keyboard, restarts; shell.facts.md maps facts
 * to tests. One instance of the product for all journeys.
 */

const world = startWorld()

errorJourneys(world)
tableJourneys(world)
reportJourneys(world)
workspaceJourneys(world)
accessibilityJourneys(world)
keyboardJourneys(world)
userRightsJourneys(world)
programJourneys(world)
ruleJourneys(world)
periodJourneys(world)
restartJourneys(world)
// Last, because its many drafts create to-dos for many users.
batchJourneys(world)
