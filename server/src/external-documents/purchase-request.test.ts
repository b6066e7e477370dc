import { testConformance } from '../document/conformance/conformance.ts'
import { becomes, goods, mirroredFrom } from '../document/testing/core-flow.ts'

testConformance('purchase-request', {
  make: (world, place, lines) => mirroredFrom(world, 'purchase-request', place, goods(lines)),
  states: {
    completed: becomes('purchase-request', 'completed'),
    deleted: becomes('purchase-request', 'deleted'),
  },
})
