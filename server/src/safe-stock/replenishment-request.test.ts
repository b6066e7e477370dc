import { testConformance } from '../document/conformance/conformance.ts'

testConformance('replenishment-request')
