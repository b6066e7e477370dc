import { make, wayTo } from '../document/journey/walk.ts'
import { findOrderByNumber, findSpecialReservation } from './beginnings.ts'
import type { Stage } from './stage.ts'
import { stageWalker, type Beginning } from './stage-walker.ts'
import type { Story } from './story.ts'

// Situations of the trade that a state alone does not show: special stock from its order to its issue, a refused review
// put right, a document cancelled in the ERP itself, an arrival posted at the gate. Their orders are theirs alone, so that no other story takes them.

/** Takes a document from this beginning to a point of its journey. */
async function reach(
  stage: Stage,
  beginning: Beginning,
  document: string,
  point: string,
): Promise<string> {
  return make(stageWalker(stage, beginning), document, [], wayTo(document, point))
}

/** Goods of an order for special stock are received and posted, then requested by its reservation, issued and posted. */
async function fromOrderToIssue(stage: Stage, purchaseOrderNo: string): Promise<void> {
  const order = await findOrderByNumber(stage, purchaseOrderNo)
  await reach(stage, order, 'goods-receipt', 'posted')
  const reservation = await findSpecialReservation(stage, purchaseOrderNo)
  await reach(stage, reservation, 'goods-issue', 'posted')
}

export const situations: readonly Story[] = [
  { name: 'situation-project', tell: (stage) => fromOrderToIssue(stage, '4500001076') },
  { name: 'situation-consignment', tell: (stage) => fromOrderToIssue(stage, '4500001094') },
  {
    name: 'situation-put-right',
    async tell(stage) {
      const order = await findOrderByNumber(stage, '4500001182')
      await reach(stage, order, 'goods-receipt', 'putRight')
    },
  },
  {
    name: 'situation-cancelled-in-erp',
    async tell(stage) {
      const order = await findOrderByNumber(stage, '4500001181')
      const receipt = await reach(stage, order, 'goods-receipt', 'posted')
      await stage.cancelInErp('goods-receipt', receipt, 'LIUYANG')
    },
  },
  {
    // The plant tries posting at the gate for one truck, whose arrival was entered wrongly, and goes back to its way.
    name: 'situation-posted-at-the-gate',
    async tell(stage) {
      const order = await findOrderByNumber(stage, '4500001173')
      const parameter = {
        name: 'receiving.arrivalPosting',
        companyCode: '1010',
        plant: '1012',
      } as const
      await stage.setControl({ ...parameter, value: 'at-arrival', remark: '试行到货即过账' })
      await reach(stage, order, 'arrival', 'reversalRequested')
      await stage.setControl({ ...parameter, value: 'with-receipt', remark: '试行结束' })
    },
  },
]
