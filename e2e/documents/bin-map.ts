import { expect, test } from 'vitest'
import type { People } from '../support/people.ts'
import type { Person } from '../support/person.ts'

const location = '1103'
/** Bins that the demonstration puts nowhere yet. */
const unplaced = 'A-03-05-1-1'

/** Opens the map of a storage location of plant 1011. */
async function openMap(person: Person, group: string, title: string): Promise<void> {
  await person.open(group, title)
  await person.main.getByText('货位图', { exact: true }).filter({ visible: true }).click()
  const place = person.main.getByRole('combobox', { name: '库存地点' })
  await place.click()
  await place.fill(`1011/${location}`)
  await person.page.getByRole('option', { name: new RegExp(`1011/${location}`) }).waitFor({
    state: 'attached',
  })
  await place.press('Enter')
  // Every storage location has an area A; only this one has bins without a place.
  await person.main.getByRole('region', { name: /未定位置/ }).waitFor()
}

const bin = (person: Person, code: string) =>
  person.main.getByRole('button', { name: new RegExp(`^${code} `) })

/** The map of bins: looked at, searched, opened, and given the places that are missing. */
export function binMapJourney(people: () => People): void {
  test('the map lights the bins of a material, says each state in words, and a bin opens its stock and its acts', async () => {
    const keeper = await people().as('storekeeper')
    await openMap(keeper, '库存管理', '库存查询')
    const cells = keeper.main.locator('[data-bin]')
    await cells.first().waitFor()
    const inUse = keeper.main.locator('[data-bin]:not([data-meaning="empty"])').first()
    const code = (await inUse.getAttribute('data-bin'))!
    await keeper.main.getByRole('searchbox', { name: '物料、描述、批次、货位' }).fill(code)
    await keeper.page.keyboard.press('Enter')
    await keeper.main
      .getByRole('status')
      .filter({ hasText: /个货位亮起/ })
      .waitFor()
    await bin(keeper, code).click()
    const panel = keeper.page.getByRole('dialog', { name: code })
    await panel.getByText('上次盘点').first().waitFor()
    await panel.getByRole('group', { name: '货位库存' }).getByRole('grid').waitFor()
    await panel.getByRole('button', { name: '移到其他货位' }).click()
    await keeper.heading('货位调整单创建').waitFor()
    // The goods of this bin are offered.
    await expect.poll(() => keeper.rows('库存', code).count()).toBeGreaterThan(0)
  })

  test('a bin without a place is put into the picture by keyboard, saved, and its history says so', async () => {
    const keeper = await people().as('storekeeper')
    await openMap(keeper, '主数据管理', '货位管理')
    const tray = keeper.main.getByRole('region', { name: /未定位置/ })
    const wanted = tray.getByRole('button').first()
    const code = ((await wanted.textContent()) ?? unplaced).trim()
    await keeper.button('编辑位置').click()
    await wanted.focus()
    await keeper.page.keyboard.press('Space')
    await keeper.main
      .getByRole('status')
      .filter({ hasText: `已拿起 ${code}` })
      .waitFor()
    await keeper.page.keyboard.press('ArrowRight')
    await keeper.page.keyboard.press('Enter')
    await keeper.button('保存位置（1）').click()
    await keeper.page.getByText('已保存 1 个货位的位置').first().waitFor()
    await keeper.button('结束编辑').click()
    await bin(keeper, code).waitFor()

    await keeper.main.getByText('列表', { exact: true }).filter({ visible: true }).click()
    await keeper.search(code)
    const row = keeper.rows('货位', code).filter({ hasText: location }).first()
    await row.getByRole('checkbox').check()
    await keeper.page.getByRole('toolbar').getByRole('button', { name: '历史与使用' }).click()
    const record = keeper.page.getByRole('dialog', { name: new RegExp(`${code}$`) })
    await expect.poll(() => record.textContent()).toMatch(/修改.*架/s)
  })
}
