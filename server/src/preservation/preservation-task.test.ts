import { testConformance } from '../document/conformance/conformance.ts'

testConformance('preservation-task')
