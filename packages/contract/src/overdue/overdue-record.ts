import { copiedGoods } from '../document/declare/common-fields.ts'
import { defineDocument, state } from '../document/declare/define-document.ts'
import {
  choice,
  date,
  flag,
  integer,
  kept,
  money,
  quantity,
  reference,
  text,
} from '../document/declare/field.ts'
import { optionalStorageLocation } from '../document/declare/goods-place.ts'
import { label } from '../document/declare/label.ts'
import { keptReason } from '../document/declare/reason.ts'

/** Why the goods are late, as the supplier says. */
const overdueReasons = {
  production: label('生产延误', 'Production delayed'),
  materials: label('原材料短缺', 'Raw materials short'),
  rework: label('质量返工', 'Rework for quality'),
  transport: label('运输延误', 'Transport delayed'),
  customs: label('清关延误', 'Customs delayed'),
  drawings: label('图纸或技术要求未确认', 'Drawings or requirements not confirmed'),
  payment: label('预付款未到', 'Advance payment missing'),
  notCalled: label('买方要求暂缓', 'Postponed by the buyer'),
  forceMajeure: label('不可抗力', 'Force majeure'),
  other: label('其他', 'Other'),
} as const

/** Who is responsible for the delay, as the buyer decides. A penalty is due from the supplier only. */
const responsibleParties = {
  supplier: label('供应商', 'Supplier'),
  buyer: label('采购部门', 'Purchasing'),
  warehouse: label('仓库', 'Warehouse'),
  user: label('使用单位', 'Using unit'),
  carrier: label('承运商', 'Carrier'),
  forceMajeure: label('不可抗力', 'Force majeure'),
} as const

export type ResponsibleParty = keyof typeof responsibleParties

/** Why a record is closed although not everything has arrived. */
const closingCauses = {
  orderEnded: label('订单已删除或完成', 'Order deleted or completed'),
  orderChanged: label('订单已变更，不再逾期', 'Order changed, not overdue any more'),
  byBuyer: label('采购员关闭', 'Closed by the buyer'),
} as const

export type ClosingCause = keyof typeof closingCauses

const exclusions = {
  excluded: label('剔除', 'Leave out'),
  counted: label('恢复计入', 'Count again'),
} as const

const every = ['raised', 'answered', 'decided', 'exclusionRequested', 'arrived', 'closed'] as const

const facts = {
  dueDate: date(label('合同交期', 'Contract due date'), { by: 'server', width: 110 }),
  overdueDays: integer(label('逾期天数', 'Days overdue'), { by: 'server', width: 80 }),
  arrivedOn: date(label('到齐日期', 'Complete on'), { by: 'server', width: 110 }),
  closeCause: choice(label('关闭原因', 'Closed because'), closingCauses, {
    by: 'server',
    width: 160,
  }),
  penaltyByTerms: money(label('约定违约金', 'Penalty by contract'), {
    by: 'server',
    isTotalled: true,
    width: 110,
  }),
} as const

/**
 * Overdue record 逾期记录: one item of a purchase order whose delivery date has passed and of which something is missing
 * (domain.md 1.2). A job makes it and follows the order and the arrivals; the supplier explains, the buyer decides who is
 * responsible. It moves nothing.
 */
export const overdueRecord = defineDocument({
  name: 'overdue-record',
  area: 'overdue',
  label: label('逾期记录', 'Overdue record'),
  prefix: 'YQ',
  // One order item each: they are explained, decided and closed one by one.
  linesMax: 1,
  header: {
    supplierNo: reference(label('供应商', 'Supplier'), 'supplier', { by: 'source', width: 180 }),
    ...optionalStorageLocation,
    purchaseOrderNo: text(label('采购订单', 'Purchase order'), {
      code: 'alpha',
      by: 'server',
      width: 120,
    }),
    purchaseOrderLine: integer(label('订单行', 'Order item'), { by: 'server', width: 70 }),
    ...facts,
    actBy: date(label('办理期限', 'To be done by'), { by: 'server', width: 110 }),
    brokenPromises: integer(label('失约次数', 'Promises not kept'), { by: 'server', width: 80 }),
    penalty: money(label('应扣违约金', 'Penalty due'), {
      by: 'server',
      isTotalled: true,
      width: 110,
    }),
    isExcluded: flag(label('已剔除考核', 'Left out of the rate'), { by: 'server', width: 90 }),
    // What counts; the fields below say what was requested last.
    excludedBecause: text(label('剔除依据', 'Left out because'), { by: 'server', width: 180 }),
    excludedByName: text(label('剔除批准人', 'Left out by'), { by: 'server', width: 100 }),
    excludedOn: date(label('剔除日期', 'Left out on'), { by: 'server', width: 110 }),
    exclusionRequestedByName: text(label('剔除申请人', 'Exclusion requested by'), {
      by: 'server',
      width: 100,
    }),
    exclusionDecidedByName: text(label('剔除审批人', 'Exclusion decided by'), {
      by: 'server',
      width: 100,
    }),
    exclusionDecidedOn: date(label('剔除审批日期', 'Exclusion decided on'), {
      by: 'server',
      width: 110,
    }),
  },
  lines: {},
  relabel: {
    docNo: label('逾期单号', 'Overdue record'),
    quantity: label('逾期数量', 'Overdue quantity'),
    closedQuantity: label('逾期后到货', 'Arrived late'),
    openQuantity: label('未到数量', 'Still missing'),
    createdByName: label('登记人', 'Made by'),
    createdAt: label('登记时间', 'Since'),
    sourceNo: label('采购订单', 'Purchase order'),
  },
  states: {
    raised: state(label('待供应商说明', 'Awaiting the supplier'), 'waiting'),
    answered: state(label('待认定责任', 'Responsibility to be decided'), 'active'),
    /** The buyer has decided who is responsible; the goods are still awaited. */
    decided: state(label('已认定，待到货', 'Decided, goods awaited'), 'partial'),
    /** To be left out of the rate, or counted again, once another person approves. */
    exclusionRequested: state(label('待批准剔除', 'Exclusion to be approved'), 'waiting'),
    arrived: state(label('已到货', 'Arrived'), 'done'),
    closed: state(label('已关闭', 'Closed'), 'cancelled'),
  },
  initial: 'raised',
  editable: [],
  due: {
    by: 'actBy',
    states: ['raised', 'answered', 'exclusionRequested'],
    escalatesTo: 'decide',
  },
  source: {
    document: 'purchase-order',
    states: ['synced', 'completed', 'deleted'],
    header: ['companyCode', 'supplierNo', 'plant', 'storageLocation'],
    lines: [...copiedGoods],
    checksOwnQuantity: true,
    consumesOpenQuantity: false,
  },
  actions: {
    answer: {
      label: label('供应商说明', 'Answer'),
      from: ['raised', 'answered'],
      to: 'answered',
      input: {
        overdueReason: kept(
          'overdueReason',
          choice(label('逾期原因', 'Reason'), overdueReasons, { required: true }),
        ),
        explanation: kept(
          'explanation',
          text(label('情况说明', 'Explanation'), {
            required: true,
            lengthMax: 400,
            multiline: true,
          }),
        ),
        promisedDate: kept(
          'promisedDate',
          date(label('新承诺日', 'New promised date'), { required: true, isNotPast: true }),
        ),
      },
    },
    // Without an explanation too: who does not answer is decided about.
    decide: {
      label: label('认定责任', 'Decide responsibility'),
      from: ['answered', 'raised', 'decided', 'arrived', 'closed'],
      to: null,
      notBy: ['answer'],
      input: {
        responsibleParty: kept(
          'responsibleParty',
          choice(label('责任方', 'Responsible party'), responsibleParties, { required: true }),
        ),
        responsibilityNote: kept(
          'responsibilityNote',
          text(label('认定说明', 'Ground'), { required: true, lengthMax: 400, multiline: true }),
        ),
      },
    },
    returnToSupplier: {
      label: label('退回供应商', 'Return to the supplier'),
      from: ['answered', 'decided'],
      to: 'raised',
      isDangerous: true,
      input: keptReason('returnReason', label('退回原因', 'Reason'), [
        label('原因不清楚', 'The reason is not clear'),
        label('新承诺日不可接受', 'The new date is not acceptable'),
        label('缺少证明材料', 'Evidence is missing'),
      ]),
    },
    requestExclusion: {
      label: label('申请剔除考核', 'Request exclusion from the rate'),
      from: ['answered', 'decided', 'arrived', 'closed'],
      to: 'exclusionRequested',
      input: {
        exclusion: kept(
          'exclusion',
          choice(label('申请内容', 'Requested'), exclusions, {
            required: true,
            usual: 'excluded',
          }),
        ),
        reason: kept(
          'exclusionReason',
          text(label('剔除原因', 'Ground of the exclusion'), {
            required: true,
            lengthMax: 200,
            suggestions: [
              label('不可抗力', 'Force majeure'),
              label('买方书面同意延期', 'Postponed by the buyer in writing'),
              label('图纸或技术要求由买方变更', 'Drawings or requirements changed by the buyer'),
              label('ERP 中交期有误', 'Wrong delivery date in the ERP'),
            ],
          }),
        ),
      },
    },
    approveExclusion: {
      label: label('批准剔除', 'Approve exclusion'),
      from: ['exclusionRequested'],
      to: null,
      notBy: ['requestExclusion', 'answer'],
    },
    refuseExclusion: {
      label: label('驳回剔除', 'Refuse exclusion'),
      from: ['exclusionRequested'],
      to: null,
      notBy: ['requestExclusion', 'answer'],
      isDangerous: true,
      input: keptReason('exclusionRefusal', label('驳回原因', 'Reason'), [
        label('理由不充分', 'The ground does not justify it'),
        label('缺少证明材料', 'Evidence is missing'),
      ]),
    },
    // Nothing more is expected, and the order is to be changed in the ERP.
    close: {
      label: label('关闭', 'Close'),
      from: ['answered', 'raised', 'decided'],
      to: 'closed',
      notBy: ['answer'],
      isDangerous: true,
      input: keptReason('closeReason', label('关闭说明', 'Reason'), [
        label('不再交货', 'No more will be delivered'),
        label('合同已终止', 'The contract was terminated'),
        label('双方协商取消', 'Cancelled by agreement'),
      ]),
    },
    // What the order and the arrivals say now.
    follow: {
      label: label('跟踪订单与到货', 'Follow order and arrivals'),
      from: every,
      to: null,
      isSystem: true,
      input: {
        dueDate: kept('dueDate', facts.dueDate),
        overdueDays: kept('overdueDays', facts.overdueDays),
        arrivedOn: kept('arrivedOn', facts.arrivedOn),
        closeCause: kept('closeCause', facts.closeCause),
        penaltyByTerms: kept('penaltyByTerms', facts.penaltyByTerms),
      },
      lineInput: {
        quantity: quantity(label('逾期数量', 'Overdue quantity'), { required: true }),
        closedQuantity: quantity(label('逾期后到货', 'Arrived late'), { required: true }),
      },
    },
    breakPromise: {
      label: label('承诺日已过', 'Promised date has passed'),
      from: ['answered', 'decided'],
      to: 'raised',
      isSystem: true,
    },
  },
  refusals: ['supplier-decides-not'],
  pages: {
    // It opens with what the buyer has to do; records that wait for the supplier are found by their state.
    '/overdueManage/overdueMaintain': {
      kind: 'step',
      states: ['answered', 'exclusionRequested'],
      actions: [
        'decide',
        'approveExclusion',
        'requestExclusion',
        'refuseExclusion',
        'returnToSupplier',
        'close',
      ],
      filters: ['docNo', 'state', 'supplierNo', 'purchaseOrderNo', 'dueDate', 'responsibleParty'],
      columns: [
        'docNo',
        'state',
        'overdueDays',
        'dueDate',
        'promisedDate',
        'supplierNo',
        'purchaseOrderNo',
        'purchaseOrderLine',
        'overdueReason',
        'explanation',
        'responsibleParty',
        'penaltyByTerms',
        'brokenPromises',
        'exclusion',
        'exclusionReason',
        'exclusionRequestedByName',
        'actBy',
        'plant',
      ],
    },
    '/deliverManager/supplierMaintain': {
      kind: 'maintain',
      edits: false,
      states: ['raised', 'answered'],
      actions: ['answer'],
      filters: ['docNo', 'state', 'purchaseOrderNo', 'dueDate'],
      columns: [
        'docNo',
        'state',
        'overdueDays',
        'dueDate',
        'actBy',
        'purchaseOrderNo',
        'purchaseOrderLine',
        'promisedDate',
        'returnReason',
        'explanation',
        'plant',
      ],
    },
    '/overdueManage/overdueSearch': {
      kind: 'query',
      level: 'line',
      filters: ['docNo', 'state', 'supplierNo', 'purchaseOrderNo', 'materialNo', 'isExcluded'],
      columns: [
        'docNo',
        'state',
        'supplierNo',
        'materialNo',
        'description',
        'overdueDays',
        'openQuantity',
        'unit',
        'dueDate',
        'purchaseOrderNo',
        'purchaseOrderLine',
        'quantity',
        'overdueReason',
        'explanation',
        'promisedDate',
        'brokenPromises',
        'responsibleParty',
        'responsibilityNote',
        'penaltyByTerms',
        'penalty',
        'arrivedOn',
        'closeCause',
        'isExcluded',
        'excludedBecause',
        'excludedByName',
        'excludedOn',
        'actBy',
        'plant',
        'createdAt',
      ],
    },
  },
})
