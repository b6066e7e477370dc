import { copiedGoods } from '../document/declare/common-fields.ts'
import { defineDocument, state } from '../document/declare/define-document.ts'
import { choice, date, reference, text } from '../document/declare/field.ts'
import { label } from '../document/declare/label.ts'
import { postingLifecycle } from '../document/declare/posting-lifecycle.ts'
import { carriedPieces } from '../document/declare/serial-numbers.ts'
import { specialStocks } from '../document/declare/stock-words.ts'
import {
  freezeReasonLabel,
  freezeReasons,
  holdUntilLabel,
  releaseConditionLabel,
  releaseGrounds,
  workOrderLabel,
} from './freeze-reasons.ts'

const posting = postingLifecycle({ from: ['released'], notBy: ['create', 'release'] })

/**
 * Freeze release 解冻单: lines of a freeze order, or a part of them, are free again (domain.md 1.4). What was blocked becomes
 * unrestricted stock, which is posted (343); of the rest only the hold ends. Its reversal freezes the goods again, if they
 * are still there. SAP: release of blocked stock (343).
 */
export const freezeRelease = defineDocument({
  name: 'freeze-release',
  area: 'freeze',
  label: label('解冻单', 'Freeze release'),
  prefix: 'JD',
  posts: true,
  header: {
    freezeReason: choice(freezeReasonLabel, freezeReasons, { by: 'source', width: 90 }),
    workOrderNo: text(workOrderLabel, { by: 'source', width: 120 }),
    releaseCondition: text(releaseConditionLabel, { by: 'source', width: 160 }),
    releaseGround: text(label('解冻依据', 'Ground of release'), {
      required: true,
      lengthMax: 200,
      suggestions: releaseGrounds,
      width: 160,
    }),
    ...posting.header,
  },
  lines: {
    bin: reference(label('货位', 'Bin'), 'bin', { by: 'source', width: 110 }),
    batch: text(label('批次', 'Batch'), { code: 'capitals', by: 'source', width: 110 }),
    ...carriedPieces,
    specialStock: choice(label('特殊库存', 'Special stock'), specialStocks, {
      by: 'source',
      width: 90,
    }),
    specialStockReference: text(label('特殊库存参考', 'Special stock reference'), {
      code: 'filled',
      by: 'source',
      width: 120,
    }),
    holdUntil: date(holdUntilLabel, { by: 'source', width: 110 }),
  },
  relabel: {
    docNo: label('解冻单号', 'Freeze release'),
    quantity: label('解冻数量', 'Released'),
    sourceNo: label('冻结单', 'Freeze order'),
    createdByName: label('解冻人', 'Released by'),
  },
  states: {
    draft: state(label('草稿', 'Draft'), 'draft'),
    released: state(label('已解冻', 'Released'), 'done'),
    ...posting.states,
  },
  initial: 'draft',
  editable: ['draft'],
  source: {
    document: 'freeze-order',
    states: ['frozen', 'partlyReleased'],
    header: [
      'companyCode',
      'plant',
      'storageLocation',
      'freezeReason',
      'workOrderNo',
      'releaseCondition',
    ],
    lines: [
      ...copiedGoods,
      'bin',
      'batch',
      'serialNumbers',
      'specialStock',
      'specialStockReference',
      'holdUntil',
    ],
  },
  actions: {
    release: {
      label: label('解冻', 'Release'),
      from: ['draft'],
      to: 'released',
      isPreviewed: true,
      aloneBecause: label(
        '解冻须写明依据；质量、争议冻结不能由冻结人自己解冻，其余冻结只解除占用，货物不动',
        'The ground is stated; goods in doubt are never released by who froze them, and of others only the hold ends',
      ),
    },
    ...posting.actions,
    requestReversal: {
      ...posting.actions.requestReversal,
      label: label('申请恢复冻结', 'Request to freeze again'),
    },
    approveReversal: { ...posting.actions.approveReversal, functionCode: 'DJDSP' },
    refuseReversal: { ...posting.actions.refuseReversal, functionCode: 'DJDSP' },
    reversePhysical: {
      ...posting.actions.reversePhysical,
      label: label('恢复冻结', 'Freeze again'),
    },
  },
  refusals: [...posting.refusals, 'freeze-released-by-freezer'],
  pages: {
    '/freeze/freezeRecordTransferItems': {
      kind: 'maintain',
      creates: true,
      actionAfterCreate: 'release',
      states: ['draft', 'released', 'reversalRequested', 'reversalApproved'],
      actions: [
        'release',
        'requestReversal',
        'approveReversal',
        'refuseReversal',
        'reverse',
        'reversePhysical',
      ],
      filters: ['docNo', 'state', 'erpState', 'freezeReason', 'storageLocation', 'createdAt'],
      sourceFilters: ['docNo', 'freezeReason', 'workOrderNo', 'materialNo', 'bin', 'holdUntil'],
    },
    ...posting.pages({
      filters: ['freezeReason', 'plant', 'storageLocation', 'createdAt'],
      post: '/freeze/freezeRecordWriteOff',
    }),
    '/freeze/freezeRecordSearch': {
      kind: 'query',
      level: 'line',
      filters: ['docNo', 'state', 'freezeReason', 'workOrderNo', 'materialNo', 'createdAt'],
      columns: [
        'docNo',
        'lineNo',
        'state',
        'materialNo',
        'description',
        'bin',
        'quantity',
        'unit',
        'freezeReason',
        'workOrderNo',
        'releaseGround',
        'createdByName',
        'createdAt',
        'sourceNo',
        'holdUntil',
        'batch',
        'specialStock',
        'erpState',
        'materialDocument',
        'plant',
        'storageLocation',
      ],
    },
  },
})
