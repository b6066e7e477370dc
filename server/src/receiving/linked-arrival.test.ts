import { testConformance } from '../document/conformance/conformance.ts'

testConformance('linked-arrival')
