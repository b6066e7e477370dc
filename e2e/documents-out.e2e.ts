import { describe } from 'vitest'
import { crossCompanyJourney } from './documents/cross-company.ts'
import { demandProblemJourney } from './documents/demand-problem.ts'
import { distributionJourney } from './documents/distribution.ts'
import { emergencyJourney } from './documents/emergency.ts'
import { gatePassJourney } from './documents/gate-pass.ts'
import { quotasJourney } from './documents/quotas.ts'
import { materialsJourney } from './documents/materials.ts'
import { saleJourney } from './documents/sale.ts'
import { sharingJourney } from './documents/sharing.ts'
import { peopleOf, startForFile } from './support/start-product.ts'

/* Goods on their way out, and what is planned for them, like documents.e2e.ts. */

const running = startForFile()

describe('goods of a sales order', () => {
  saleJourney(peopleOf(running))
})
describe('an emergency', () => {
  emergencyJourney(peopleOf(running))
})
describe('demands that change in the ERP', () => {
  demandProblemJourney(peopleOf(running))
})
describe('goods on their way to a unit', () => {
  distributionJourney(peopleOf(running))
})
describe('two companies', () => {
  crossCompanyJourney(peopleOf(running))
})
describe('shared stock', () => {
  sharingJourney(peopleOf(running))
})
describe('quotas', () => {
  quotasJourney(peopleOf(running))
})
describe('materials', () => {
  materialsJourney(peopleOf(running))
})
describe('a gate pass', () => {
  gatePassJourney(peopleOf(running))
})
