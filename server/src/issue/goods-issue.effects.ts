import { goodsIssue } from '@kufang/contract/issue/goods-issue.ts'
import { effectsFor } from '../document/act/effects.ts'
import { postingEffects, reviewEffects } from '../document/act/shared-effects.ts'
import { issueGoods } from './issue-goods.ts'
import { pickGoods } from './pick-goods.ts'
import { proposeIssue } from './propose-issue.ts'
import { takeBackIssue } from './take-back-issue.ts'

// The storekeeper hands out what a requisition asks for (spec domain.md 1.3). A step is a file of its own, so that other
// ways of issuing are made of the same steps.

export const goodsIssueEffects = effectsFor(goodsIssue, {
  actions: {
    ...reviewEffects(goodsIssue),
    ...postingEffects(goodsIssue),
    pick: pickGoods,
    issue: issueGoods,
    reversePhysical: takeBackIssue,
  },
  batchable: ['review', 'refuse', 'post'],
  prefill: proposeIssue,
})
