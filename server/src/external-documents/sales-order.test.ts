import { testConformance } from '../document/conformance/conformance.ts'

testConformance('sales-order')
