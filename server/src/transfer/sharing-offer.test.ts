import { testConformance } from '../document/conformance/conformance.ts'

// What a keeper answers, and what stands on the other company's request, is tested with the request.
testConformance('sharing-offer')
