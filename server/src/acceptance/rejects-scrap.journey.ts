import { rejectsScrap } from '@kufang/contract/acceptance/rejects-scrap.ts'
import { directorApproves } from '../document/journey/director-limit.ts'
import { journeyOf, systemDoes } from '../document/journey/journey.ts'
import { postingJourney } from '../document/journey/posting-journey.ts'

const scrapped = ['submit', 'approve'] as const

const limitIs = (what: 'everything' | 'aboveLimit') =>
  systemDoes((database, { companyCode }) => directorApproves(database, companyCode, what))

const toDirector = [limitIs('everything'), 'submit', limitIs('aboveLimit'), 'approve'] as const

const posting = postingJourney({ moved: scrapped, physical: { by: 'materialEngineer' } })

/** Rejected goods that nobody takes back: the engineer asks to scrap them, quality approves, and they are posted. */
export const rejectsScrapJourney = journeyOf(rejectsScrap, {
  start: {
    by: 'materialEngineer',
    from: { document: 'rejected-goods', steps: ['confirm'] },
    request: ({ proposed }) => ({
      header: { ground: '供应商放弃取回，无修复价值', costCenter: '1010110100' },
      lines: proposed.lines,
    }),
  },
  acts: {
    submit: { by: 'materialEngineer' },
    withdraw: { by: 'materialEngineer' },
    approve: { by: 'qualitySupervisor', goods: 'moves' },
    refuse: { by: 'qualitySupervisor', input: { reason: '可返修' } },
    reviewDirector: { by: 'materialChief', goods: 'moves' },
    refuseDirector: { by: 'materialChief', input: { reason: '请先向供应商索赔' } },
    ...posting.acts,
    approveReversalDirector: { by: 'materialChief' },
    refuseReversalDirector: { by: 'materialChief', input: { reason: '冲销理由不充分' } },
  },
  reaches: {
    submitted: ['submit'],
    returned: ['submit', 'refuse'],
    toDirector,
    reversalToDirector: [...toDirector, 'reviewDirector', 'requestReversal', 'approveReversal'],
    scrapped,
    ...posting.reaches,
  },
  milestones: posting.milestones,
  books: posting.books,
})
