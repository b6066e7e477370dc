import { auditorRole, type RightsSurroundings } from './identity/rights-request.ts'
import { tellOfAccess, tellOfRights } from './messages/account-messages.ts'
import { holdersOf } from './platform/session/role-holders.ts'
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
  async tellOfAccess(tx, { userId, userName, account }, { user, what, isSensitive }) {
    const watchers = isSensitive ? await holdersOf(tx, [auditorRole], [userId, user.id]) : []
    await tellOfAccess(tx, {
      companyCode: user.owningCompany,
      account: user.account,
      what,
      // With the address so far: who has changed it must not be the only one to learn of it.
      person: {
        userId: user.id,
        userName: user.userName,
        email: user.email,
        language: user.language,
      },
      watchers,
      sender: { userId, userName: `${userName}（${account}）` },
    })
  },
}
