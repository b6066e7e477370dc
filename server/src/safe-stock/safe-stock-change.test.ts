import { testConformance } from '../document/conformance/conformance.ts'

testConformance('safe-stock-change')
