import { expect, test } from 'vitest'
import type { People } from '../support/people.ts'
import type { Person } from '../support/person.ts'

const list = '到货记录'

/** The bar of a ticked row says why nothing can be done with it. */
async function whyNot(person: Person, docNo: string): Promise<string> {
  await person.search(docNo)
  const box = person.rows(list, docNo).first().getByRole('checkbox')
  await box.check()
  const why = (await person.page.getByRole('toolbar').getByRole('status').textContent()) ?? ''
  await box.uncheck()
  return why
}

/**
 * From the demonstration company: an arrival that is in SAP's books since it was at the gate, and whose reversal the
 * storekeeper has requested.
 */
export function arrivalReversalJourney(people: () => People): void {
  test('an arrival in the books is reversed by three people: approved by another than who requested it, reversed in SAP, then at the gate', async () => {
    const leader = await people().as('shiftleader')
    await leader.open('收货管理', '冲销审核')
    await leader.choose(list)
    const waiting = leader.table(list).getByRole('button', { name: /^DH\d+$/ })
    await waiting.first().waitFor()
    const docNo = (await waiting.first().textContent()) ?? ''
    // Who waits for somebody reads for whom, not only grey buttons.
    const keeper = await people().as('storekeeper')
    await keeper.open('收货管理', '到货记录冲销')
    await keeper.choose(list)
    expect(await whyNot(keeper, docNo)).toMatch(/^不能到货冲销：.*当前为“冲销待审核”/)
    const poster = await people().as('poster')
    await poster.open('收货管理', '入库冲销')
    await poster.choose(list)
    expect(await whyNot(poster, docNo)).toMatch(/^不能.*当前为“冲销待审核”/)

    await leader.act(list, docNo, '同意冲销')
    await poster.act(list, docNo, 'ERP冲销')
    const records = async (text: string) => {
      await leader.open('收货管理', '到货记录查询')
      await leader.choose(list)
      await expect
        .poll(
          async () => {
            await leader.search(docNo)
            return leader.rows(list, docNo).first().textContent()
          },
          { timeout: 60_000, interval: 1000 },
        )
        .toContain(text)
    }
    await records('已冲销')
    await keeper.act(list, docNo, '到货冲销', { 冲销原因: '数量录入错误' })
    await keeper.search(docNo)
    expect(await keeper.rows(list, docNo).count()).toBe(0)
  })
}
