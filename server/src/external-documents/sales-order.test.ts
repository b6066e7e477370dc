import { testConformance } from '../document/conformance/conformance.ts'
import { becomes, goods, mirroredFrom } from '../document/testing/core-flow.ts'

testConformance('sales-order', {
  make: (world, place, lines) => mirroredFrom(world, 'sales-order', place, goods(lines)),
  states: {
    completed: becomes('sales-order', 'completed'),
    deleted: becomes('sales-order', 'deleted'),
  },
})
