import { copiedGoods } from '../document/declare/common-fields.ts'
import { defineDocument, state } from '../document/declare/define-document.ts'
import {
  choice,
  integer,
  list,
  quantity,
  reference,
  serialNumbers,
  text,
} from '../document/declare/field.ts'
import { label } from '../document/declare/label.ts'
import { numberedPieces } from '../document/declare/serial-numbers.ts'
import { reasonInput, reasonsOfWithdrawal } from '../document/declare/reason.ts'
import { batchFields, copiedOrder, orderFields } from '../delivery/goods-fields.ts'
import { destroyedLabel, inspectionMethods } from './inspection-notice.ts'
import { copiedRecord, recordedFields } from './record-verdict.ts'
import { itemOfOrder } from '../external-documents/items.ts'
import { lineOfArrival } from '../receiving/line-of-arrival.ts'

/** What is wrong with rejected goods. */
export const defectClasses = {
  dimension: label('尺寸超差', 'Out of dimension'),
  material: label('材质不符', 'Wrong material'),
  surface: label('表面缺陷', 'Surface defect'),
  documents: label('资料不全', 'Documents missing'),
  damage: label('运输损伤', 'Transport damage'),
  function: label('功能不合格', 'Fails its function'),
} as const

export const defectClassLabel = label('缺陷类别', 'Defect class')

/**
 * Inspection order 质检单: findings and usage decision per line and batch, complete or partial. SAP: results, usage
 * decision.
 */
export const inspectionOrder = defineDocument({
  name: 'inspection-order',
  area: 'acceptance',
  label: label('质检单', 'Inspection order'),
  prefix: 'ZJ',
  header: {
    supplierNo: reference(label('供应商', 'Supplier'), 'supplier', { by: 'source', width: 180 }),
    inspectionMethod: choice(label('检验方式', 'Inspection method'), inspectionMethods, {
      required: true,
      width: 90,
    }),
    reportNo: text(label('报告号', 'Report no.'), { lengthMax: 40, width: 140 }),
    attendees: list(label('参加人', 'Attendees'), {
      isSigner: true,
      isRemembered: true,
      width: 180,
    }),
    certificateCopies: integer(label('合格证份数', 'Certificates of conformity'), {
      minimum: '0',
      width: 90,
    }),
    drawingCopies: integer(label('图纸份数', 'Drawings'), { minimum: '0', width: 90 }),
    packedSpares: text(label('随机备件', 'Packed spares'), { lengthMax: 200, width: 160 }),
  },
  lines: {
    ...orderFields,
    batch: { ...batchFields.batch, by: 'source' },
    ...numberedPieces,
    bin: reference(label('到货货位', 'Receiving bin'), 'bin', { by: 'source', width: 120 }),
    // How many of the pieces were looked at, where not all of them were.
    sampleQuantity: quantity(label('抽样数', 'Sample size'), { width: 90 }),
    acceptedQuantity: quantity(label('合格数量', 'Accepted'), {
      required: true,
      isTotalled: true,
      width: 100,
    }),
    rejectedQuantity: quantity(label('不合格数量', 'Rejected'), {
      required: true,
      isTotalled: true,
      width: 100,
    }),
    missingQuantity: quantity(label('短缺数量', 'Missing'), { isTotalled: true, width: 100 }),
    // By a test: they were delivered, and are consumed by the inspection.
    destroyedQuantity: quantity(destroyedLabel, { isTotalled: true, width: 100 }),
    // Which of the pieces are rejected, missing or destroyed; the others are accepted.
    rejectedSerialNumbers: serialNumbers(label('不合格序列号', 'Rejected serial numbers'), {
      width: 160,
    }),
    missingSerialNumbers: serialNumbers(label('短缺序列号', 'Missing serial numbers'), {
      width: 160,
    }),
    destroyedSerialNumbers: serialNumbers(label('检毁序列号', 'Destroyed serial numbers'), {
      width: 160,
    }),
    defectClass: choice(defectClassLabel, defectClasses, { width: 110 }),
    characteristics: text(label('检验项目与实测', 'Characteristics and findings'), {
      lengthMax: 400,
      multiline: true,
      width: 220,
    }),
    // Checked against the material's required documents when the goods are accepted.
    documentsPresent: list(label('随货资料', 'Documents present'), { width: 180 }),
    concessionReference: text(label('让步依据', 'Concession'), { lengthMax: 60, width: 120 }),
    // What the record sheet of the goods says; it limits what is accepted.
    ...recordedFields,
  },
  relabel: {
    docNo: label('质检单号', 'Inspection order'),
    quantity: label('检验数量', 'Inspected quantity'),
    sourceNo: label('通知单', 'Inspection notice'),
  },
  states: {
    draft: state(label('检验中', 'Under inspection'), 'active'),
    qualified: state(label('合格', 'Accepted'), 'done'),
    partlyQualified: state(label('部分合格', 'Partly accepted'), 'partial'),
    unqualified: state(label('不合格', 'Rejected'), 'failed'),
    withdrawn: state(label('已撤回', 'Withdrawn'), 'undone'),
  },
  initial: 'draft',
  editable: ['draft'],
  source: {
    document: 'inspection-notice',
    states: ['inspectorConfirmed', 'inspecting'],
    header: ['companyCode', 'supplierNo', 'plant', 'storageLocation'],
    lines: [...copiedGoods, ...copiedOrder, 'batch', 'bin', 'serialNumbers', ...copiedRecord],
  },
  actions: {
    decide: {
      label: label('检验结论', 'Decide'),
      from: ['draft'],
      to: null,
    },
    withdraw: {
      label: label('撤回结论', 'Withdraw decision'),
      isUndo: true,
      from: ['qualified', 'partlyQualified', 'unqualified'],
      to: 'withdrawn',
      notBy: ['decide'],
      isDangerous: true,
      input: reasonInput(label('撤回原因', 'Reason'), reasonsOfWithdrawal),
    },
  },
  history: [
    {
      items: [itemOfOrder, lineOfArrival],
      event: 'accepted',
      book: 'stock',
      quantity: 'acceptedQuantity',
      except: ['draft', 'withdrawn'],
      at: { act: 'decide' },
      posts: false,
    },
    {
      items: [itemOfOrder, lineOfArrival],
      event: 'rejected',
      book: 'stock',
      quantity: 'rejectedQuantity',
      except: ['draft', 'withdrawn'],
      at: { act: 'decide' },
      posts: false,
    },
  ],
  refusals: [
    'decision-incomplete',
    'defect-required',
    'sample-required',
    'sample-exceeds',
    'sample-of-full',
    'destroyed-exceeds-sample',
    'sample-account-missing',
    'inspector-other',
    'documents-missing',
    'record-required',
    'record-refuses',
    'record-ground-required',
    'already-received',
    'missing-made-up',
    'successor-stands',
  ],
  pages: {
    '/preQualityInspectionNotice/preQualityInspectionOrders': {
      kind: 'maintain',
      creates: true,
      states: ['draft', 'qualified', 'partlyQualified', 'unqualified'],
      actions: ['decide', 'withdraw'],
      actionAfterCreate: 'decide',
      filters: ['docNo', 'state', 'supplierNo', 'reportNo', 'storageLocation'],
    },
    '/preQualityInspectionNotice/preQualityInspectionNoticeMonadQuery': {
      kind: 'query',
      level: 'line',
      filters: ['docNo', 'state', 'supplierNo', 'materialNo', 'reportNo', 'createdAt'],
    },
  },
})
