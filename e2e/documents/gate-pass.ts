import { expect, test } from 'vitest'
import { withoutPrintDialog } from '../support/hand-over.ts'
import { newToken } from '../support/session.ts'
import type { People } from '../support/people.ts'
import type { Person } from '../support/person.ts'

/** The screen of a phone. */
const phone = { width: 390, height: 844 }
const desk = { width: 1366, height: 768 }

/** A goods issue whose goods were fetched with it, its id, and the address in its QR code. */
async function issued(keeper: Person, address: string) {
  await keeper.open('出库管理', '出库记录查询')
  const headers = {
    authorization: `Bearer ${await newToken(address, 'storekeeper')}`,
    'content-type': 'application/json',
  }
  // Goods of an emergency left before its paper, which therefore has no pass.
  const filters = [
    { field: 'state', operator: 'eq', value: 'issued' },
    { field: 'issueMode', operator: 'eq', value: 'selfPickup' },
  ]
  const listed = await fetch(new URL('api/documents/goods-issue/list', address), {
    method: 'POST',
    headers,
    body: JSON.stringify({ filters }),
  })
  const { datas } = (await listed.json()) as { datas: { rows: { id: string; docNo: string }[] } }
  const { id, docNo } = datas.rows[0]!
  const made = await fetch(new URL(`api/issue/gate-pass/${id}`, address), { headers })
  const { token } = ((await made.json()) as { datas: { token: string } }).datas
  return { docNo, id, token }
}

/** The guard's phone opens the QR code of a printed issue, and lets its goods pass once. */
export function gatePassJourney(people: () => People): void {
  test('the QR code is printed on the issue; the phone shows the pass valid, lets it through once, and then used', async () => {
    const storekeeper = await people().as('storekeeper')
    const { docNo, id, token } = await issued(storekeeper, people().address)
    await storekeeper.search(docNo)
    await storekeeper.rows('出库单', docNo).first().getByRole('button', { name: docNo }).click()
    await withoutPrintDialog(storekeeper.page)
    const asked = storekeeper.page.waitForResponse((response) =>
      new URL(response.url()).pathname.endsWith(`/api/issue/gate-pass/${id}`),
    )
    await storekeeper.page.getByRole('dialog').getByRole('button', { name: '打印' }).click()
    expect(((await (await asked).json()) as { datas: { token: string } }).datas.token).toBe(token)
    const paper = storekeeper.page.frameLocator('#print-frame')
    await paper.getByText('放行核验', { exact: true }).waitFor({ state: 'attached' })

    const guard = await people().as('guard')
    await guard.page.setViewportSize(phone)
    await guard.page.evaluate((pass) => {
      location.hash = `#/shippingManagement/gateCheck?pass=${pass}`
    }, token)
    const pass = guard.page.getByRole('article', { name: docNo })
    await pass.getByRole('status').filter({ hasText: '有效' }).waitFor()
    expect(
      await pass.getByRole('list', { name: '放行物资' }).getByRole('listitem').count(),
    ).toBeGreaterThan(0)
    // Nothing is cut off on a phone.
    const width = await guard.page.evaluate(() => document.documentElement.scrollWidth)
    expect(width).toBeLessThanOrEqual(phone.width)
    await pass.getByRole('button', { name: '放行', exact: true }).click()
    await pass.getByRole('status').filter({ hasText: '已使用' }).waitFor()
    expect(await pass.getByRole('button', { name: '放行', exact: true }).count()).toBe(0)

    // The next guard scans the same paper.
    await pass.getByRole('button', { name: '核验下一张' }).click()
    const box = guard.page.getByRole('textbox', { name: '扫描放行条二维码' })
    await box.fill(`${people().address}#/shippingManagement/gateCheck?pass=${token}`)
    await box.press('Enter')
    await pass.getByRole('status').filter({ hasText: '已使用' }).waitFor()
    await pass.getByRole('button', { name: '核验下一张' }).click()
    await box.fill(`${token}x`)
    await box.press('Enter')
    await guard.page
      .getByText(/这不是本系统签发的放行条/)
      .first()
      .waitFor()
    await guard.page.setViewportSize(desk)
  })
}
