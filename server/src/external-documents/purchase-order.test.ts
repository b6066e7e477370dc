import { testConformance } from '../document/conformance/conformance.ts'
import { goods, ordered } from '../document/testing/main-job.ts'
import { mirrorIn } from './testing.ts'

testConformance('purchase-order', {
  make: (world, place, lines) => ordered(world, place, goods(lines)),
  states: { completed: mirrorIn('purchase-order', 'completed'), deleted: mirrorIn('purchase-order', 'deleted') },
})
