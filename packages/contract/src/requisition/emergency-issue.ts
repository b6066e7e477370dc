import { defineDocument, state } from '../document/declare/define-document.ts'
import { date, quantity, reference, text } from '../document/declare/field.ts'
import { placeFields, unrestrictedStock } from '../document/declare/goods-place.ts'
import { label } from '../document/declare/label.ts'
import { keptReason } from '../document/declare/reason.ts'
import { numberedPieces } from '../document/declare/serial-numbers.ts'
import { dangerousGoods } from '../masters/dangerous-goods.ts'
import { gatePassage } from './gate-passage.ts'

const causes = [
  label('装置紧急停工抢修', 'Emergency repair of a unit that stopped'),
  label('设备泄漏处理', 'Leak of an equipment'),
  label('安全环保应急', 'Safety or environmental emergency'),
] as const

const reasonsOfReturn = [
  label('未使用，退回', 'Returned unused'),
  label('录入错误', 'Entered wrongly'),
] as const

/**
 * Emergency issue 紧急出库单: goods leave at once, without a requisition; the paper comes later (补单, spec domain.md 0.4 and
 * 1.3). The unit that has the goods answers for them until its requisition is approved: until then the ERP still sees them in
 * the storage location, and the working days for the paper are a business parameter.
 */
export const emergencyIssue = defineDocument({
  name: 'emergency-issue',
  area: 'requisition',
  label: label('紧急出库单', 'Emergency issue'),
  prefix: 'JC',
  header: {
    ...placeFields,
    pickingUnit: reference(label('领料单位', 'Picking unit'), 'picking-unit', {
      required: true,
      isRemembered: true,
      width: 140,
    }),
    requester: reference(label('领料人', 'Requester'), 'requester', {
      required: true,
      within: ['pickingUnit'],
      isSigner: true,
      width: 110,
    }),
    cause: text(label('紧急原因', 'Cause'), {
      required: true,
      lengthMax: 200,
      suggestions: causes,
      width: 180,
    }),
    gatePassNo: text(label('放行条号', 'Gate pass no.'), { lengthMax: 40, width: 130 }),
    // Once, by the guard.
    ...gatePassage,
    supplementDueDate: date(label('补单期限', 'Paper due'), { by: 'server', width: 100 }),
  },
  lines: {
    ...unrestrictedStock.lines,
    // What is known of dangerous goods, for who takes them and who checks the paper.
    hazardClass: dangerousGoods.lines.hazardClass,
    safetySheetNo: dangerousGoods.lines.safetySheetNo,
    safetySheetValidTo: dangerousGoods.lines.safetySheetValidTo,
  },
  relabel: {
    docNo: label('紧急出库单号', 'Emergency issue'),
    quantity: label('发出数量', 'Issued quantity'),
    doneQuantity: label('已补单数量', 'Papered'),
    openQuantity: label('待补单数量', 'To be papered'),
    closedQuantity: label('已退回数量', 'Taken back'),
  },
  states: {
    draft: state(label('草稿', 'Draft'), 'draft'),
    awaiting: state(label('待补单', 'Awaiting its paper'), 'late'),
    partlySupplemented: state(label('部分补单', 'Partly papered'), 'partial'),
    supplemented: state(label('已补单', 'Papered'), 'done'),
    takenBack: state(label('已退回', 'Taken back'), 'undone'),
  },
  initial: 'draft',
  editable: ['draft'],
  progressStates: { none: 'awaiting', partial: 'partlySupplemented', all: 'supplemented' },
  due: {
    by: 'supplementDueDate',
    states: ['awaiting', 'partlySupplemented'],
    escalatesTo: 'takeBack',
    holdsMonth: { quantity: 'openQuantity' },
  },
  stockLines: unrestrictedStock.stockLines,
  actions: {
    issue: {
      label: label('紧急出库', 'Issue at once'),
      from: ['draft'],
      to: 'awaiting',
      isPreviewed: true,
      handsOver: { signer: 'requester', beforePaper: true },
      aloneBecause: label(
        '紧急时货物先出；在领料单位补单、单位主管批准之前不消耗、不过账，逾期升级',
        'Goods of an emergency leave first; nothing is consumed or posted before the unit has handed in its paper and its head has approved it, and overdue papers are escalated',
      ),
    },
    // The guard at the gate, by the QR code of the printed issue: who gave the goods out does not also let them pass.
    passGate: {
      label: label('放行', 'Let pass'),
      from: ['awaiting', 'partlySupplemented', 'supplemented'],
      to: null,
      notBy: ['create', 'issue'],
      isOptional: true,
    },
    // What one person gives out and takes back himself would leave with nobody else knowing of it.
    takeBack: {
      label: label('退回库存', 'Take back into stock'),
      from: ['awaiting', 'partlySupplemented'],
      notBy: ['create', 'issue'],
      // Of what has no paper all or a part; the paper of the rest follows.
      to: null,
      isPreviewed: true,
      isDangerous: true,
      isUndo: true,
      input: keptReason('takeBackReason', label('退回原因', 'Reason'), reasonsOfReturn),
      lineInput: {
        returnedQuantity: quantity(label('退回数量', 'Taken back'), { required: true }),
        ...numberedPieces,
      },
      lineDefaults: { returnedQuantity: 'freeQuantity' },
      lineLimits: { returnedQuantity: 'freeQuantity' },
    },
  },
  refusals: [
    'successor-stands',
    'nothing-taken-back',
    'batch-expired',
    'picking-unit-outside',
    'requester-self',
    'gate-pass-used',
  ],
  pages: {
    '/shippingManagement/urgencyDelivery': {
      kind: 'create',
      isAtHand: true,
      actionAfterCreate: 'issue',
      sourceFilters: ['plant', 'storageLocation', 'materialNo', 'bin', 'batch', 'materialGroup'],
    },
    // What still waits for its paper, the most urgent first.
    '/shippingManagement/shippingSupplement': {
      kind: 'step',
      states: ['awaiting', 'partlySupplemented'],
      actions: ['takeBack'],
      filters: ['docNo', 'state', 'pickingUnit', 'supplementDueDate', 'storageLocation'],
    },
    // The list shows what waits for its paper; by its QR code what has it passes too.
    '/shippingManagement/gateCheck': {
      kind: 'screen',
      states: ['awaiting', 'partlySupplemented'],
      actions: ['passGate'],
      filters: ['docNo', 'gatePassNo', 'requester', 'pickingUnit', 'gatePassedAt'],
      columns: [
        'docNo',
        'state',
        'gatePassNo',
        'requester',
        'pickingUnit',
        'gatePassedAt',
        'gatePassedByName',
        'createdAt',
      ],
    },
    '/shippingManagement/outRecode': {
      kind: 'query',
      level: 'line',
      filters: ['docNo', 'state', 'pickingUnit', 'materialNo', 'supplementDueDate', 'createdAt'],
    },
  },
})
