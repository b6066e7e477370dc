import { expect, test } from 'vitest'
import { comparedStock } from '../support/compared-stock.ts'
import type { People } from '../support/people.ts'
import { drawSignature } from '../support/hand-over.ts'
import { done } from '../support/person.ts'
import type { Person } from '../support/person.ts'

/** From the demonstration company: an order into special stock, its reservation, and goods of it that need no inspection. */
interface Special {
  order: string
  reservation: string
  material: string
  /** What the comparison of both books calls it. */
  stock: string
  movement: string
  delivered: string
  requested: string
}

const project: Special = {
  order: '4500001136',
  reservation: '2000086',
  material: '14020007',
  stock: '项目',
  movement: '221',
  delivered: '30',
  requested: '12',
}
const consignment: Special = {
  order: '4500001121',
  reservation: '2000085',
  material: '14020004',
  stock: '代储',
  movement: '201',
  delivered: '25',
  requested: '10',
}

/** Goods ordered into special stock, from the note to the posted receipt. */
async function receive({ walk }: People, special: Special): Promise<void> {
  const note = await walk.make(
    'delivery-note',
    {
      from: 'purchase-order',
      docNo: special.order,
      materialNo: special.material,
      quantity: special.delivered,
    },
    ['submit', 'confirm'],
  )
  const arrival = await walk.next('delivery-note', note, 'arrival', ['confirm'])
  const receipt = await walk.next('arrival', arrival, 'goods-receipt', ['receive', 'review'])
  await walk.post('goods-receipt', receipt)
}

/** The goods requested by the reservation of this special stock, issued from it and posted. */
async function issued(people: () => People, special: Special): Promise<string> {
  const { reservation, material } = special
  const { walk } = people()
  const requisition = await walk.make(
    'requisition',
    { from: 'reservation', docNo: reservation, materialNo: material, quantity: special.requested },
    ['submit', 'approve'],
  )
  const storekeeper = await people().as('storekeeper')
  await storekeeper.open('出库管理', '自提出库')
  await storekeeper.takeUp('领料单', requisition, material, '出库单')
  await storekeeper.fill(storekeeper.main, '提货人', '沈一诺')
  // Who fetches the goods signs in the same dialog.
  await storekeeper.button('出库（Ctrl+Enter）').click()
  const dialog = storekeeper.page.getByRole('dialog', { name: '出库：核对将发生的变化' })
  await dialog.getByText('签名人 沈一诺').waitFor()
  await drawSignature(storekeeper.page, dialog)
  const kept = storekeeper.page.waitForRequest(
    (request) => new URL(request.url()).pathname === '/api/documents/goods-issue',
  )
  await dialog.getByRole('button', { name: '出库', exact: true }).click()
  expect((await kept).postDataJSON()).toMatchObject({ evidence: [{ kind: 'signature' }] })
  const issue = await storekeeper.toastNumber(done('出库'))
  await walk.go('goods-issue', issue, 'review')
  await walk.post('goods-issue', issue)
  return issue
}

/** The moves of a posted document as its side panel shows them. */
async function expectMovement(
  person: Person,
  document: string,
  docNo: string,
  special: Special,
): Promise<void> {
  await person.open('出库管理', '出库记录查询')
  await person.search(docNo)
  const row = person.rows(document, docNo).first().filter({ hasText: '已过账' })
  await row.getByRole('button', { name: docNo }).click()
  await person.page.getByRole('tab', { name: '库存影响' }).click()
  const moves = person.page.getByRole('tabpanel', { name: '库存影响' })
  await moves.getByText(special.movement).first().waitFor()
}

/** Special stock from its order to its issue, and a document that somebody cancelled in the ERP itself. */
export function specialStockJourney(people: () => People): void {
  test('a receipt that somebody cancelled in SAP says so, with the person and what to do, and is posted again', async () => {
    const poster = await people().as('poster')
    await poster.open('收货管理', '入库过账')
    const row = poster.rows('收货单', '已在SAP冲销').first()
    await row.waitFor()
    const link = row.getByRole('button', { name: /^RK\d+$/ })
    const docNo = (await link.textContent()) ?? ''
    await link.click()
    const banner = poster.page.getByRole('alert').filter({ hasText: 'LIUYANG' })
    await banner
      .getByText(/再次过账|实物冲销/)
      .first()
      .waitFor()
    await poster.page.keyboard.press('Escape')
    await poster.act('收货单', docNo, '过账')
    await poster.open('收货管理', '到货记录查询')
    await poster.choose('收货单')
    await expect
      .poll(
        async () => {
          await poster.search(docNo)
          return poster.rows('收货单', docNo).first().textContent()
        },
        { timeout: 60_000, interval: 1000 },
      )
      .toContain('已过账')
  })

  test.each([
    ['a project order', project],
    ['consignment goods', consignment],
  ] as const)(
    'goods of %s stay what they are until they are issued for their reservation, in both books',
    async (_name, special) => {
      await receive(people(), special)
      const issue = await issued(people, special)
      const poster = await people().as('poster')
      await expectMovement(poster, '出库单', issue, special)
      await poster.page.keyboard.press('Escape')
      // What is left is still the project's, or the supplier's.
      const left = String(Number(special.delivered) - Number(special.requested))
      const compared = await comparedStock(poster, '1011', special.material)
      const own = compared.filter({ hasText: special.stock })
      await own
        .filter({ hasText: `${left} 个` })
        .first()
        .waitFor()
      expect(await own.filter({ hasNotText: '一致' }).count()).toBe(0)
      // Other stock of the material may wait for documents of others, but nothing is unexplained.
      expect(await compared.filter({ hasText: '无法解释' }).count()).toBe(0)
    },
  )
}
