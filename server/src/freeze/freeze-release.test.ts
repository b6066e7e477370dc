import { testConformance } from '../document/conformance/conformance.ts'

testConformance('freeze-release')
