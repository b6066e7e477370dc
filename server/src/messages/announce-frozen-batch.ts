import type { Label } from '@kufang/contract/document/declare/label.ts'
import { documentDefinition } from '@kufang/contract/registry.ts'
import type { Queryable } from '../platform/database/database.ts'
import { systemSession } from '../platform/session/session.ts'
import { readReceivers } from './receivers.ts'
import { sendInApp, sendOutside } from './send.ts'

/** A document that holds goods of a batch which was frozen, and the persons who wait for them. */
export interface HeldOfBatch {
  companyCode: string
  material: string
  batch: string
  freezeNo: string
  reason: Label
  until: string
  documentType: string
  documentId: string
  documentNo: string
  quantity: string
  userIds: readonly string[]
}

/** Tells who waits for goods of a frozen batch, in the same transaction. */
export async function announceFrozenBatch(tx: Queryable, held: HeldOfBatch): Promise<void> {
  const { companyCode, material, batch, freezeNo, reason, until, documentNo, quantity } = held
  const { documentType, documentId } = held
  const facts = { companyCode, material, batch, freezeNo, until, documentNo, quantity }
  const kind = documentDefinition(documentType)?.label
  const paramsIn = (language: 'zh' | 'en') => ({
    ...facts,
    reason: reason[language],
    document: kind?.[language] ?? '',
  })
  const occasion = {
    companyCode,
    event: 'batch-frozen',
    subjectNo: documentNo,
    sender: systemSession([companyCode], ''),
    params: { zh: paramsIn('zh'), en: paramsIn('en') },
  } as const
  const receivers = await readReceivers(tx, {
    contentType: 'user',
    companyCode,
    department: '',
    userIds: held.userIds,
    includesExternal: true,
  })
  if (receivers.length === 0) return
  const handleUrl = `/document/${documentType}/${documentId}`
  await sendInApp(tx, occasion, { contentType: 'user', department: '', handleUrl }, receivers)
  await sendOutside(tx, occasion, receivers)
}
