import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { World } from './world.ts'
import { toast } from './world.ts'

/** A picture of one pixel. */
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/** The personal drawer: profile, picture, password (product.md sections 2, 3 and 5). */
export function personJourneys(world: () => World): void {
  test('the personal drawer shows the profile, checks it field by field and keeps it', async () => {
    const page = await world().shared('poster')
    const drawer = await open(page, '个人信息')
    await expect
      .poll(() => drawer.getByRole('tab').allTextContents())
      .toEqual(['个人信息', '修改密码'])
    await drawer.getByText('员工', { exact: true }).waitFor()
    await drawer.getByRole('button', { name: '修改资料' }).click()
    const mobile = drawer.getByLabel('手机')
    const email = drawer.getByLabel('邮箱')
    await drawer.getByLabel('姓名').fill('')
    await mobile.fill('12345')
    await email.fill('不是邮箱')
    await drawer.getByLabel('地址').fill('')
    await drawer.getByRole('button', { name: '保存' }).click()
    for (const field of ['姓名', '手机', '邮箱', '地址']) {
      const input = drawer.getByLabel(field)
      await expect.poll(() => input.getAttribute('aria-invalid')).toBe('true')
    }
    await drawer.getByLabel('姓名').fill('过账员')
    await mobile.fill('13812345678')
    await email.fill('poster@example.cn')
    await drawer.getByLabel('地址').fill('一号库')
    const uploaded = page.waitForResponse(/file_upload/)
    await choose(drawer, { name: 'me.png', mimeType: 'image/png', buffer: png })
    await uploaded
    const saved = page.waitForRequest(/updateUserInfo/)
    await drawer.getByRole('button', { name: '保存' }).click()
    const body = (await saved).postDataJSON() as Record<string, unknown>
    expect(Object.keys(body)).toEqual(
      expect.arrayContaining(
        'userId userName email idCard mobile telephone address photo'.split(' '),
      ),
    )
    await drawer.getByText('138****5678').waitFor()
  })

  test('an avatar may be a picture only, by its content too', async () => {
    const page = await world().shared('inspector')
    const drawer = await open(page, '个人信息')
    await drawer.getByRole('button', { name: '修改资料' }).click()
    await choose(drawer, { name: 'me.txt', mimeType: 'text/plain', buffer: Buffer.from('text') })
    await toast(page).filter({ hasText: '头像只能是' }).waitFor()
    await choose(drawer, { name: 'big.png', mimeType: 'image/png', buffer: Buffer.alloc(3e6) })
    await toast(page).filter({ hasText: '头像不能超过' }).waitFor()
    // A file with the name of a picture that is not one.
    const answered = page.waitForResponse(/file_upload/)
    await choose(drawer, { name: 'me.png', mimeType: 'image/png', buffer: Buffer.from('<svg/>') })
    expect((await answered).status()).toBeGreaterThanOrEqual(400)
    await page.getByRole('alert').first().waitFor()
    const good = page.waitForResponse(/file_upload/)
    await choose(drawer, { name: 'me.png', mimeType: 'image/png', buffer: png })
    const answer = (await (await good).json()) as { datas: { path: string } }
    expect(answer.datas.path).not.toBe('')
  })

  test('changing the password shows its strength and the first rule that is broken', async () => {
    const { account, secret: first } = await world().newPerson(['KCGL', 'KCCX'])
    const page = await world().window(account, { secret: first, ownSession: true })
    const drawer = await open(page, '修改密码')
    await drawer.getByText('6-20 位，须同时包含').waitFor()
    const wanted = drawer.getByLabel('新密码', { exact: true })
    for (const [text, level] of [
      ['abc', '弱'],
      ['abc123', '中'],
      ['Abc123!', '高'],
    ] as const) {
      await wanted.fill(text)
      await drawer
        .getByText(new RegExp(`强度.*${level}`))
        .first()
        .waitFor()
    }
    const press = (): Promise<void> => drawer.getByRole('button', { name: '修改密码' }).click()
    await wanted.fill('abc123')
    await press()
    await drawer
      .getByText(/密码强度不够|须包含|数字、小写/)
      .first()
      .waitFor()
    await drawer.getByLabel('原密码').fill(first)
    await wanted.fill('New1!pass')
    await drawer.getByLabel('确认新密码').fill('New1!past')
    await press()
    await drawer
      .getByText(/两次.*不一致/)
      .first()
      .waitFor()
    const sent = page.waitForRequest(/editPswByAccount/)
    await drawer.getByLabel('确认新密码').fill('New1!pass')
    await press()
    const body = (await sent).postDataJSON() as Record<string, string>
    expect(body['account']).toBe(account)
    for (const name of ['psw', 'newPsw', 'newPswConfirm']) {
      expect(body[name]).toMatch(/^[A-Za-z0-9+/=]{170,}$/)
    }
    await page.waitForURL(/#\/login/)
  })
}

async function open(page: Page, part: string): Promise<Locator> {
  await page.locator('[data-tour=person]').click()
  await page.getByRole('menuitem', { name: part }).click()
  const drawer = page.getByRole('dialog', { name: '个人信息' })
  await drawer.waitFor()
  return drawer
}

async function choose(
  drawer: Locator,
  file: { name: string; mimeType: string; buffer: Buffer },
): Promise<void> {
  await drawer.locator('input[type=file]').setInputFiles(file)
}
