import { defineDocument, state } from '../document/declare/define-document.ts'
import {
  choice,
  date,
  decimal,
  integer,
  money,
  quantity,
  reference,
  text,
} from '../document/declare/field.ts'
import { placeFields } from '../document/declare/goods-place.ts'
import { label } from '../document/declare/label.ts'
import { reversalApproval } from '../document/declare/posting-lifecycle.ts'
import { submissionLifecycle } from '../document/declare/submission-lifecycle.ts'
import { criticalities } from '../system/criticality.ts'
import { demandClasses, forecastMethodLabels, quotaBases, quotaLabels } from './quota-words.ts'

/** The function code of those who approve. */
const ofEngineer = 'AQKCSP'

const submission = submissionLifecycle({
  withdraw: true,
  accept: {
    label: label('批准生效', 'Approve'),
    state: 'approved',
    accepted: label('已批准', 'Approved'),
    // It changes no stock.
    isPreviewed: false,
  },
  functionCode: ofEngineer,
})
const reversal = reversalApproval('approved', 'reversed')

/**
 * Safety stock change 安全库存维护单: the quotas of materials at a storage location (domain.md 1.4), entered by who maintains
 * them, approved by the engineer, and in force from a day: the version before ends the day before. What the history of
 * consumption proposes is kept beside what was entered, so that the engineer sees both. No stock moves.
 */
export const safeStockChange = defineDocument({
  name: 'safe-stock-change',
  area: 'safe-stock',
  label: label('安全库存维护单', 'Safety stock change'),
  prefix: 'AQ',
  linesMax: 500,
  header: {
    ...placeFields,
    effectiveFrom: date(quotaLabels.effectiveFrom, {
      required: true,
      isNotPast: true,
      usual: 'today',
      width: 110,
    }),
    quotaBasis: text(quotaLabels.quotaBasis, {
      required: true,
      lengthMax: 200,
      suggestions: quotaBases,
      width: 180,
    }),
    ...submission.header,
  },
  lines: {
    materialNo: reference(label('物料编码', 'Material'), 'material', {
      required: true,
      width: 130,
    }),
    quantity: quantity(quotaLabels.safetyStock, { required: true, mayBeZero: true, width: 100 }),
    minimumQuantity: quantity(quotaLabels.minimumQuantity, { required: true, width: 100 }),
    reorderPoint: quantity(quotaLabels.reorderPoint, { required: true, width: 100 }),
    maximumQuantity: quantity(quotaLabels.maximumQuantity, { required: true, width: 100 }),
    leadTimeDays: integer(quotaLabels.leadTimeDays, {
      required: true,
      minimum: '1',
      maximum: '1095',
      width: 90,
    }),
    criticality: choice(quotaLabels.criticality, criticalities, {
      required: true,
      usual: 'B',
      width: 90,
    }),
    proposedSafetyStock: quantity(label('建议安全库存', 'Proposed safety stock'), {
      by: 'server',
      width: 110,
    }),
    proposedReorderPoint: quantity(label('建议补货点', 'Proposed reorder point'), {
      by: 'server',
      width: 110,
    }),
    proposedMaximum: quantity(label('建议最高', 'Proposed maximum'), { by: 'server', width: 100 }),
    demandClass: choice(label('需求类型', 'Demand class'), demandClasses, {
      by: 'server',
      width: 90,
    }),
    forecastMethod: choice(label('预测方法', 'Method'), forecastMethodLabels, {
      by: 'server',
      width: 110,
    }),
    forecastError: decimal(label('误差 RMSSE', 'Error (RMSSE)'), {
      by: 'server',
      decimals: 3,
      width: 90,
    }),
    formerQuantity: quantity(label('现行安全库存', 'Safety stock in force'), {
      by: 'server',
      width: 110,
    }),
    quotaAmount: money(label('定额金额', 'Amount of the maximum'), {
      by: 'server',
      isTotalled: true,
      width: 110,
    }),
  },
  relabel: {
    docNo: label('维护单号', 'Safety stock change'),
  },
  states: {
    ...submission.states,
    ...reversal.states,
    reversed: state(label('已撤销', 'Revoked'), 'undone'),
  },
  ...submission.entry,
  actions: {
    ...submission.actions,
    ...reversal.actions,
    requestReversal: {
      ...reversal.actions.requestReversal,
      label: label('申请撤销', 'Request to revoke'),
    },
    approveReversal: { ...reversal.actions.approveReversal, functionCode: ofEngineer },
    refuseReversal: { ...reversal.actions.refuseReversal, functionCode: ofEngineer },
  },
  refusals: ['quota-order', 'quota-repeated', 'quota-place-unlisted', 'quota-not-maintained-by'],
  pages: {
    '/SafeStock/safeStockEdit': {
      kind: 'maintain',
      creates: true,
      states: ['draft', 'submitted', 'returned', 'approved', 'reversalRequested', 'reversed'],
      actions: [
        'submit',
        'withdraw',
        'approve',
        'refuse',
        'requestReversal',
        'approveReversal',
        'refuseReversal',
      ],
      actionAfterCreate: 'submit',
      filters: ['docNo', 'state', 'plant', 'storageLocation', 'effectiveFrom', 'createdAt'],
    },
  },
})
