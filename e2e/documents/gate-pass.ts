import { expect, test } from 'vitest'
import { withoutPrintDialog } from '../support/hand-over.ts'
import { newToken } from '../support/session.ts'
import type { People } from '../support/people.ts'
import type { Person } from '../support/person.ts'

/** The screen of a phone. */
const phone = { width: 390, height: 844 }
const desk = { width: 1366, height: 768 }

/** The first document of a type that a storekeeper finds. */
async function firstOf(address: string, name: string, filters: readonly object[]) {
  const headers = {
    authorization: `Bearer ${await newToken(address, 'storekeeper')}`,
    'content-type': 'application/json',
  }
  const listed = await fetch(new URL(`api/documents/${name}/list`, address), {
    method: 'POST',
    headers,
    body: JSON.stringify({ filters }),
  })
  const { datas } = (await listed.json()) as { datas: { rows: { id: string; docNo: string }[] } }
  const { id, docNo } = datas.rows[0]!
  return { id, docNo, headers }
}

/** A goods issue whose goods were fetched with it, its id, and the address in its QR code. */
async function issued(keeper: Person, address: string) {
  await keeper.open('出库管理', '出库记录查询')
  // Goods of an emergency left before its paper, which therefore has no pass.
  const { id, docNo, headers } = await firstOf(address, 'goods-issue', [
    { field: 'state', operator: 'eq', value: 'issued' },
    { field: 'issueMode', operator: 'eq', value: 'selfPickup' },
  ])
  const made = await fetch(new URL(`api/issue/gate-pass/goods-issue/${id}`, address), { headers })
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
      new URL(response.url()).pathname.endsWith(`/api/issue/gate-pass/goods-issue/${id}`),
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

  test('goods of an emergency have a pass of their own on their paper', async () => {
    const storekeeper = await people().as('storekeeper')
    await storekeeper.open('出库管理', '出库记录查询')
    const { docNo, id } = await firstOf(people().address, 'emergency-issue', [
      { field: 'state', operator: 'eq', value: 'awaiting' },
    ])
    await storekeeper.page.getByRole('radiogroup').getByText('紧急出库单').click()
    await storekeeper.search(docNo)
    await storekeeper.rows('紧急出库单', docNo).first().getByRole('button', { name: docNo }).click()
    await withoutPrintDialog(storekeeper.page)
    const asked = storekeeper.page.waitForResponse((response) =>
      new URL(response.url()).pathname.endsWith(`/api/issue/gate-pass/emergency-issue/${id}`),
    )
    await storekeeper.page.getByRole('dialog').getByRole('button', { name: '打印' }).click()
    const { token } = ((await (await asked).json()) as { datas: { token: string } }).datas
    const paper = storekeeper.page.frameLocator('#print-frame')
    await paper.getByText('放行核验', { exact: true }).waitFor({ state: 'attached' })

    const guard = await people().as('guard')
    await guard.page.evaluate((pass) => {
      location.hash = `#/shippingManagement/gateCheck?pass=${pass}`
    }, token)
    const pass = guard.page.getByRole('article', { name: docNo })
    await pass.getByRole('status').filter({ hasText: '有效' }).waitFor()
    await pass.getByRole('button', { name: '放行', exact: true }).click()
    await pass.getByRole('status').filter({ hasText: '已使用' }).waitFor()
    // The list behind the scanner shows who let it out.
    await pass.getByRole('button', { name: '核验下一张' }).click()
    await guard.page.getByRole('radiogroup').getByText('紧急出库单').click()
    const shown = guard.rows('紧急出库单', docNo)
    await shown.first().waitFor()
    await expect.poll(() => shown.first().textContent()).toContain(docNo)
  })
}
