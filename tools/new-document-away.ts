import { holderOf } from './new-document-holder.ts'
import type { Away, FurtherPage, NewDocument } from './new-document-type.ts'
import { doing } from './new-document-verbs.ts'

// The files of a document whose goods go away and come back: held on approval, sent to a place where somebody has them,
// and returned all at once or in parts.

type AwayDocument = NewDocument & { away: Away }

const quoted = (text: string): string => text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")

/** The declaration. */
// oxlint-disable-next-line max-lines-per-function -- one file, in the order in which it is read
export function awayDeclarationText(document: AwayDocument): string {
  const { area, name, identifier, zh, en, about, prefix, page, furtherPages, away, loss } = document
  const { holder, holderZh, holderEn, sendZh, sendEn, backZh, backEn } = away
  const { sentEn, returnedEn, holderMaster } = away
  const inSentence = returnedEn.charAt(0).toLowerCase() + returnedEn.slice(1)
  const stepPages = furtherPages.filter(({ kind }) => kind === 'step')
  const steps = stepPages.length
  const pages = furtherPages.map((one) =>
    pageText(one, holder, stepOf(stepPages, one), loss !== undefined),
  )
  const holderField =
    holderMaster === undefined
      ? `text(label('${holderZh}', '${quoted(holderEn)}'), { required: true, lengthMax: 60, isRemembered: true, width: 160 })`
      : `reference(label('${holderZh}', '${quoted(holderEn)}'), '${holderMaster}', { required: true, isRemembered: true, width: 160 })`
  const lossy = (text: string): string => (loss === undefined ? '' : text)
  return `import { defineDocument, state } from '../document/declare/define-document.ts'
import { date, reference${holderMaster === undefined ? ', text' : ''} } from '../document/declare/field.ts'
import { placeFields, unrestrictedStock } from '../document/declare/goods-place.ts'
import { inParts } from '../document/declare/in-parts.ts'
import { label } from '../document/declare/label.ts'
import { keptReason, reasonsOfReversal } from '../document/declare/reason.ts'
import { cancelAction, cancelledState, submissionLifecycle } from '../document/declare/submission-lifecycle.ts'

// 退回 is a refusal here, because what comes back is the goods.
const submission = submissionLifecycle({
  refuse: { label: label('退回', 'Refuse'), returned: label('已退回', 'Refused') },
})

/** What comes back, all at once or in parts. */
export const ${identifier}Return = inParts({
  open: ['awayQuantity', label('在外数量', 'Away')],
  done: ['returnedQuantity', label('已${backZh}数量', '${quoted(returnedEn)}')],
  given: ['quantityBack', label('本次数量', 'Quantity now')],
${lossy(`  // The document of losses says so.
  missing: ['missingQuantity', label('未归数量', 'Missing')],
`)}  states: { none: 'sent', part: 'partlyReceived', all: 'received' },
})

/** ${en} ${zh}: ${about}. */
export const ${identifier} = defineDocument({
  name: '${name}',
  area: '${area}',
  label: label('${zh}', '${quoted(en)}'),
  prefix: '${prefix}',
  header: {
    ...placeFields,
    ${holder}: ${holderField},
    dueDate: date(label('应还日期', 'Due date'), { required: true, isNotPast: true, width: 110 }),
  },
  lines: {
    ...unrestrictedStock.lines,
    ...${identifier}Return.lines,
    returnBin: reference(label('${backZh}货位', 'Return bin'), 'bin', { by: 'server', width: 120 }),
  },
  relabel: { docNo: label('${zh}号', '${quoted(en)}'), quantity: label('${sendZh}数量', 'Quantity') },
  states: {
    ...submission.states,
    /** The goods are away, all of them. */
    sent: state(label('已${sendZh}', '${quoted(sentEn)}'), 'active'),
    partlyReceived: state(label('部分${backZh}', 'Partly ${quoted(inSentence)}'), 'partial'),
    received: state(label('已${backZh}', '${quoted(returnedEn)}'), 'done'),
    ...cancelledState,
  },
  ...submission.entry,
  stockLines: { ...unrestrictedStock.stockLines, isOncePerStock: true },
  due: { by: 'dueDate', states: ['approved', 'sent', 'partlyReceived'], escalatesTo: 'approve' },
  actions: {
    ...submission.actions,
    send: { label: label('${sendZh}', '${quoted(sendEn)}'), from: ['approved'], to: 'sent', isPreviewed: true },
    takeBackSending: {
      label: label('撤回${sendZh}', 'Take back the ${quoted(doing(sendEn))}'),
      from: ['sent'],
      to: 'approved',
      isPreviewed: true,
      isDangerous: true,
      isUndo: true,
      input: keptReason('takeBackReason', label('撤回原因', 'Reason of taking back'), reasonsOfReversal),
    },
    receive: {
      label: label('${backZh}', '${quoted(backEn)}'),
      ...${identifier}Return.enter,
      lineInput: {
        ...${identifier}Return.enter.lineInput,
        returnBin: reference(label('${backZh}货位', 'Return bin'), 'bin', { required: true, width: 120 }),
      },
      lineDefaults: { ...${identifier}Return.enter.lineDefaults, returnBin: 'bin' },
    },
    takeBackReceipt: {
      label: label('撤回${backZh}', 'Take back the ${quoted(doing(backEn))}'),
      ...${identifier}Return.takeBack,
      input: keptReason('takeBackReason', label('撤回原因', 'Reason of taking back'), reasonsOfReversal),
    },
${lossy(`    settleLoss: { label: label('登记损失', 'Settle the loss'), ...${identifier}Return.missing.settle },
    reopenLoss: { label: label('撤销损失', 'Reopen the loss'), ...${identifier}Return.missing.reopen },
`)}    cancel: cancelAction({ from: ['draft', 'returned', 'submitted', 'approved'] }),
  },
  refusals: ['stock-short'${lossy(", 'successor-stands'")}],
  pages: {
    '${page}': {
      kind: 'maintain',
      states: ['draft', 'returned', 'submitted', 'approved', 'sent', 'partlyReceived'],
      actions: ['submit', 'cancel'${steps === 0 ? ", 'approve', 'refuse', 'send', 'receive', 'takeBackReceipt', 'takeBackSending'" : ''}],
      filters: ['docNo', 'state', '${holder}', 'dueDate', 'storageLocation', 'createdAt'],
    },
${pages.join('')}  },
})
`
}

type StepKind = 'all' | 'approve' | 'move' | 'open'

/** Of several steps the first approves, the second sends and receives; what is done on others somebody says. */
function stepOf(stepPages: readonly FurtherPage[], page: FurtherPage): StepKind {
  if (stepPages.length === 1) return 'all'
  const kinds: readonly StepKind[] = ['approve', 'move']
  return kinds[stepPages.indexOf(page)] ?? 'open'
}

/** The entry of a further page. */
function pageText(
  { path, kind }: FurtherPage,
  holder: string,
  step: StepKind,
  hasLoss: boolean,
): string {
  const moves = "'send', 'receive', 'takeBackReceipt', 'takeBackSending'"
  const ofStep = {
    all: `states: ['submitted', 'approved', 'sent', 'partlyReceived', 'received'], actions: ['approve', 'refuse', ${moves}]`,
    approve: "states: ['submitted'], actions: ['approve', 'refuse']",
    move: `states: ['approved', 'sent', 'partlyReceived', 'received'], actions: [${moves}]`,
    open: 'states: [], actions: []',
  }
  const has = {
    create:
      "actionAfterCreate: 'submit', sourceFilters: ['plant', 'storageLocation', 'bin', 'materialGroup', 'materialNo', 'batch']",
    maintain: "states: ['draft', 'returned'], actions: ['submit', 'cancel']",
    step: `${ofStep[step]}, filters: ['docNo', 'state', '${holder}', 'dueDate', 'storageLocation']`,
    query: `level: 'line', filters: ['docNo', 'state', '${holder}', 'materialNo', 'dueDate', 'createdAt'], columns: ['docNo', 'lineNo', 'state', 'materialNo', 'description', 'quantity', 'awayQuantity', 'returnedQuantity', ${hasLoss ? "'missingQuantity', " : ''}'${holder}', 'dueDate', 'bin', 'batch', 'returnBin', 'plant', 'storageLocation', 'createdAt']`,
  }
  return `    '${path}': { kind: '${kind}', ${has[kind]} },\n`
}

/** The effects. */
export function awayEffectsText({
  area,
  name,
  identifier,
  zh,
  en,
  away,
  loss,
}: AwayDocument): string {
  const takingBack =
    loss === undefined
      ? `function takeBackSending(context: Context<'takeBackSending'>): void {`
      : `async function takeBackSending(context: Context<'takeBackSending'>): Promise<void> {
  const [standing] = await context.successors()
  if (standing) throw context.refuse('successor-stands', { by: standing.docNo })`
  const told =
    loss === undefined ? '' : ', settleLoss: back.settleMissing, reopenLoss: back.reopenMissing'
  return `import { ${identifier}, ${identifier}Return } from '@kufang/contract/${area}/${name}.ts'
import { refuseAll } from '@kufang/kernel/refusal.ts'
import { effectsFor, type ContextOf } from '../document/effects/effects.ts'
import { partsOf } from '../document/act/in-parts.ts'
import { holdingEffects } from '../document/act/shared-effects.ts'
import { problemsOfFilledBins, stockOfLine } from '../document/draft/stock-lines.ts'

// ${en} ${zh}: the goods are held on approval, sent away, and come back. While they are away they are stock of their
// storage location without a bin, so that the ERP sees no movement.

type Context<N extends string> = ContextOf<typeof ${identifier}, N>

const back = partsOf(${identifier}, ${identifier}Return.parts)

/** The goods of a line while they are away. */
const awayOf = (document: Context<'send'>['document'], line: Context<'send'>['lines'][number]) =>
  stockOfLine(document, line, { place: '${away.place}', placeReference: document.${away.holder}, bin: '' })

async function send(context: Context<'send'>): Promise<void> {
  const { document, lines, move } = context
  for (const line of lines) {
    const { lineNo, quantity } = line
    // Consumed instead of released: the reversal of the movements holds the goods again.
    const consumesHold = { kind: 'reservation', documentType: '${name}', documentId: document.id, lineNo } as const
    await move({ lineNo, from: stockOfLine(document, line), to: awayOf(document, line), quantity, consumesHold })
  }
  back.begin(context)
}

${takingBack}
  context.reverseMoves()
  back.clear(context)
}

/** Puts what came back into the bins that are named. */
async function receive(context: Context<'receive'>): Promise<void> {
  const { tx, today, document, move, setLine } = context
  const came = back.enter(context)
  const filled = came.map(({ line, given }) => ({ ...line, ...given }))
  const problems = await problemsOfFilledBins(tx, today, document, filled, 'returnBin')
  if (problems.length > 0) throw refuseAll(problems)
  for (const { lineNo, line, given, quantity } of came) {
    const to = stockOfLine(document, line, { bin: given.returnBin })
    await move({ lineNo, from: awayOf(document, line), to, quantity })
    setLine(lineNo, { returnBin: given.returnBin })
  }
}

/** A line of which nothing is back has no bin for it. */
function takeBackReceipt(context: Context<'takeBackReceipt'>): void {
  for (const lineNo of back.takeBack(context)) context.setLine(lineNo, { returnBin: null })
}

export const ${identifier}Effects = effectsFor(${identifier}, {
  actions: { ...holdingEffects, send, takeBackSending, receive, takeBackReceipt${told} },
})
`
}

/** The journey. */
export function awayJourneyText({
  area,
  name,
  identifier,
  zh,
  en,
  job,
  away,
}: AwayDocument): string {
  const approver = job === 'shiftLeader' ? 'storekeeper' : 'shiftLeader'
  return `import { ${identifier} } from '@kufang/contract/${area}/${name}.ts'
import { addDays } from '@kufang/kernel/local-date.ts'
import { journeyOf, type ActedLine } from '../document/journey/journey.ts'

/** The remark of lines of which one piece comes back first, the rest later. */
const inParts = '分批${away.backZh}'

const cameBack = ({ lineRemark, returnedQuantity, awayQuantity }: ActedLine) =>
  lineRemark === inParts && returnedQuantity === '0' ? '1' : (awayQuantity as string)

const approved = ['submit', 'approve'] as const
const sent = [...approved, 'send'] as const

/** ${en} ${zh}: approved, sent, and back all at once or in parts. */
export const ${identifier}Journey = journeyOf(${identifier}, {
  start: {
    by: '${job}',
    needsStock: true,
    request: ({ lines, ground, course }) => ({
      header: {
        plant: ground.plant,
        storageLocation: ground.storageLocation,
        ${away.holder}: ${holderOf(away).entered},
        dueDate: addDays(ground.today, 20),
      },
      lines: lines.map(({ materialNo, quantity, bin, batch }) => ({
        materialNo,
        quantity,
        bin: bin ?? ground.bin,
        ...(batch ? { batch } : {}),
        ...(course === 'inParts' ? { lineRemark: inParts } : {}),
      })),
    }),
  },
  acts: {
    submit: { by: '${job}' },
    approve: { by: '${approver}', goods: 'holds' },
    refuse: { by: '${approver}', input: { reason: '资料不全' } },
    send: { by: '${job}', goods: 'moves' },
    takeBackSending: { by: '${job}', input: { reason: '重复办理' }, goods: 'undoes' },
    receive: {
      by: '${job}',
      // Into another bin than they left, so that it shows which of them counts.
      lines: (line, ground) => ({
        quantityBack: cameBack(line),
        returnBin: ground.otherBin === '' ? line['bin'] : ground.otherBin,
      }),
      goods: 'moves',
      goodsQuantity: cameBack,
    },
    takeBackReceipt: {
      by: '${job}',
      input: { reason: '数量录入错误' },
      lines: () => ({ quantityBack: '1' }),
      goods: 'undoesPart',
    },
    cancel: { by: '${job}', input: { reason: '录入错误' }, goods: 'releases' },
  },
  reaches: {
    submitted: ['submit'],
    returned: ['submit', 'refuse'],
    approved,
    sent,
    partlyReceived: { course: 'inParts', steps: [...sent, 'receive'] },
    received: [...sent, 'receive'],
    cancelled: [...approved, 'cancel'],
  },
})
`
}
