import { testConformance } from '../document/conformance/conformance.ts'
import { becomes, goods, reserved } from '../document/testing/core-flow.ts'

testConformance('reservation', {
  make: (world, place, lines) => reserved(world, place, goods(lines)),
  states: {
    completed: becomes('reservation', 'completed'),
    deleted: becomes('reservation', 'deleted'),
  },
})
