import { testConformance } from '../document/conformance/conformance.ts'

testConformance('arrival-shortage')
