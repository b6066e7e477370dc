import type { Away, Loss, NewDocument } from './new-document-type.ts'

// The files of a document about what does not come back of goods that go away: reported by one person, approved by another,
// posted, and reversed by itself. What is damaged goes to a bin, as blocked stock, and what is lost is scrapped.

type LossyDocument = NewDocument & { away: Away; loss: Loss }

const quoted = (text: string): string => text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")

/** The four files of the document of losses. */
export function lossTextsOf(document: LossyDocument) {
  return {
    declaration: declarationText(document),
    effects: effectsText(document),
    journey: journeyText(document),
    test: testText(document),
  }
}

// oxlint-disable-next-line max-lines-per-function -- one file, in the order in which it is read
function declarationText({ area, name, zh, en, away, loss }: LossyDocument): string {
  const { holder, holderZh, holderEn, holderMaster, backZh, backEn } = away
  const { pages } = loss
  const holderField =
    holderMaster === undefined
      ? `text(label('${holderZh}', '${quoted(holderEn)}'), { by: 'source', required: true, width: 160 })`
      : `reference(label('${holderZh}', '${quoted(holderEn)}'), '${holderMaster}', { by: 'source', required: true, width: 160 })`
  return `import { copiedGoods } from '../document/declare/common-fields.ts'
import { defineDocument } from '../document/declare/define-document.ts'
import { choice, reference, text } from '../document/declare/field.ts'
import { label } from '../document/declare/label.ts'
import { postingLifecycle } from '../document/declare/posting-lifecycle.ts'
import { numberedPieces } from '../document/declare/serial-numbers.ts'
import { submissionLifecycle } from '../document/declare/submission-lifecycle.ts'

const submission = submissionLifecycle()
const posting = postingLifecycle({ from: ['approved'], notBy: ['create', 'submit', 'approve'] })

/**
 * ${loss.en} ${loss.zh}: what of ${zh} ${en} comes back damaged or not at all (${backZh} ${backEn}). Reported by one person and
 * approved by another; then what is damaged lies in a bin, as blocked stock (344), and what is lost is scrapped (551). A document
 * of its own, because a reversal undoes a document as a whole. SAP: scrapping.
 */
export const ${loss.identifier} = defineDocument({
  name: '${loss.name}',
  area: '${area}',
  label: label('${loss.zh}', '${quoted(loss.en)}'),
  prefix: '${loss.prefix}',
  posts: true,
  header: {
    ${holder}: ${holderField},
    ...submission.header,
    ...posting.header,
  },
  lines: {
    batch: text(label('批次', 'Batch'), { code: 'capitals', by: 'source', width: 110 }),
    finding: choice(
      label('损失情况', 'Finding'),
      { damaged: label('损坏', 'Damaged'), lost: label('丢失', 'Lost') },
      { required: true, width: 90 },
    ),
    // Where what is damaged lies.
    bin: reference(label('损坏品货位', 'Bin of damaged goods'), 'bin', { width: 120 }),
    ...numberedPieces,
  },
  relabel: {
    docNo: label('${loss.zh}号', '${quoted(loss.en)}'),
    quantity: label('损失数量', 'Quantity lost'),
    sourceNo: label('${zh}', '${quoted(en)}'),
  },
  states: { ...submission.states, ...posting.states },
  ...submission.entry,
  source: {
    document: '${name}',
    states: ['sent', 'partlyReceived'],
    header: ['companyCode', 'plant', 'storageLocation', '${holder}'],
    lines: [...copiedGoods, 'batch', 'serialNumbers'],
    holdingStates: ['draft', 'returned', 'submitted'],
    // What is away; what is settled was taken of the line, too.
    limitedBy: ['awayQuantity', 'missingQuantity'],
  },
  actions: { ...submission.actions, ...posting.actions },
  refusals: posting.refusals,
  pages: {
    '${pages.create.path}': {
      kind: 'create',
      isOptional: true,
      actionAfterCreate: 'submit',
      sourceFilters: ['docNo', '${holder}', 'materialNo', 'batch', 'storageLocation'],
    },
    '${pages.maintain.path}': {
      kind: 'maintain',
      states: ['draft', 'returned', 'submitted'],
      actions: ['submit'],
      filters: ['docNo', 'state', '${holder}', 'storageLocation', 'createdAt'],
    },
    '${pages.approval.path}': {
      kind: 'step',
      states: ['submitted', 'reversalRequested'],
      actions: ['approve', 'refuse', 'approveReversal', 'refuseReversal'],
      filters: ['docNo', 'state', '${holder}', 'storageLocation', 'createdAt'],
    },
    ...posting.pages({
      filters: ['${holder}', 'plant', 'storageLocation', 'createdAt'],
      post: '${pages.posting.path}',
    }),
    '${pages.reversal.path}': {
      kind: 'step',
      states: ['approved', 'reversalRequested', 'reversalApproved'],
      actions: ['requestReversal', 'reverse', 'reversePhysical'],
      filters: ['docNo', 'state', 'erpState', '${holder}', 'storageLocation'],
    },
    '${pages.search.path}': {
      kind: 'query',
      level: 'line',
      filters: ['docNo', 'state', '${holder}', 'materialNo', 'finding', 'createdAt'],
      columns: ['docNo', 'lineNo', 'state', 'erpState', 'materialNo', 'description', 'quantity', 'unit', 'finding', 'bin', 'batch', '${holder}', 'sourceNo', 'plant', 'storageLocation', 'materialDocument', 'createdByName', 'createdAt'],
    },
  },
})
`
}

// oxlint-disable-next-line max-lines-per-function -- one file, in the order in which it is read
function effectsText({
  area,
  name,
  identifier,
  away: { place, holder },
  loss,
}: LossyDocument): string {
  return `import { ${loss.identifier} } from '@kufang/contract/${area}/${loss.name}.ts'
import { ${identifier}, ${identifier}Return } from '@kufang/contract/${area}/${name}.ts'
import { addAll } from '@kufang/kernel/add-all.ts'
import { refuseAll } from '@kufang/kernel/refusal.ts'
import {
  effectsFor,
  type ContextOf,
  type PrefillOf,
  type SaveContext,
} from '../document/effects/effects.ts'
import { partsOf } from '../document/act/in-parts.ts'
import { postingEffects } from '../document/act/shared-effects.ts'
import { problemsOfFilledBins, stockOfLine } from '../document/draft/stock-lines.ts'
import { stockKey, type StockKey } from '../ledger/public.ts'

// ${loss.en} ${loss.zh}: with the approval the goods leave their holder, for the blocked stock of a bin or for good. The reversal
// brings them back to the holder, who then has them as before.

type Context<N extends string> = ContextOf<typeof ${loss.identifier}, N>
type Named = Readonly<Record<string, unknown>>

const away = partsOf(${identifier}, ${identifier}Return.parts)

const isDamaged = ({ finding }: { finding?: string | null }): boolean => finding === 'damaged'

/** The goods of a line with their holder. */
const awayOf = (document: Named, line: Named): StockKey =>
  stockOfLine(document, line, { place: '${place}', placeReference: String(document['${holder}']), bin: '' })

/** No more is lost than is away, and what is damaged has a bin. */
async function beforeSave({ tx, today, header, lines, problem }: SaveContext<typeof ${loss.identifier}>) {
  const problems = away.problemsBeyond(${loss.identifier}, lines)
  const damaged = lines.map(({ line }) => line).filter(isDamaged)
  const { zh, en } = ${loss.identifier}.lines.bin.label
  for (const { lineNo, bin } of damaged)
    if (!bin) problems.push(problem('field-required', { field: zh, fieldEn: en }, lineNo, 'bin'))
  addAll(problems, await problemsOfFilledBins(tx, today, header, damaged, 'bin'))
  if (problems.length > 0) throw refuseAll(problems)
}

const prefill = ({ tx, sources }: PrefillOf<typeof ${loss.identifier}>) =>
  away.propose(tx, sources, (source) => awayOf(source, source))

/** Tells each document that sent the goods what of its lines does not come back, or is away again. */
async function tell(
  { document, documents, lines }: Pick<Context<'approve'>, 'document' | 'documents' | 'lines'>,
  action: 'settleLoss' | 'reopenLoss',
): Promise<void> {
  for (const one of away.bySource(lines))
    await documents.act('${name}', document.companyCode, one.id, action, { lines: one.lines })
}

async function approve(context: Context<'approve'>): Promise<void> {
  const { tx, today, document, lines, move } = context
  const problems = await problemsOfFilledBins(tx, today, document, lines.filter(isDamaged), 'bin')
  if (problems.length > 0) throw refuseAll(problems)
  await tell(context, 'settleLoss')
  const { companyCode, plant } = document
  for (const line of lines) {
    const { lineNo, materialNo, quantity } = line
    const to = isDamaged(line)
      ? stockOfLine(document, line, { stockCategory: 'BL' })
      : stockKey({ companyCode, place: 'scrap', plant, materialNo })
    await move({ lineNo, from: awayOf(document, line), to, quantity })
  }
}

const posting = postingEffects(${loss.identifier})

export const ${loss.identifier}Effects = effectsFor(${loss.identifier}, {
  actions: {
    ...posting,
    approve,
    async reversePhysical(context) {
      await posting.reversePhysical(context)
      context.afterwards(() => tell(context, 'reopenLoss'))
    },
  },
  beforeSave,
  prefill,
})
`
}

function journeyText({ area, name, job, loss }: LossyDocument): string {
  const approver = job === 'shiftLeader' ? 'storekeeper' : 'shiftLeader'
  return `import { ${loss.identifier} } from '@kufang/contract/${area}/${loss.name}.ts'
import { journeyOf } from '../document/journey/journey.ts'
import { postingJourney } from '../document/journey/posting-journey.ts'

const approved = ['submit', 'approve'] as const
const posting = postingJourney({ moved: approved, physical: { by: '${job}' } })

/** ${loss.en} ${loss.zh}: every other line is damaged, the rest is lost; reported, approved by another person, and posted. */
export const ${loss.identifier}Journey = journeyOf(${loss.identifier}, {
  start: {
    by: '${job}',
    from: { document: '${name}', steps: ['submit', 'approve', 'send'] },
    request: ({ lines, ground, proposed }) => ({
      header: proposed.header,
      lines: lines.map(({ source, quantity }, index) => ({
        ...proposed.lines[index],
        source: source!,
        quantity,
        // Into another bin than they left, so that it shows which of them counts.
        ...(index % 2 === 0
          ? { finding: 'damaged', bin: ground.otherBin || ground.bin }
          : { finding: 'lost' }),
      })),
    }),
  },
  acts: {
    submit: { by: '${job}' },
    approve: { by: '${approver}', goods: 'moves' },
    refuse: { by: '${approver}', input: { reason: '资料不全' } },
    ...posting.acts,
  },
  reaches: {
    submitted: ['submit'],
    returned: ['submit', 'refuse'],
    approved,
    ...posting.reaches,
  },
  milestones: posting.milestones,
  books: posting.books,
})
`
}

/** The test: the conformance suite, and the sentences of the trade that hold for every such document. */
// oxlint-disable-next-line max-lines-per-function -- one file, in the order in which it is read
function testText({ name, away, loss }: LossyDocument): string {
  return `import { describe, expect, test } from 'vitest'
import { testConformance } from '../document/conformance/conformance.ts'
import { goods, newPlace, type Place } from '../document/testing/ground.ts'
import { materials } from '../document/testing/small-company.ts'
import { approveReversal, expectRefused, tradeOf, useWorld } from '../document/testing/trade.ts'

testConformance('${loss.name}')

describe('${loss.zh}: what comes back damaged or not at all', () => {
  const world = useWorld()
  const sending = tradeOf(world, '${name}')
  const trade = tradeOf(world, '${loss.name}')
  const reason = { reason: '数量录入错误' }

  /** Ten pieces of one line are away. */
  const sent = async () => {
    const place = await newPlace(world())
    return { place, id: await sending.make(place, 'sent', goods(1)) }
  }
  const report = (place: Place, id: string, ...lines: { quantity: string; finding: string; bin?: string }[]) =>
    world().create('${loss.name}', {
      companyCode: place.companyCode,
      header: {},
      lines: lines.map((line) => ({ ...line, source: { id, lineNo: 1 } })),
      actionAfterCreate: 'submit',
    })
  const back = (id: string, quantityBack: string) =>
    sending.act(id, 'receive', { lines: [{ lineNo: 1, quantityBack, returnBin: 'A-01' }] })
  const of = async (id: string) => {
    const [away] = await sending.column(id, 'awayQuantity')
    const [missing] = await sending.column(id, 'missingQuantity')
    return { state: (await sending.header(id)).state, away, missing }
  }
  const where = (place: Place) =>
    world().database.query(
      \`select place, bin, stock_category, quantity from stock_balance
       where storage_location = $1 and material_no = $2 and quantity > 0 order by place, bin\`,
      [place.storageLocation, materials.valve],
    )

  test('approved by another person, what is damaged is blocked in the bin that is named, what is lost is scrapped, and the rest comes back', async () => {
    const { place, id } = await sent()
    const loss = await report(
      place,
      id,
      { quantity: '3', finding: 'damaged', bin: 'X-01' },
      { quantity: '2', finding: 'lost' },
    )
    const { acts } = await trade.header(loss.id)
    expect(await of(id)).toEqual({ state: 'sent', away: '10', missing: '0' })
    await expectRefused(world(), () => sending.act(id, 'takeBackSending', { input: reason }), [
      { code: 'successor-stands' },
    ])
    await expectRefused(world(), () => trade.actAs(acts['submit']!.userId, loss.id, 'approve'), [
      { code: 'separation-of-duties' },
    ])
    await trade.act(loss.id, 'approve')
    expect(await of(id)).toEqual({ state: 'partlyReceived', away: '5', missing: '5' })
    expect(await where(place)).toEqual([
      { place: '${away.place}', bin: '', stockCategory: 'UU', quantity: '5' },
      { place: 'stock', bin: 'A-01', stockCategory: 'UU', quantity: '5' },
      { place: 'stock', bin: 'X-01', stockCategory: 'BL', quantity: '3' },
    ])
    await trade.act(loss.id, 'post')
    await world().send()
    const posted = await world().database.query<{ postingKey: string }>(
      'select posting_key from erp_posting where document_id = $1 order by sequence',
      [loss.id],
    )
    const items = posted.flatMap(({ postingKey }) => world().erp.withKey(postingKey)).flatMap((one) => one.items)
    expect(items.map((item) => item['GoodsMovementType'])).toEqual(['344', '551'])
    await back(id, '5')
    expect(await of(id)).toEqual({ state: 'received', away: '0', missing: '5' })
    await sending.act(id, 'takeBackReceipt', { input: reason, lines: [{ lineNo: 1, quantityBack: '5' }] })
    expect(await of(id)).toEqual({ state: 'partlyReceived', away: '5', missing: '5' })
    await trade.proven()
  })

  test('no more is lost than is away, also if it came back meanwhile, and what is damaged has a bin', async () => {
    const { place, id } = await sent()
    await expectRefused(world(), () => report(place, id, { quantity: '3', finding: 'damaged' }), [
      { code: 'field-required', line: 1, field: 'bin' },
    ])
    await back(id, '4')
    const two = { quantity: '4', finding: 'lost' }
    await expectRefused(world(), () => report(place, id, two, two), [
      { code: 'quantity-beyond-line', line: 2, field: 'quantity' },
    ])
    const loss = await report(place, id, { quantity: '6', finding: 'lost' })
    await back(id, '1')
    await expectRefused(world(), () => trade.act(loss.id, 'approve'), [{ code: 'quantity-beyond-line' }])
  })

  test('reversed after its posting they are away again, and the sending can be taken back', async () => {
    const { place, id } = await sent()
    const loss = await report(place, id, { quantity: '10', finding: 'lost' })
    await trade.act(loss.id, 'approve')
    expect(await of(id)).toEqual({ state: 'received', away: '0', missing: '10' })
    await trade.act(loss.id, 'post')
    await world().send()
    await approveReversal(world(), '${loss.name}', loss.id)
    await trade.act(loss.id, 'reverse')
    await world().send()
    await trade.act(loss.id, 'reversePhysical')
    expect(await of(id)).toEqual({ state: 'sent', away: '10', missing: '0' })
    await sending.act(id, 'takeBackSending', { input: reason })
    expect(await where(place)).toEqual([{ place: 'stock', bin: 'A-01', stockCategory: 'UU', quantity: '15' }])
    await trade.proven()
  })
})
`
}
