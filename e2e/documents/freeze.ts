import { addDays } from '@kufang/kernel/local-date.ts'
import { companyToday } from '@kufang/kernel/company-day.ts'
import { expect, test } from 'vitest'
import type { People } from '../support/people.ts'
import type { Person } from '../support/person.ts'

/** From the demonstration company: goods of storage location 1103 of plant 1011, which lie in one bin; nobody else takes them. */
const material = '19020010'
/** Others, of another bin. */
const sealed = '19020006'
const until = addDays(companyToday(), 10)

const lines = '冻结单明细'

/** Freezes so many of the goods on the page for it; the header is filled in by the caller. */
async function freeze(
  keeper: Person,
  page: string,
  materialNo: string,
  quantity: string,
  header: Readonly<Record<string, string>>,
): Promise<string> {
  await keeper.open('冻结管理', page)
  await keeper.search(materialNo)
  const stock = keeper.rows('库存', materialNo).filter({ hasText: '1103' })
  await stock.first().getByRole('checkbox').check()
  await keeper.button('填写冻结单').click()
  for (const [field, text] of Object.entries(header)) await keeper.fill(keeper.main, field, text)
  const line = keeper.table(lines).getByRole('row').nth(1)
  const cell = await keeper.cell(lines, line, '冻结数量 *')
  await cell.click()
  await cell.locator('input').fill(quantity)
  await keeper.page.keyboard.press('Enter')
  return keeper.send('冻结', true)
}

/** Tries to put a piece of the goods into another bin, and waits for the refusal. */
async function tryToMove(
  keeper: Person,
  materialNo: string,
  bin: string,
  refusal: RegExp,
): Promise<void> {
  await keeper.open('货位调整', '货位调整单创建')
  await keeper.search(materialNo)
  const stock = keeper.rows('库存', materialNo).filter({ hasText: '1103' })
  await stock.first().getByRole('checkbox').check()
  await keeper.button('填写货位调整单').click()
  await keeper.fill(keeper.main, '调整原因', '整理库位')
  const line = keeper.table('货位调整单明细').getByRole('row').nth(1)
  const type = async (column: string, text: string): Promise<void> => {
    const cell = await keeper.cell('货位调整单明细', line, column)
    await cell.click()
    await cell.locator('input').fill(text)
    await keeper.page.keyboard.press('Enter')
  }
  await type('移动数量 *', '1')
  await type('目标货位 *', bin)
  await keeper.button('执行（Ctrl+Enter）').click()
  await keeper.main.getByText(refusal).first().waitFor()
}

/** Goods in doubt, places that are sealed, and goods kept for a work order. */
export function freezeJourney(people: () => People): void {
  test('goods in doubt: frozen by the keeper, seen by everybody, posted, and partly released by the inspector', async () => {
    const keeper = await people().as('storekeeper')
    const docNo = await freeze(keeper, '库存冻结', material, '6', {
      冻结原因: '质量',
      解冻条件: '复检合格',
      到期日: until,
    })

    // Who looks for the goods sees that they are held, by whom, why and until when, and gets there.
    await keeper.open('库存管理', '库存查询')
    await keeper.search(material)
    const blocked = keeper.rows('库存', material).filter({ hasText: '冻结' })
    await (await keeper.cell('库存', blocked, '数量')).getByRole('button').click()
    const holds = keeper.table('被谁占用或冻结').getByRole('row').filter({ hasText: docNo })
    await holds.filter({ hasText: '周海宁' }).filter({ hasText: until }).waitFor()
    await holds.getByRole('button', { name: docNo }).click()
    await keeper.page.getByRole('heading', { name: docNo }).waitFor()

    const poster = await people().as('poster')
    await poster.open('冻结管理', '冻结物资过账')
    await poster.act('冻结单', docNo, '过账')

    const inspector = await people().as('inspector')
    await inspector.open('冻结管理', '冻结物资冲销')
    await inspector.choose('解冻单')
    await inspector.button('新建解冻单').click()
    await inspector.takeUp('冻结单', docNo, material, '解冻单')
    await inspector.fill(inspector.main, '解冻依据', '复检合格')
    const line = inspector.table('解冻单明细').getByRole('row').nth(1)
    const quantity = await inspector.cell('解冻单明细', line, '解冻数量 *')
    await quantity.click()
    await quantity.locator('input').fill('2')
    await inspector.page.keyboard.press('Enter')
    const release = await inspector.send('解冻', true)

    await poster.choose('解冻单')
    await poster.act('解冻单', release, '过账')
    await inspector.open('冻结管理', '冻结物资查询')
    await inspector.search(docNo)
    const row = inspector.rows('冻结单', docNo).first()
    await row.filter({ hasText: '部分解冻' }).filter({ hasText: '周海宁' }).waitFor()
    await expect
      .poll(async () => (await inspector.cell('冻结单', row, '仍冻结数量')).textContent())
      .toMatch(/^4/)
    await expect
      .poll(async () => (await inspector.cell('冻结单', row, '到期日')).textContent())
      .toBe(until)
  })

  test('a bin is sealed: its goods stay, whoever wants them is told why, and they are free after it', async () => {
    const keeper = await people().as('storekeeper')
    await keeper.open('库存管理', '库存查询')
    await keeper.search(sealed)
    const stock = keeper.rows('库存', sealed).filter({ hasText: '1103' }).first()
    const bin = ((await (await keeper.cell('库存', stock, '货位')).textContent()) ?? '').trim()
    expect(bin).toMatch(/^A-/)

    await keeper.open('冻结管理', '库存冻结')
    await keeper.main.getByRole('radiogroup').getByText('货位冻结单').click()
    await keeper.fill(keeper.main, '工厂', '1011')
    await keeper.fill(keeper.main, '库存地点', '1103')
    await keeper.fill(keeper.main, '冻结原因', '封存')
    await keeper.fill(keeper.main, '解冻条件', '主管部门通知启封')
    await keeper.fill(keeper.main, '到期日', until)
    await keeper.button('添加一行').click()
    const line = keeper.table('货位冻结单明细').getByRole('row').nth(1)
    await keeper.enter('货位冻结单明细', line, '货位', bin)
    const docNo = await keeper.send('冻结', true)

    // Its goods are offered to nobody, and who wants to put others there is told by whom it is frozen and until when.
    await keeper.open('货位调整', '货位调整单创建')
    await keeper.search(sealed)
    await keeper.rows('库存', sealed).filter({ hasText: '1103' }).waitFor({ state: 'detached' })
    const by = new RegExp(`货位 ${bin} 被 ${docNo} 冻结（周海宁），至 ${until}`)
    await tryToMove(keeper, material, bin, by)

    await keeper.open('冻结管理', '冻结物资冲销')
    await keeper.choose('货位冻结单')
    await keeper.act('货位冻结单', docNo, '解冻', { 解冻依据: '启封通知已下达' })
    await keeper.open('冻结管理', '库存冻结')
    await keeper.main
      .getByRole('radiogroup')
      .getByText(/^冻结单/)
      .first()
      .click()
    await keeper.search(sealed)
    await keeper.rows('库存', sealed).filter({ hasText: '1103' }).waitFor()
  })

  test('goods for a work order: frozen by the engineer, and the freeze is cancelled by the keeper', async () => {
    const engineer = await people().as('engineer')
    const docNo = await freeze(engineer, '库存冻结（EAM）', sealed, '3', {
      EAM工单号: '4001552',
      到期日: until,
    })
    const keeper = await people().as('storekeeper')
    await keeper.open('冻结管理', '冻结记录取消')
    await keeper.act('冻结单', docNo, '取消冻结', { 取消原因: '录入错误' })
    await keeper.open('冻结管理', '冻结物资查询')
    await keeper.search(docNo)
    const row = keeper.rows('冻结单', docNo).first()
    await expect
      .poll(async () => (await keeper.cell('冻结单', row, '状态')).textContent())
      .toBe('已取消')
  })
}
