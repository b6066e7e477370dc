import { entryJourneys } from './shell/entry.ts'
import { tabJourneys } from './shell/tabs.ts'
import { keptPageJourneys } from './shell/kept-pages.ts'
import { layoutJourneys } from './shell/layout.ts'
import { personJourneys } from './shell/person-drawer.ts'
import { messageJourneys } from './shell/messages.ts'
import { startWorld } from './shell/start-world.ts'

/* The frame around the pages in a browser: entry, tabs, layout, the person, messages; shell.facts.md says which fact each test holds. One product for all. */

const world = startWorld()

entryJourneys(world)
tabJourneys(world)
keptPageJourneys(world)
layoutJourneys(world)
personJourneys(world)
messageJourneys(world)
