import { testConformance } from '../document/conformance/conformance.ts'

testConformance('purchase-order')
