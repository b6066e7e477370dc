import { legacyKinds, type LegacyKind } from '@kufang/contract/legacy-documents/legacy-document.ts'
import {
  proposeColumns,
  type LegacyMapping,
} from '@kufang/contract/legacy-documents/legacy-mapping.ts'
import { multiplyMoney } from '@kufang/kernel/money.ts'
import { addDays, type LocalDate } from '@kufang/kernel/local-date.ts'
import { createHash } from 'node:crypto'
import { importLegacy, readTable } from '../legacy-documents/public.ts'
import type { Database } from '../platform/database/database.ts'
import type { Session } from '../platform/session/session.ts'
import type { DemonstrationCompany } from './company.ts'
import { suppliers } from './partners.ts'
import { storageLocationOf } from './organization.ts'
import { usualQuantity } from './purchase-orders.ts'
import { randomOf } from './random.ts'

const companyCode = '1010'
const plant = '1011'
/** The system that the company used before, and how many of its orders are taken over. */
const sourceSystem = 'WZ2008'
const orderCount = 30

/** The columns of the files that the old system exports. */
const line = ['采购订单号', '行项目']
const what = ['供应商编码', '物资编码']
const value = ['总金额', '币种']
const heads: Record<LegacyKind, readonly string[]> = {
  order: [...line, '订单日期', '计划交货日期', ...what, '订单数量', ...value, '工厂'],
  delivery: [...line, '送货单号', '送货日期', ...what, '送货数量', '工厂'],
  receipt: [...line, '入库单号', '入库日期', ...what, '入库数量', ...value, '工厂'],
  issue: ['出库单号', '行项目', '出库日期', '物资编码', '出库数量', '工厂', '库存地点'],
}

/**
 * Takes over what the old system had two to four years ago: order lines, their deliveries and receipts; and what it issued
 * until the company went live, from which quotas are proposed.
 */
export async function writeLegacyDocuments(
  database: Database,
  session: Session,
  company: DemonstrationCompany,
  today: LocalDate,
): Promise<void> {
  const files = makeFiles(company, today)
  for (const [kind, { zh }] of Object.entries(legacyKinds) as [LegacyKind, { zh: string }][]) {
    const content = Buffer.from([heads[kind].join(','), ...files[kind]].join('\n'))
    const table = readTable(`${sourceSystem} ${zh}.csv`, content)
    const columns = proposeColumns(kind, table.headers, [])
    const mapping: LegacyMapping = { kind, sourceSystem, columns, fixed: {} }
    await database.transaction((tx) =>
      importLegacy(tx, session, {
        companyCode,
        mapping,
        table,
        sizeBytes: content.length,
        digestSha256: createHash('sha256').update(content).digest('hex'),
        mappingName: `${sourceSystem} ${zh}`,
        onRefusal: 'stop',
      }),
    )
  }
}

function makeFiles({ materials }: DemonstrationCompany, today: LocalDate) {
  const random = randomOf('legacy documents')
  const files: Record<LegacyKind, string[]> = {
    order: [],
    delivery: [],
    receipt: [],
    issue: makeIssues(materials, today),
  }
  for (let index = 0; index < orderCount; index += 1) {
    const { supplierNo, stores } = suppliers[index % suppliers.length]!
    const kept = materials.filter(({ store }) => stores.includes(store))
    const orderNo = `45000${String(10_001 + index)}`
    const orderedOn = addDays(today, -1400 + index * 20)
    for (const item of random.chance(60) ? [10, 20] : [10]) {
      const material = random.pick(kept)
      const quantity = usualQuantity(random, material)
      const dueOn = addDays(orderedOn, random.between(20, 60))
      const cameOn = addDays(dueOn, random.between(-5, 12))
      const of = [orderNo, item]
      const goods = [supplierNo, material.materialNo, quantity]
      const worth = [multiplyMoney(material.price, quantity), 'CNY']
      const number = 20_001 + index * 2 + item / 10
      files.order.push([...of, orderedOn, dueOn, ...goods, ...worth, plant].join(','))
      files.delivery.push([...of, `SH${number}`, cameOn, ...goods, plant].join(','))
      files.receipt.push(
        [...of, `RK${number}`, addDays(cameOn, 2), ...goods, ...worth, plant].join(','),
      )
    }
  }
  return files
}

/** How many months of issues are taken over, and the store and materials that they are of. */
const issuedMonths = 36
const issuedStore = 'piping'
const issuedMaterials = 40

/** What the store issued month by month: some goods in most months, others seldom and then several pieces. */
function makeIssues(materials: DemonstrationCompany['materials'], today: LocalDate): string[] {
  const random = randomOf('legacy issues')
  const { storageLocation } = storageLocationOf(plant, issuedStore)
  const kept = materials.filter(({ store }) => store === issuedStore).slice(0, issuedMaterials)
  const firstOfMonth = `${today.slice(0, 7)}-01` as LocalDate
  return kept.flatMap((material, index) => {
    const chance = index % 3 === 0 ? 85 : index % 3 === 1 ? 40 : 12
    return Array.from({ length: issuedMonths }, (_none, month) => month).flatMap((month) => {
      if (!random.chance(chance)) return []
      // Two to four weeks before the end of each month, going back from the last one.
      const issuedOn = addDays(firstOfMonth, -30 * month - random.between(2, 14))
      const number = 30_001 + index * issuedMonths + month
      const quantity = random.between(1, index % 3 === 0 ? 4 : 8)
      return [
        [`CK${number}`, 10, issuedOn, material.materialNo, quantity, plant, storageLocation].join(
          ',',
        ),
      ]
    })
  })
}
