import { erpStates } from '@kufang/contract/document/declare/erp-state.ts'
import { describe, expect, test } from 'vitest'
import { runProofs } from '../../ledger/public.ts'
import { accepted, asked, stocked } from '../testing/core-flow.ts'
import { goods, newPlace, type Place } from '../testing/ground.ts'
import { readPostingFailures } from './posting-failures.ts'
import { approveReversal, useWorld } from '../testing/trade.ts'

// What is posted or cancelled in the ERP itself is found, named and offered with its cure; nothing is corrected silently.

const world = useWorld()

async function proven(): Promise<void> {
  for (const proof of await runProofs(world().database)) expect(proof.rows, proof.name).toEqual([])
}

const alarmsOf = (subject: string) =>
  world().database.query<{ kind: string; messageZh: string; messageEn: string; isOpen: boolean }>(
    `select kind, message_zh, message_en, resolved_at is null as is_open from erp_alarm where subject = $1`,
    [subject],
  )

/** An issue of ten pieces, reviewed and posted. */
async function postedIssue(place: Place) {
  await stocked(world(), place, goods(1))
  const request = await asked(world(), place, goods(1))
  const issue = await world().create('goods-issue', {
    header: { recipient: '张三' },
    lines: [{ source: { id: request, lineNo: 1 }, quantity: '10', bin: 'A-01' }],
    actionAfterCreate: 'issue',
  })
  await world().act('goods-issue', issue.id, 'review')
  await world().act('goods-issue', issue.id, 'post')
  await world().send()
  const { lines } = await world().read('goods-issue', issue.id)
  return { ...issue, materialDocument: String(lines[0]!['materialDocument']) }
}

const failuresOf = (documentId: string) =>
  readPostingFailures(world().database, [
    { companyCode: world().companyCode, documentType: 'goods-issue', documentId },
  ])

const stateOf = async (id: string) => (await world().read('goods-issue', id)).header.erpState

describe('a document that somebody cancels in SAP', () => {
  test('says so, with the number and the person, and is told once', async () => {
    const issue = await postedIssue(await newPlace(world()))
    const theirs = world().erp.cancel(issue.materialDocument, 'MUELLER')!
    expect(await world().watchErp()).toBe(1)
    expect(await stateOf(issue.id)).toBe('cancelledInErp')
    expect(erpStates.cancelledInErp.label.zh).toBe('已在SAP冲销')
    const { header, lines } = await world().read('goods-issue', issue.id)
    expect(lines.map((line) => line.lineErpState)).toEqual(['cancelledInErp'])
    const subject = `${theirs.MaterialDocument}/2026`
    const [alarm] = await alarmsOf(subject)
    expect(alarm).toMatchObject({ kind: 'cancelled-in-erp', isOpen: true })
    for (const word of ['MUELLER', subject, header.docNo, issue.materialDocument, '实物冲销'])
      expect(alarm!.messageZh).toContain(word)
    expect(alarm!.messageEn).toContain('press "Post" again')
    const [told] = [...(await failuresOf(issue.id)).values()]
    expect(told).toMatchObject({ zh: `SAP 用户 MUELLER 直接用凭证 ${subject} 冲销` })
    expect(told!.cure.zh).toContain('实物冲销')
    // The goods have not moved, and both books still explain each other.
    await proven()
    expect(await world().watchErp()).toBe(0)
    expect(await alarmsOf(subject)).toHaveLength(1)
  })

  test('is posted again if the goods are still gone: one new document, under a new key', async () => {
    const issue = await postedIssue(await newPlace(world()))
    const theirs = world().erp.cancel(issue.materialDocument, 'MUELLER')!
    await world().watchErp()
    await world().act('goods-issue', issue.id, 'post')
    expect(await alarmsOf(`${theirs.MaterialDocument}/2026`)).toMatchObject([{ isOpen: false }])
    expect((await failuresOf(issue.id)).size).toBe(0)
    await world().send()
    expect(await stateOf(issue.id)).toBe('posted')
    const { lines } = await world().read('goods-issue', issue.id)
    expect(lines[0]!['materialDocument']).not.toBe(issue.materialDocument)
    expect(await world().watchErp()).toBe(0)
    await proven()
  })

  test('is reversed physically if the goods went back', async () => {
    const issue = await postedIssue(await newPlace(world()))
    const theirs = world().erp.cancel(issue.materialDocument, 'MUELLER')!
    await world().watchErp()
    await approveReversal(world(), 'goods-issue', issue.id)
    await world().act('goods-issue', issue.id, 'reversePhysical', { input: { reason: '退回' } })
    expect(await alarmsOf(`${theirs.MaterialDocument}/2026`)).toMatchObject([{ isOpen: false }])
    expect((await world().read('goods-issue', issue.id)).header.state).toBe('reversed')
    await proven()
  })

  test('stays without a posting once its goods are back, whatever the sender still reads of the cancellation', async () => {
    const issue = await postedIssue(await newPlace(world()))
    world().erp.cancel(issue.materialDocument, 'MUELLER')
    await world().watchErp()
    await approveReversal(world(), 'goods-issue', issue.id)
    await world().act('goods-issue', issue.id, 'reversePhysical', { input: { reason: '退回' } })
    expect(await stateOf(issue.id)).toBe('notNeeded')
    await world().send()
    expect(await stateOf(issue.id)).toBe('notNeeded')
    const { lines } = await world().read('goods-issue', issue.id)
    expect(lines.map((line) => line.lineErpState)).toEqual(['notNeeded'])
  })

  test('after its own reversal was refused, the refused one is withdrawn', async () => {
    const issue = await postedIssue(await newPlace(world()))
    world().erp.faults.push('period-closed')
    await approveReversal(world(), 'goods-issue', issue.id)
    await world().act('goods-issue', issue.id, 'reverse')
    await world().send()
    world().erp.cancel(issue.materialDocument, 'MUELLER')
    await world().watchErp()
    expect(await stateOf(issue.id)).toBe('cancelledInErp')
    const open = await world().database.query(
      `select state from erp_posting where document_id = $1 and direction = 'reverse' and state <> 'closed'`,
      [issue.id],
    )
    expect(open).toEqual([{ state: 'posted' }])
    await proven()
  })

  test('while our own reversal is on its way is left to its sender', async () => {
    const issue = await postedIssue(await newPlace(world()))
    await approveReversal(world(), 'goods-issue', issue.id)
    await world().act('goods-issue', issue.id, 'reverse')
    world().erp.cancel(issue.materialDocument, 'MUELLER')
    expect(await world().watchErp()).toBe(0)
    await world().send()
    expect(await stateOf(issue.id)).toBe('reversed')
    await proven()
  })
})

describe('a document that somebody posts in SAP', () => {
  const post = (place: Place, item: Record<string, unknown>, user = 'MUELLER') =>
    world().erp.addDocument(
      { PostingDate: '/Date(1795392000000)/', CreatedByUser: user, MaterialDocumentHeaderText: '' },
      [
        {
          Plant: place.plant,
          StorageLocation: place.storageLocation,
          QuantityInEntryUnit: '10',
          EntryUnit: 'EA',
          ...item,
        },
      ],
    )

  test('in a storage location of ours is told with its goods and person, and resolved when it is cancelled there', async () => {
    const place = await newPlace(world())
    const theirs = post(place, { Material: goods(1)[0]!.materialNo, GoodsMovementType: '201' })
    expect(await world().watchErp()).toBe(1)
    const subject = `${theirs.MaterialDocument}/2026`
    const [alarm] = await alarmsOf(subject)
    expect(alarm).toMatchObject({ kind: 'posted-in-erp', isOpen: true })
    for (const word of ['MUELLER', subject, '201', goods(1)[0]!.materialNo, place.storageLocation])
      expect(alarm!.messageZh).toContain(word)
    expect(alarm!.messageZh).toContain('本系统没有对应的实物移动')
    world().erp.cancel(theirs.MaterialDocument, 'MUELLER')
    expect(await world().watchErp()).toBe(1)
    expect(await alarmsOf(subject)).toMatchObject([{ isOpen: false }])
  })

  test('names the document of ours whose posting it may be', async () => {
    const place = await newPlace(world())
    await stocked(world(), place, goods(1))
    const request = await asked(world(), place, goods(1))
    const issue = await world().create('goods-issue', {
      header: { recipient: '张三' },
      lines: [{ source: { id: request, lineNo: 1 }, quantity: '10', bin: 'A-01' }],
      actionAfterCreate: 'issue',
    })
    const theirs = post(place, { Material: goods(1)[0]!.materialNo, GoodsMovementType: '201' })
    await world().watchErp()
    const [alarm] = await alarmsOf(`${theirs.MaterialDocument}/2026`)
    expect(alarm!.messageZh).toContain(`可能就是 ${issue.docNo} 的过账`)
  })

  test('elsewhere does not concern us', async () => {
    const place = await newPlace(world())
    post({ ...place, storageLocation: 'ZZZZ' }, { Material: 'X', GoodsMovementType: '201' })
    expect(await world().watchErp()).toBe(0)
  })

  test('is not taken for one of ours that the ERP has and whose answer was lost', async () => {
    const place = await newPlace(world())
    const arrival = await accepted(world(), place, goods(1))
    const { id } = await world().create('goods-receipt', {
      header: {},
      lines: [
        { source: { id: arrival, lineNo: 1 }, quantity: '10', stockCategory: 'UU', bin: 'A-01' },
      ],
      actionAfterCreate: 'receive',
    })
    await world().act('goods-receipt', id, 'review')
    world().erp.faults.push('drop-after')
    await world().act('goods-receipt', id, 'post')
    await world().send()
    expect(await world().watchErp()).toBe(0)
  })
})
