import type { RightsSurroundings } from './identity/rights-request.ts'
import { tellOfRights } from './messages/account-messages.ts'
import { readParameter } from './system/public.ts'

const strictness = ['none', 'sensitive', 'all'] as const

/** What the area identity, which imports no other, needs of the business parameters and messages. */
export const rightsSurroundings: RightsSurroundings = {
  async readPolicy(queryable, companyCodes) {
    let strictest: (typeof strictness)[number] = 'none'
    let days = Number.MAX_SAFE_INTEGER
    const places = companyCodes.filter((companyCode) => companyCode !== '')
    for (const companyCode of places.length === 0 ? [''] : places) {
      const found = await readParameter(queryable, 'rights.secondApproval', { companyCode })
      if (strictness.indexOf(found) > strictness.indexOf(strictest)) strictest = found
      days = Math.min(days, await readParameter(queryable, 'rights.approvalDays', { companyCode }))
    }
    return { secondApproval: strictest, days }
  },
  tell: (tx, letter) => tellOfRights(tx, letter),
}
