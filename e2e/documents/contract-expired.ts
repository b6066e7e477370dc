import { expect, test } from 'vitest'
import type { People } from '../support/people.ts'

/** From the demonstration company: an announced order whose contract has expired. */
const order = '4500001172'
const material = '17020006'

/** Goods whose contract has expired wait at the gate until the buyer has decided. */
export function contractExpiredJourney(people: () => People): void {
  test('goods of an expired contract do not arrive before the buyer has decided, and the refusal says what to do', async () => {
    const storekeeper = await people().as('storekeeper')
    await storekeeper.open('收货管理', '到货确认')
    await storekeeper.search(order)
    const offered = storekeeper.table('送货单').getByRole('row').filter({ hasText: material })
    const note =
      (await offered
        .first()
        .getByText(/^SH\d+/)
        .first()
        .textContent()) ?? ''
    await storekeeper.takeUp('送货单', note, material, '到货记录')
    await storekeeper.fill(storekeeper.main, '外观检查', '完好')
    await storekeeper.button('到货确认（Ctrl+Enter）').click()
    const refusal = storekeeper.page
      .getByRole('alert')
      .filter({ hasText: /的问题单据 WT\d+（合同已到期）尚未处理，处理前不能到货/ })
      .filter({ visible: true })
      .first()
    await refusal.waitFor()
    const problem = /WT\d+/.exec((await refusal.textContent()) ?? '')![0]

    const buyer = await people().as('buyer')
    await buyer.open('送货单管理', '问题单据确认')
    await buyer.act('问题单据', problem, '确认处理', {
      处理结果: '接受',
      处理说明: '续签中，先按原合同收货',
    })

    // What the storekeeper entered is still there, and is confirmed now.
    const arrival = await storekeeper.send('到货确认', true)
    expect(arrival).toMatch(/^DH\d+$/)
  })
}
