import type { Locator } from 'playwright-core'
import { listDrawn } from './list-drawn.ts'
import type { Person } from './person.ts'

/** Compares the stock of a material in a plant with that of the ERP, and returns its rows, drawn as they were answered. */
export async function comparedStock(
  person: Person,
  plant: string,
  material: string,
): Promise<Locator> {
  await person.open('库存管理', '实时查询SAP库存')
  await person.fill(person.main, '工厂', plant)
  await person.fill(person.main, '物料编码', material)
  const answered = person.page.waitForResponse(/\/stock\/erp\b/)
  await person.button('查询').click()
  await answered
  await listDrawn(person.page)
  return person.rows('SAP 与实物对照', material)
}
