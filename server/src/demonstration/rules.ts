import type { ParameterName } from '@kufang/contract/system/business-parameters.ts'
import { companyToday } from '@kufang/kernel/company-day.ts'
import { addDays } from '@kufang/kernel/local-date.ts'
import { masters } from '@kufang/contract/masters/declarations.ts'
import { addRow, changeRow, decideMasterChange } from '../masters/approved-masters.ts'
import type { Database } from '../platform/database/database.ts'
import type { Session } from '../platform/session/session.ts'
import { changeParameter, decideParameter } from '../system/change-parameter.ts'
import { readStoredParameters } from '../system/parameter-rows.ts'

// The rules of the demonstration company: requested by one person and approved by another, like all rules.

const catalogue = masters['excess-tolerance']
const validFrom = '2026-01-01'

/** The over-quantity catalogue. */
const tolerances = [
  {
    companyCode: '1010',
    materialGroup: '1402',
    overDeliveryPercent: '3',
    validFrom,
    remark: '紧固件整箱交货',
  },
  {
    companyCode: '1010',
    plant: '1011',
    materialGroup: '3103',
    overDeliveryPercent: '5',
    validFrom,
    remark: '散装化学品过磅差',
  },
  {
    companyCode: '1020',
    materialGroup: '1601',
    overDeliveryPercent: '4',
    validFrom,
    remark: '电缆整盘交货',
  },
]

const limit: ParameterName = 'receiving.overDeliveryLimit'

/**
 * Writes the tolerances, and leaves two changes that wait: of a tolerance, and of the parameter that decides whether
 * they count.
 * @param session of an account
 */
export async function writeRules(
  database: Database,
  session: (account: string) => Session,
): Promise<void> {
  const [buyer, chief, admin] = [session('buyer'), session('chief'), session('admin')]
  await database.transaction(async (tx) => {
    for (const tolerance of tolerances) {
      const asked = { reason: '按供货协议' }
      const { waiting } = await addRow(tx, buyer, catalogue, tolerance, asked)
      const given = { id: waiting!.id, act: 'approve', remark: '' } as const
      await decideMasterChange(tx, chief, catalogue, given)
    }
    const [fasteners] = tolerances
    const { companyCode, materialGroup } = fasteners!
    const key = { companyCode, materialGroup, validFrom }
    const later = { reason: '2027年框架协议', effectiveFrom: addDays(companyToday(), 30) }
    const wider = { overDeliveryPercent: '5' }
    await changeRow(tx, buyer, catalogue, { key, version: 1 }, wider, later)
    await changeParameter(tx, admin, {
      name: limit,
      companyCode,
      value: 'catalogue',
      validFrom: companyToday(),
      remark: 'SAP 消息 M7/022 已改为警告',
      version: 0,
    })
  })
}

/**
 * Sets a parameter of a plant that is a control, from today on: requested by one person and approved by another.
 * @param session of an account
 */
export async function setControl(
  database: Database,
  session: (account: string) => Session,
  given: { name: ParameterName; companyCode: string; plant: string; value: string; remark: string },
): Promise<void> {
  await database.transaction(async (tx) => {
    const { length: version } = await readStoredParameters(tx, given.name)
    const asked = { ...given, validFrom: companyToday(), version }
    const { changes } = await changeParameter(tx, session('admin'), asked)
    const act = { id: changes[0]!.id, act: 'approve', remark: '' } as const
    await decideParameter(tx, session('chief'), act)
  })
}
