import { companyToday } from '@kufang/kernel/company-day.ts'
import { addDays } from '@kufang/kernel/local-date.ts'
import type { Company } from '../company.ts'
import { announce, notesOf, type Replayed } from './replayed.ts'

/** The notice that an arrival of inspected goods made, called and decided: all pieces are accepted. */
async function inspect(company: Company, arrival: string): Promise<string> {
  const [link] = await company.database.query<{ toId: string }>(
    `select to_id from document_link where company_code = '1010' and from_id = $1 and to_type = 'inspection-notice'`,
    [arrival],
  )
  const notice = link!.toId
  const act = (action: string, input?: Record<string, unknown>) =>
    company.act('supervisor', 'inspection-notice', notice, action, input)
  await act('assign', {
    inspectionUnit: '质量检验站',
    inspectionMethod: 'full',
    inspectorAccount: 'inspector',
  })
  await act('confirmTime', {
    unpackingAt: `${addDays(companyToday(), 1)}T01:30:00.000Z`,
    unpackingPlace: '待检区',
  })
  await act('confirmInspector')
  const { lines } = await company.read('supervisor', 'inspection-notice', notice)
  const { id } = await company.create('inspector', 'inspection-order', {
    header: { inspectionMethod: 'full' },
    lines: lines.map((line) => ({
      source: { id: notice, lineNo: line.lineNo },
      quantity: line['quantity'],
      acceptedQuantity: line['quantity'],
      rejectedQuantity: '0',
    })),
    actionAfterCreate: 'decide',
  })
  return id
}

/** Pieces come, are inspected if they must be, put into a bin, reviewed and posted. */
export async function receiveGoods(
  company: Company,
  item: Replayed,
  quantity: number,
): Promise<void> {
  const before = await notesOf(company, item)
  const underway = before.reduce(
    (sum, { state, open }) => sum + (state === 'writtenOff' ? 0 : open),
    0,
  )
  if (underway < quantity) await announce(company, item, quantity - underway)
  let left = quantity
  const parts = (await notesOf(company, item)).flatMap(({ id, state, open }) => {
    const part = state === 'writtenOff' ? 0 : Math.min(open, left)
    left -= part
    return part > 0 ? [{ id, quantity: String(part) }] : []
  })
  const arrival = await company.create('keeper', 'arrival', {
    header: { visualCheck: 'intact' },
    lines: parts.map((part) => ({
      source: { id: part.id, lineNo: 1 },
      quantity: part.quantity,
      bin: 'R-01',
    })),
    actionAfterCreate: 'confirm',
  })
  const decision = item.way !== 'exempt' ? await inspect(company, arrival.id) : ''
  const { id } = await company.create('keeper', 'goods-receipt', {
    header: {},
    lines: parts.map((part, index) => ({
      source: { id: arrival.id, lineNo: index + 1 },
      quantity: part.quantity,
      stockCategory: 'UU',
      bin: 'A-01',
    })),
    actionAfterCreate: 'receive',
  })
  await company.act('leader', 'goods-receipt', id, 'review')
  await company.act('poster', 'goods-receipt', id, 'post')
  await company.send()
  item.receipts.push({ id, arrival: arrival.id, decision, isCancelled: false })
}

/** The latest receipt that stands is taken back: in the ERP first, then its goods, then what it stands on. */
export async function cancelReceipt(company: Company, item: Replayed): Promise<void> {
  const last = item.receipts.findLast(({ isCancelled }) => !isCancelled)!
  const reason = { reason: '数量录入错误' }
  const { id, arrival, decision } = last
  await company.act('poster', 'goods-receipt', id, 'requestReversal', reason)
  await company.act('leader', 'goods-receipt', id, 'approveReversal')
  await company.act('poster', 'goods-receipt', id, 'reverse')
  await company.send()
  await company.act('keeper', 'goods-receipt', id, 'reversePhysical', reason)
  if (decision !== '')
    await company.act('supervisor', 'inspection-order', decision, 'withdraw', reason)
  await company.act('keeper', 'arrival', arrival, 'reversePhysical', reason)
  last.isCancelled = true
}
