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

/** A truck comes with goods before their order: the storekeeper knows the supplier and what he sees. */
async function comesWithoutOrder(
  stage: Stage,
  supplierNo: string,
  [materialNo, quantity]: readonly [string, string],
): Promise<string> {
  const place = { plant: '1012', storageLocation: '1202' }
  const [bin] = await stage.database.query<{ bin: string }>(
    `select bin from bin where company_code = '1010' and plant = $1 and storage_location = $2 and purpose = 'receiving'
       and hazard_class = '' order by bin limit 1`,
    [place.plant, place.storageLocation],
  )
  const walker = stageWalker(stage, { id: '', isHalved: false })
  const { id } = await walker.create('unannounced-arrival', 'storekeeper', {
    page: '/receive/queryReceiveManagerToSupplement',
    companyCode: '1010',
    header: {
      supplierNo,
      ...place,
      cause: '紧急采购，订单未下达',
      visualCheck: 'intact',
      countedPackages: 1,
      plateNo: '澜B·80317',
      driver: '钱立',
      signedOffBy: '周海宁',
    },
    lines: [{ materialNo, quantity, bin: bin!.bin }],
    actionAfterCreate: 'receive',
  })
  return id
}

export const situations: readonly Story[] = [
  {
    // An item of order 4500001077 fits them.
    name: 'situation-order-exists',
    async tell(stage) {
      await comesWithoutOrder(stage, '600005', ['14020009', '900'])
    },
  },
  {
    name: 'situation-not-ordered-yet',
    async tell(stage) {
      await comesWithoutOrder(stage, '600003', ['14020008', '600'])
    },
  },
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
