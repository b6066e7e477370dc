import { entryJourneys } from './shell/entry.ts'
import { tabJourneys } from './shell/tabs.ts'
import { historyJourneys } from './shell/history.ts'
import { keptPageJourneys } from './shell/kept-pages.ts'
import { partFileJourneys } from './shell/part-files.ts'
import { layoutJourneys } from './shell/layout.ts'
import { personJourneys } from './shell/person-drawer.ts'
import { messageJourneys } from './shell/messages.ts'
import { startWorld } from './shell/start-world.ts'

/*
 * The frame around the pages in a browser: sign-in, tabs, layout, personal drawer, messages; shell.facts.md maps facts
 * to tests. One instance of the product for all journeys.
 */

const world = startWorld()

entryJourneys(world)
tabJourneys(world)
historyJourneys(world)
keptPageJourneys(world)
partFileJourneys(world)
layoutJourneys(world)
personJourneys(world)
messageJourneys(world)
