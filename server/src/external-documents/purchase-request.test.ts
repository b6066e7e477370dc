import { testConformance } from '../document/conformance/conformance.ts'

testConformance('purchase-request')
