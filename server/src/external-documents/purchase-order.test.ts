import { testConformance } from '../document/conformance/conformance.ts'
import { becomes, goods, ordered } from '../document/testing/core-flow.ts'

testConformance('purchase-order', {
  make: (world, place, lines) => ordered(world, place, goods(lines)),
  states: {
    completed: becomes('purchase-order', 'completed'),
    deleted: becomes('purchase-order', 'deleted'),
  },
})
