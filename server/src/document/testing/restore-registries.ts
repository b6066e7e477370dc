import { documents } from '@kufang/contract/registry.ts'
import { afterAll } from 'vitest'
import '../../effects.ts'
import '../../journeys.ts'
import { rememberEffects } from '../effects/effects.ts'
import { rememberJourneys } from '../journey/journey.ts'

// Executed by vitest before each file: test files of one worker share the modules, so documents, effects and journeys
// that a file registers or replaces are restored after it.

const names = new Set(Object.keys(documents))
const restorations = [rememberEffects(), rememberJourneys()]

afterAll(() => {
  for (const name of Object.keys(documents))
    if (!names.has(name)) Reflect.deleteProperty(documents, name)
  for (const restore of restorations) restore()
})
