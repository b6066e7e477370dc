import { carriedBatchFields, copiedOrder, orderFields } from '../delivery/goods-fields.ts'
import { copiedGoods } from '../document/declare/common-fields.ts'
import { defineDocument, state } from '../document/declare/define-document.ts'
import {
  choice,
  date,
  decimal,
  instant,
  integer,
  quantity,
  reference,
  text,
} from '../document/declare/field.ts'
import { label } from '../document/declare/label.ts'
import { keptReason, reasonsOfWithdrawal } from '../document/declare/reason.ts'
import {
  characteristicKinds,
  characteristicLabels,
  importances,
} from '../masters/inspection-characteristic.ts'

/** Whether the values of one characteristic are within its limits. */
export const lineVerdicts = {
  passed: label('合格', 'Passed'),
  failed: label('不合格', 'Failed'),
} as const

/**
 * Material inspection record sheet 物化材料检验记录表: the characteristics of the material's class with their limits, the values
 * sampled, and the verdict computed from them (domain.md 1.2). A line is one characteristic of a line of the inspection
 * notice. The verdict stands beside the decision of the inspection order and limits what it may accept. SAP: results
 * recording.
 */
export const inspectionRecord = defineDocument({
  name: 'inspection-record',
  area: 'acceptance',
  label: label('物化材料检验记录表', 'Material inspection record sheet'),
  prefix: 'JL',
  header: {
    supplierNo: reference(label('供应商', 'Supplier'), 'supplier', { by: 'source', width: 180 }),
    testedOn: date(label('检验日期', 'Tested on'), { isRemembered: true, width: 110 }),
    testPlace: text(label('检验地点', 'Tested at'), {
      isRemembered: true,
      lengthMax: 60,
      width: 130,
    }),
    conditions: text(label('环境条件', 'Conditions'), { lengthMax: 60, width: 130 }),
    reportNo: text(label('报告号', 'Report no.'), { lengthMax: 40, width: 140 }),
    concludedAt: instant(label('出具时间', 'Concluded at'), { by: 'server', width: 150 }),
  },
  lines: {
    // Of the same goods in each of their lines, so it is not totalled.
    quantity: quantity(label('送检数量', 'To be inspected'), { required: true, width: 80 }),
    // Widths leave room for limits and values side by side on a screen of 1366 pixels.
    characteristic: reference(label('检验项目', 'Characteristic'), 'inspection-characteristic', {
      required: true,
      width: 80,
    }),
    // What the characteristic was when the values were compared with it.
    characteristicName: text(label('项目名称', 'Name'), { by: 'server', width: 96 }),
    lowerLimit: decimal(characteristicLabels.lowerLimit, { by: 'server', width: 60 }),
    upperLimit: decimal(characteristicLabels.upperLimit, { by: 'server', width: 60 }),
    sampledValues: text(label('实测值', 'Sampled values'), { lengthMax: 400, width: 180 }),
    verdict: choice(label('单项结论', 'Verdict'), lineVerdicts, { by: 'server', width: 90 }),
    measuringUnit: text(characteristicLabels.measuringUnit, { by: 'server', width: 70 }),
    sampleSize: integer(characteristicLabels.sampleSize, { by: 'server', width: 70 }),
    importance: choice(characteristicLabels.importance, importances, { by: 'server', width: 90 }),
    instrument: text(label('检测器具', 'Instrument'), { lengthMax: 60, width: 120 }),
    standard: text(characteristicLabels.standard, { by: 'server', width: 130 }),
    kind: choice(characteristicLabels.kind, characteristicKinds, { by: 'server', width: 80 }),
    samples: integer(label('实测数', 'Sampled'), { by: 'server', width: 70 }),
    failedSamples: integer(label('不合格数', 'Failed'), { by: 'server', width: 80 }),
    lowest: decimal(label('最小值', 'Lowest'), { by: 'server', width: 80 }),
    highest: decimal(label('最大值', 'Highest'), { by: 'server', width: 80 }),
    average: decimal(label('平均值', 'Average'), { by: 'server', width: 80 }),
    ...orderFields,
    batch: carriedBatchFields.batch,
  },
  relabel: {
    docNo: label('记录表号', 'Record sheet'),
    sourceNo: label('通知单', 'Inspection notice'),
  },
  states: {
    draft: state(label('记录中', 'Being recorded'), 'active'),
    /** All sampled values of the record sheet are within their limits. */
    passed: state(label('合格', 'Passed'), 'done'),
    /** Some sampled value of the record sheet is beyond its limits. */
    failed: state(label('不合格', 'Failed'), 'failed'),
    withdrawn: state(label('已作废', 'Withdrawn'), 'undone'),
  },
  initial: 'draft',
  editable: ['draft'],
  source: {
    document: 'inspection-notice',
    states: ['inspectorConfirmed', 'inspecting'],
    header: ['companyCode', 'supplierNo', 'plant', 'storageLocation'],
    lines: [...copiedGoods, ...copiedOrder, 'batch'],
    checksOwnQuantity: true,
    consumesOpenQuantity: false,
  },
  actions: {
    conclude: {
      label: label('出具结论', 'Conclude'),
      from: ['draft'],
      to: null,
    },
    withdraw: {
      label: label('作废记录', 'Withdraw'),
      isUndo: true,
      from: ['passed', 'failed'],
      to: 'withdrawn',
      notBy: ['conclude'],
      isDangerous: true,
      input: keptReason('withdrawReason', label('作废原因', 'Reason'), reasonsOfWithdrawal),
    },
  },
  refusals: [
    'inspector-other',
    'characteristics-undeclared',
    'characteristic-twice',
    'characteristic-missing',
    'sampled-value-invalid',
    'sampled-values-too-many',
    'sampled-values-missing',
    'record-stands',
    'record-decided',
  ],
  pages: {
    '/preQualityInspectionNotice/materialScienceInfo': {
      kind: 'maintain',
      creates: true,
      isOptional: true,
      states: ['draft', 'passed', 'failed', 'withdrawn'],
      actions: ['conclude', 'withdraw'],
      actionAfterCreate: 'conclude',
      filters: ['docNo', 'state', 'supplierNo', 'reportNo', 'storageLocation', 'createdAt'],
      columns: [
        'docNo',
        'state',
        'supplierNo',
        'reportNo',
        'testedOn',
        'concludedAt',
        'plant',
        'storageLocation',
        'createdByName',
        'createdAt',
      ],
      sourceFilters: ['docNo', 'supplierNo', 'materialNo', 'batch', 'storageLocation'],
    },
  },
})
