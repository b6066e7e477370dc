import { carriedPieces } from '../document/declare/serial-numbers.ts'
import { recordedByServer } from './record-verdict.ts'
import { copiedGoods } from '../document/declare/common-fields.ts'
import { defineDocument, state } from '../document/declare/define-document.ts'
import { choice, instant, list, quantity, reference, text } from '../document/declare/field.ts'
import { label } from '../document/declare/label.ts'
import { reasonInput } from '../document/declare/reason.ts'
import { cancelledState } from '../document/declare/submission-lifecycle.ts'
import {
  carriedBatchFields,
  copiedBatch,
  copiedOrder,
  orderFields,
} from '../delivery/goods-fields.ts'

// Acceptance: goods that require inspection are announced (notice), unpacked at an agreed time, and decided per line
// and batch (inspection order), completely or in part (domain.md 1.2).

export const inspectionMethods = {
  full: label('全检', 'Full'),
  sample: label('抽检', 'Sample'),
  witness: label('见证', 'Witness'),
  thirdParty: label('第三方', 'Third party'),
} as const

/** What an inspector does: only who may do it is named. */
export const inspecting = { document: 'inspection-order', action: 'decide' } as const

/** Who inspects: a unit, and a person of it. */
const inspectedBy = {
  inspectionUnit: text(label('质检单位', 'Inspection unit'), {
    required: true,
    isRemembered: true,
    lengthMax: 60,
    offers: { master: 'inspection-unit', field: 'name' },
  }),
  inspectorAccount: reference(label('质检员', 'Inspector'), 'user', {
    required: true,
    isRemembered: true,
    mayPerform: inspecting,
  }),
} as const

/** What a test destroys of the goods. */
export const destroyedLabel = label('检毁数量', 'Destroyed')

/**
 * Inspection notice 质检通知单: created by the arrival for lines that require inspection: inspector, time, place. SAP:
 * inspection lot.
 */
export const inspectionNotice = defineDocument({
  name: 'inspection-notice',
  area: 'acceptance',
  label: label('质检通知单', 'Inspection notice'),
  prefix: 'ZT',
  header: {
    supplierNo: reference(label('供应商', 'Supplier'), 'supplier', { by: 'source', width: 180 }),
    inspectionUnit: text(label('质检单位', 'Inspection unit'), { by: 'server', width: 120 }),
    inspectionMethod: choice(label('检验方式', 'Inspection method'), inspectionMethods, {
      by: 'server',
      width: 90,
    }),
    inspectorAccount: reference(label('质检员', 'Inspector'), 'user', {
      by: 'server',
      width: 140,
    }),
    unpackingAt: instant(label('开箱时间', 'Unpacking at'), { by: 'server', width: 150 }),
    unpackingPlace: text(label('开箱地点', 'Unpacking place'), { by: 'server', width: 130 }),
    attendees: list(label('参加人', 'Attendees'), { by: 'server', isSigner: true, width: 180 }),
  },
  lines: {
    ...orderFields,
    ...carriedBatchFields,
    ...carriedPieces,
    bin: reference(label('到货货位', 'Receiving bin'), 'bin', { by: 'source', width: 120 }),
    acceptedQuantity: quantity(label('合格数量', 'Accepted'), {
      by: 'server',
      isTotalled: true,
      width: 100,
    }),
    rejectedQuantity: quantity(label('不合格数量', 'Rejected'), {
      by: 'server',
      isTotalled: true,
      width: 100,
    }),
    missingQuantity: quantity(label('短缺数量', 'Missing'), {
      by: 'server',
      isTotalled: true,
      width: 100,
    }),
    destroyedQuantity: quantity(destroyedLabel, { by: 'server', isTotalled: true, width: 100 }),
    ...recordedByServer,
  },
  relabel: {
    docNo: label('通知单号', 'Inspection notice'),
    quantity: label('送检数量', 'To be inspected'),
    doneQuantity: label('已检数量', 'Inspected'),
    openQuantity: label('待检数量', 'Open'),
    sourceNo: label('到货单', 'Arrival record'),
  },
  states: {
    /** The notice exists, no inspector is assigned. SAP: lot created. */
    generated: state(label('已生成', 'Generated'), 'draft'),
    /** Inspection unit and inspector are assigned. */
    assigned: state(label('已分派', 'Assigned'), 'waiting'),
    /** Time and place of unpacking are agreed. */
    timeConfirmed: state(label('开箱时间已确认', 'Unpacking time confirmed'), 'waiting'),
    /** The inspector has confirmed; inspection may begin. */
    inspectorConfirmed: state(label('待检验', 'Awaiting inspection'), 'waiting'),
    inspecting: state(label('检验中', 'Under inspection'), 'active'),
    qualified: state(label('合格', 'Accepted'), 'done'),
    partlyQualified: state(label('部分合格', 'Partly accepted'), 'partial'),
    unqualified: state(label('不合格', 'Rejected'), 'failed'),
    ...cancelledState,
  },
  initial: 'generated',
  editable: [],
  // Who unpacks is expected at the confirmed time; if nothing happens, whoever has assigned the inspection is told.
  due: {
    by: 'unpackingAt',
    states: ['timeConfirmed', 'inspectorConfirmed'],
    escalatesTo: 'assign',
  },
  source: {
    document: 'arrival',
    states: ['arrived', 'partlyReceived', 'received'],
    header: ['companyCode', 'supplierNo', 'plant', 'storageLocation'],
    lines: [...copiedGoods, ...copiedOrder, ...copiedBatch, 'bin', 'serialNumbers'],
    checksOwnQuantity: true,
    consumesOpenQuantity: false,
  },
  actions: {
    assign: {
      label: label('分派', 'Assign'),
      from: ['generated', 'assigned'],
      to: 'assigned',
      input: {
        inspectionUnit: inspectedBy.inspectionUnit,
        inspectionMethod: choice(label('检验方式', 'Inspection method'), inspectionMethods, {
          required: true,
          isRemembered: true,
          usual: 'full',
        }),
        inspectorAccount: inspectedBy.inspectorAccount,
      },
    },
    // Only the person assigned decides about the goods: of somebody who is away another one takes over what is left.
    reassign: {
      label: label('改派', 'Reassign'),
      from: ['timeConfirmed', 'inspectorConfirmed', 'inspecting'],
      to: null,
      isOptional: true,
      input: {
        ...inspectedBy,
        ...reasonInput(label('改派原因', 'Reason'), [
          label('质检员请假或出差', 'The inspector is away'),
          label('任务调整', 'Work is distributed anew'),
          label('专业不符', 'Another qualification is needed'),
        ]),
      },
    },
    confirmTime: {
      label: label('确认开箱时间', 'Confirm unpacking time'),
      from: ['generated', 'assigned'],
      to: 'timeConfirmed',
      input: {
        unpackingAt: instant(label('开箱时间', 'Unpacking at'), {
          required: true,
          isNotPast: true,
        }),
        unpackingPlace: text(label('开箱地点', 'Unpacking place'), {
          required: true,
          isRemembered: true,
          lengthMax: 60,
        }),
        attendees: list(label('参加人', 'Attendees'), { isRemembered: true }),
      },
    },
    withdrawTime: {
      label: label('撤销开箱时间', 'Withdraw unpacking time'),
      from: ['timeConfirmed'],
      to: 'assigned',
      isDangerous: true,
    },
    confirmInspector: {
      label: label('专员确认', 'Confirm'),
      from: ['timeConfirmed'],
      to: 'inspectorConfirmed',
    },
    cancel: {
      label: label('随到货取消', 'Cancel with the arrival'),
      from: ['generated', 'assigned', 'timeConfirmed', 'inspectorConfirmed'],
      to: 'cancelled',
      isSystem: true,
    },
    recordFindings: {
      label: label('登记检验结果', 'Record findings'),
      from: ['inspectorConfirmed', 'inspecting', 'qualified', 'partlyQualified', 'unqualified'],
      to: null,
      isSystem: true,
      lineInput: {
        acceptedQuantity: quantity(label('合格数量', 'Accepted'), { required: true }),
        rejectedQuantity: quantity(label('不合格数量', 'Rejected'), { required: true }),
        missingQuantity: quantity(label('短缺数量', 'Missing'), { required: true }),
        destroyedQuantity: quantity(destroyedLabel, { required: true }),
      },
    },
    withdrawInspector: {
      label: label('撤销专员确认', 'Withdraw confirmation'),
      from: ['inspectorConfirmed'],
      to: 'timeConfirmed',
      isDangerous: true,
    },
  },
  refusals: [
    'successor-stands',
    'account-unknown',
    'user-may-not-act',
    'inspection-unit-unknown',
    'inspector-not-assigned',
    'inspector-not-of-unit',
  ],
  pages: {
    '/preQualityInspectionNotice/preQualityInspectionNoticeQuery': {
      kind: 'query',
      filters: [
        'docNo',
        'state',
        'supplierNo',
        'inspectorAccount',
        'unpackingAt',
        'storageLocation',
      ],
    },
    '/preQualityInspectionNotice/preQualityInspectionNoticeMaintenance': {
      kind: 'step',
      states: ['generated', 'assigned'],
      actions: ['assign'],
      filters: ['docNo', 'state', 'supplierNo', 'storageLocation', 'createdAt'],
    },
    '/preQualityInspectionNotice/unpackingTimeConfirmation': {
      kind: 'step',
      states: ['generated', 'assigned', 'timeConfirmed'],
      actions: ['confirmTime', 'withdrawTime'],
      filters: ['docNo', 'state', 'supplierNo', 'unpackingAt', 'storageLocation'],
    },
    '/preQualityInspectionNotice/qualityInspectorConfirm': {
      kind: 'step',
      states: ['timeConfirmed', 'inspectorConfirmed'],
      // Notices under inspection, whose inspector is away, are found by their state.
      actions: ['confirmInspector', 'withdrawInspector', 'reassign'],
      filters: ['docNo', 'state', 'supplierNo', 'unpackingAt', 'storageLocation'],
    },
  },
})
