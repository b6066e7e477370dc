import { unitWord } from '@kufang/contract/document/catalogue/unit-words.ts'
import { cureOf } from '@kufang/contract/document/declare/posting-cure.ts'
import type { Queryable } from '../platform/database/database.ts'
import { raiseAlarm } from './alarm.ts'
import type { OriginalPosting } from './original-posting.ts'
import type { MaterialDocument, MaterialDocumentItem } from './mirrors/material-documents.ts'

// What a person is told of a document that was posted or cancelled in the ERP itself, and what to do about it.

/** Items named in a message; the rest is counted. */
const namedMax = 3

const numberOf = ({ materialDocument, year }: MaterialDocument): string =>
  `${materialDocument}/${year}`

/** Tells of the cancellation of a document of ours. */
export async function tellOfCancellation(
  tx: Queryable,
  companyCode: string,
  original: OriginalPosting,
  document: MaterialDocument,
  isWhole: boolean,
): Promise<void> {
  const { documentNo, materialDocument, materialDocumentYear } = original
  const own = `${materialDocument}/${materialDocumentYear}`
  const told = {
    zh: `SAP 用户 ${document.createdBy} 于 ${document.postingDate} 直接用凭证 ${numberOf(document)} 冲销了 ${documentNo} 的凭证 ${own}`,
    en: `SAP user ${document.createdBy} cancelled document ${own} of ${documentNo} directly with ${numberOf(document)} on ${document.postingDate}`,
  }
  const cure = isWhole
    ? cureOf({ direction: 'reverse', state: 'cancelledInErp', documentNo })
    : {
        zh: '只冲销了部分行：请在 SAP 中冲销其余行，或取消该冲销；在此之前本单据仍为已过账。',
        en: 'Only some items were cancelled: cancel the others in SAP, or undo it there; until then the document counts as posted.',
      }
  await raiseAlarm(tx, {
    companyCode,
    kind: 'cancelled-in-erp',
    interfaceCode: 'material-document',
    postingId: original.id,
    subject: numberOf(document),
    documentNo,
    message: { zh: `${told.zh}。${cure.zh}`, en: `${told.en}. ${cure.en}` },
    proposal: { action: isWhole ? 'decide' : 'finish-in-erp' },
  })
}

/** Tells of a movement in a storage location of ours that no document of ours made. */
export async function tellOfMovement(
  tx: Queryable,
  companyCode: string,
  document: MaterialDocument,
): Promise<void> {
  const { items, createdBy, postingDate } = document
  const more = items.length - namedMax
  const goods = items.slice(0, namedMax).map(wordsOf)
  const told = {
    zh: `SAP 用户 ${createdBy} 于 ${postingDate} 直接过账凭证 ${numberOf(document)}：${goods.map(({ zh }) => zh).join('；')}${more > 0 ? `；另有 ${more} 行` : ''}`,
    en: `SAP user ${createdBy} posted document ${numberOf(document)} directly on ${postingDate}: ${goods.map(({ en }) => en).join('; ')}${more > 0 ? `; ${more} more` : ''}`,
  }
  const candidate = await candidateOf(tx, companyCode, items)
  const cure =
    candidate === undefined
      ? {
          zh: '本系统没有对应的实物移动：请由该用户在 SAP 冲销；若货物确已移动，请在冲销之后盘点，由盘点过账差异，先盘点则 SAP 会记两次。',
          en: 'No goods moved for it here: have that user cancel it in SAP; if goods did move, count them after that, and the count posts the difference, which SAP would have twice otherwise.',
        }
      : {
          zh: `可能就是 ${candidate} 的过账：核对后在死信页用此凭证号关闭它的过账；不是则请由该用户在 SAP 冲销。`,
          en: `It may be the posting of ${candidate}: compare, and close that posting with this number among the dead letters; otherwise have that user cancel it in SAP.`,
        }
  await raiseAlarm(tx, {
    companyCode,
    kind: 'posted-in-erp',
    interfaceCode: 'material-document',
    subject: numberOf(document),
    documentNo: candidate ?? '',
    message: { zh: `${told.zh}。${cure.zh}`, en: `${told.en}. ${cure.en}` },
    proposal: { action: candidate === undefined ? 'cancel-in-erp' : 'close-with-number' },
  })
}

/** The document of ours with an unposted movement like one of these items; undefined if there is none. */
async function candidateOf(
  tx: Queryable,
  companyCode: string,
  items: readonly MaterialDocumentItem[],
): Promise<string | undefined> {
  const [found] = await tx.query<{ documentNo: string }>(
    `select e.document_no from unnest($2::text[], $3::text[], $4::text[], $5::numeric[], $6::text[])
       as i (plant, storage_location, material_no, quantity, movement_type)
     join erp_open_effect e on e.company_code = $1 and e.plant = i.plant and e.storage_location = i.storage_location
       and e.material_no = i.material_no and abs(e.quantity) = i.quantity
     join stock_move m on m.company_code = e.company_code and m.id = e.move_id and m.movement_type = i.movement_type
     order by m.moved_at limit 1`,
    [
      companyCode,
      items.map(({ plant }) => plant),
      items.map(({ storageLocation }) => storageLocation),
      items.map(({ materialNo }) => materialNo),
      items.map(({ quantity }) => quantity),
      items.map(({ movementType }) => movementType),
    ],
  )
  return found?.documentNo
}

function wordsOf(item: MaterialDocumentItem): { zh: string; en: string } {
  const { movementType, materialNo, quantity, unit, plant, storageLocation, batch } = item
  const place = [plant, storageLocation, batch].filter((part) => part !== '').join('/')
  const numbers = item.serialNumbers
  const order = item.purchaseOrder === '' ? '' : ` ${item.purchaseOrder}/${item.purchaseOrderItem}`
  return {
    zh: `移动类型 ${movementType}，${materialNo}，${quantity} ${unitWord(unit, 'zh')}，${place}${order === '' ? '' : `，采购订单${order}`}${numbers.length === 0 ? '' : `，序列号 ${numbers.join('、')}`}`,
    en: `movement type ${movementType}, ${materialNo}, ${quantity} ${unitWord(unit, 'en')}, ${place}${order === '' ? '' : `, purchase order${order}`}${numbers.length === 0 ? '' : `, serial numbers ${numbers.join(', ')}`}`,
  }
}

/** The movement was reversed in the ERP again: its alarm needs nobody any more. */
export async function resolveDirectAlarm(
  tx: Queryable,
  companyCode: string,
  subject: string,
  by: MaterialDocument,
): Promise<void> {
  await tx.query(
    `update erp_alarm set resolved_at = now(), resolution = $3
     where company_code = $1 and kind = 'posted-in-erp' and subject = $2 and resolved_at is null`,
    [companyCode, subject, `SAP ${by.createdBy}: ${numberOf(by)}`],
  )
}

/** What was told of cancellations of a document in the ERP is done: it was posted again, or its goods were reversed. */
export async function resolveCancellations(
  tx: Queryable,
  document: { companyCode: string; documentType: string; documentId: string },
  by: { userId: string | null; resolution: string },
): Promise<void> {
  await tx.query(
    `update erp_alarm a set resolved_at = now(), resolved_by = $4, resolution = $5
     from erp_posting p
     where a.company_code = $1 and a.kind = 'cancelled-in-erp' and a.resolved_at is null
       and p.company_code = a.company_code and p.id = a.posting_id and p.document_type = $2 and p.document_id = $3`,
    [document.companyCode, document.documentType, document.documentId, by.userId, by.resolution],
  )
}
