import type { Delivery } from './delivery.ts'
import { inParallel } from './in-parallel.ts'
import { untilErpAnswered } from './postings.ts'
import type { Team } from './team.ts'

const reason = { reason: '演示：整单退回' }

/**
 * Reverses deliveries completely, in the only permitted order: request and approval, the ERP posting, then the receipt,
 * the decision, the arrival, the delivery note.
 */
export async function takeBack(
  deliveries: readonly Delivery[],
  team: Team,
  clients: number,
): Promise<void> {
  await inParallel(deliveries, clients, async (delivery) => {
    const key = (step: string) => `${delivery.key} ${step}`
    const id = delivery.documents.receipt!
    const { poster, shiftLeader } = team
    const asked = await poster.openAndAct(
      'goods-receipt',
      id,
      'requestReversal',
      key('ask back'),
      reason,
    )
    const approved = await shiftLeader.act(
      'goods-receipt',
      asked,
      'approveReversal',
      key('allow back'),
    )
    await poster.act('goods-receipt', approved, 'reverse', key('back in the ERP'))
  })
  await untilErpAnswered(team)
  await inParallel(deliveries, clients, async (delivery) => {
    const key = (step: string) => `${delivery.key} ${step}`
    const keeper = team.storekeeperOf(delivery.companyCode)
    const { note, arrival, inspection, receipt } = delivery.documents
    await keeper.openAndAct('goods-receipt', receipt!, 'reversePhysical', key('unreceive'), reason)
    if (inspection !== undefined) {
      await team.qualitySupervisor.openAndAct(
        'inspection-order',
        inspection,
        'withdraw',
        key('undecide'),
        reason,
      )
    }
    await keeper.openAndAct('arrival', arrival!, 'reversePhysical', key('unarrive'), reason)
    await keeper.openAndAct('delivery-note', note!, 'withdrawConfirmation', key('unconfirm'))
    await team.buyer.openAndAct('delivery-note', note!, 'withdraw', key('unannounce'))
    await team.buyer.openAndDelete('delivery-note', note!, key('delete'))
  })
}
