import { goodsIssue } from '@kufang/contract/issue/goods-issue.ts'
import { newId } from '@kufang/kernel/identifier.ts'
import { effectsFor } from '../document/effects/effects.ts'
import { systemDocuments } from '../document/act/system-documents.ts'
import { clock } from '../document/public.ts'
import { systemSession } from '../platform/session/session.ts'
import { chosenDate, postingEffects, reviewEffects } from '../document/act/shared-effects.ts'
import { finalLinesToPost } from './final-issue.ts'
import { deliverGoods, dispatchGoods, putRefusedBack } from './distribute-goods.ts'
import { letIssuePass } from './let-pass.ts'
import { issueOfRequisitions } from './issue-requisitions.ts'
import { issueGoods } from './issue-goods.ts'
import { holdPicked, unpickGoods } from './picked-goods.ts'
import { provideIssue, releaseUnclaimed } from '../requisition/public.ts'
import { proposeIssue } from './propose-issue.ts'
import { checkChosenStock } from './chosen-stock.ts'
import { keepDelivery } from './wanted-delivery.ts'
import { takeBackIssue, takeGoodsBack, takePartBack } from './take-back-issue.ts'

// The storekeeper issues the goods of a requisition (spec domain.md 1.3). Each step is in its own file, so that other
// kinds of issue can reuse it.

export const goodsIssueEffects = effectsFor(goodsIssue, {
  connects: () => provideIssue(issueOfRequisitions),
  // Before goods leave, the reservation or sales order that they are for is read again.
  refreshes: {
    origins: { mirrors: ['reservation', 'sales-order'], actions: ['pick', 'issue', 'dispatch'] },
  },
  actions: {
    ...reviewEffects(goodsIssue),
    ...postingEffects(goodsIssue),
    pick: holdPicked,
    unpick: unpickGoods,
    issue: issueGoods,
    dispatch: dispatchGoods,
    deliver: deliverGoods,
    putBack: putRefusedBack,
    recall: takeGoodsBack,
    async post(context) {
      const { document, documents, input, lines, setLine } = context
      const carriers = await finalLinesToPost(context)
      for (const { lineNo, finalIssue } of lines)
        if (finalIssue === 'final' && !carriers.has(lineNo)) setLine(lineNo, { finalIssue: 'open' })
      // The movements say what was final when the goods left; what came back since has opened the item again.
      await documents.post('goods-issue', document.companyCode, document.id, {
        ...chosenDate(input),
        item: (lineNo) => (carriers.has(lineNo) ? {} : { finalIssue: undefined }),
      })
    },
    // Without another number the gate pass stays as it was.
    resubmit: ({ document, input, setHeader }) =>
      setHeader({ gatePassNo: input.gatePassNo ?? document.gatePassNo }),
    passGate: letIssuePass,
    reversePhysical: takeBackIssue,
    reversePart: takePartBack,
  },
  batchable: ['review', 'refuse', 'post'],
  prefill: proposeIssue,
  async beforeSave(context) {
    keepDelivery(context)
    await checkChosenStock(context)
  },
  afterGivingBack: ({ tx, companyCode, sourceIds, now }) =>
    releaseUnclaimed(tx, systemDocuments(tx, systemSession([companyCode], newId()), clock(now)), {
      companyCode,
      ids: sourceIds,
      now,
    }),
})
