import type { Queryable } from '../platform/database/database.ts'
import { systemSession } from '../platform/session/session.ts'
import { readTodoReceivers } from './receivers.ts'
import { sendInApp, sendOutside } from './send.ts'

/** Unrestricted stock of a storage location whose batch expires or has expired. */
export interface ExpiringStock {
  companyCode: string
  plant: string
  storageLocation: string
  materialNo: string
  batch: string
  quantity: string
  unit: string
  expiresOn: string
  isExpired: boolean
}

/** Whom it is told, and where he acts on it. */
interface Told {
  role: string
  handleUrl: string
}

/** Tells those with this role where the stock lies, in the same transaction. */
export async function announceExpiry(
  tx: Queryable,
  stock: ExpiringStock,
  { role, handleUrl }: Told,
): Promise<void> {
  const { isExpired, expiresOn, materialNo, ...rest } = stock
  const { companyCode, plant, storageLocation, batch } = rest
  const params = { ...rest, material: materialNo, expiresOn }
  const occasion = {
    companyCode,
    event: isExpired ? 'batch-expired' : 'batch-expires',
    subjectNo: batch,
    sender: systemSession([companyCode], ''),
    params: { zh: params, en: params },
  } as const
  const receivers = await readTodoReceivers(tx, {
    roleCode: role,
    companyCode,
    plant,
    storageLocation,
    supplierNo: '',
    pickingUnit: '',
    barredUsers: [],
    createdBy: occasion.sender.userId,
    documentType: '',
    action: '',
  })
  if (receivers.length === 0) return
  await sendInApp(tx, occasion, { contentType: 'user', department: '', handleUrl }, receivers)
  await sendOutside(tx, occasion, receivers)
}
