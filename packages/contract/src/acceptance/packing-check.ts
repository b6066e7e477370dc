import { carriedBatchFields, copiedOrder, orderFields } from '../delivery/goods-fields.ts'
import { copiedGoods } from '../document/declare/common-fields.ts'
import { defineDocument, state } from '../document/declare/define-document.ts'
import { choice, integer, list, quantity, reference, text } from '../document/declare/field.ts'
import { label } from '../document/declare/label.ts'
import { keptReason, reasonsOfWithdrawal } from '../document/declare/reason.ts'
import { itemCountMax, packedItemKinds } from './required-items.ts'

/** How what was found compares with what the material asks for. */
export const packedOutcomes = {
  complete: label('齐全', 'Complete'),
  missing: label('缺少', 'Missing'),
  surplus: label('多余', 'Surplus'),
} as const

/**
 * Packing check 资料备件单: what was found in the crate besides the goods, against what the attributes of the
 * material ask for (domain.md 1.2). A line is one document, spare or tool of a line of the inspection notice. What is
 * missing raises a problem document; surplus spares and tools are put into stock by a zero-value receipt, under a material
 * number of their own.
 */
export const packingCheck = defineDocument({
  name: 'packing-check',
  area: 'acceptance',
  label: label('资料备件单', 'Packing check'),
  prefix: 'ZB',
  header: {
    supplierNo: reference(label('供应商', 'Supplier'), 'supplier', { by: 'source', width: 180 }),
    caseNo: text(label('箱号', 'Case no.'), { lengthMax: 60, width: 120 }),
    attendees: list(label('参加人', 'Attendees'), {
      isSigner: true,
      isRemembered: true,
      width: 180,
    }),
  },
  lines: {
    // Of the same goods in each of their lines, so it is not totalled.
    quantity: quantity(label('到货数量', 'Arrived'), { required: true, width: 90 }),
    itemKind: choice(label('类别', 'Kind'), packedItemKinds, { required: true, width: 90 }),
    itemName: text(label('名称', 'Name'), { required: true, lengthMax: 60, width: 160 }),
    requiredCount: integer(label('应有数', 'Required'), { by: 'server', width: 80 }),
    foundCount: integer(label('实有数', 'Found'), {
      required: true,
      minimum: '0',
      maximum: String(itemCountMax),
      width: 80,
    }),
    outcome: choice(label('核对结果', 'Outcome'), packedOutcomes, { by: 'server', width: 90 }),
    missingCount: integer(label('缺少数', 'Missing'), { by: 'server', width: 80 }),
    surplusCount: integer(label('多余数', 'Surplus'), { by: 'server', width: 80 }),
    itemNo: text(label('资料号或规格', 'Number or specification'), { lengthMax: 60, width: 140 }),
    /** Under which a surplus spare or tool is put into stock; the goods are other material. */
    spareMaterialNo: reference(label('备件物料编码', 'Material of the spare'), 'material', {
      width: 130,
    }),
    ...orderFields,
    batch: carriedBatchFields.batch,
  },
  relabel: {
    docNo: label('资料备件单号', 'Packing check'),
    sourceNo: label('通知单', 'Inspection notice'),
  },
  states: {
    draft: state(label('核对中', 'Being checked'), 'active'),
    /** All documents, spares and tools that the material asks for are in the crate. */
    complete: state(label('齐全', 'Complete'), 'done'),
    /**
     * Some document, spare or tool is missing in the crate, and a problem document was raised for it.
     */
    incomplete: state(label('有缺少', 'Incomplete'), 'failed'),
    /** Nothing is missing in the crate, and more is in it than the material asks for. */
    surplus: state(label('有多余', 'With surplus'), 'partial'),
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
    confirm: {
      label: label('确认核对', 'Confirm the check'),
      from: ['draft'],
      to: null,
    },
    withdraw: {
      label: label('作废核对', 'Withdraw the check'),
      isUndo: true,
      from: ['complete', 'incomplete', 'surplus'],
      to: 'withdrawn',
      isDangerous: true,
      input: keptReason('withdrawReason', label('作废原因', 'Reason'), reasonsOfWithdrawal),
    },
  },
  refusals: [
    'packed-item-twice',
    'packed-item-unlisted',
    'packing-check-stands',
    'surplus-without-material',
    'successor-stands',
  ],
  pages: {
    '/preQualityInspectionNotice/dataSparePartMaintain': {
      kind: 'maintain',
      creates: true,
      isOptional: true,
      states: ['draft', 'complete', 'incomplete', 'surplus'],
      actions: ['confirm', 'withdraw'],
      actionAfterCreate: 'confirm',
      filters: ['docNo', 'state', 'supplierNo', 'caseNo', 'storageLocation', 'createdAt'],
      columns: [
        'docNo',
        'state',
        'supplierNo',
        'caseNo',
        'plant',
        'storageLocation',
        'createdByName',
        'createdAt',
      ],
      sourceFilters: ['docNo', 'supplierNo', 'materialNo', 'batch', 'storageLocation'],
    },
    '/preQualityInspectionNotice/packedItemsQuery': {
      kind: 'query',
      level: 'line',
      filters: ['docNo', 'outcome', 'itemKind', 'supplierNo', 'materialNo', 'createdAt'],
      columns: [
        'docNo',
        'state',
        'outcome',
        'itemKind',
        'itemName',
        'requiredCount',
        'foundCount',
        'missingCount',
        'surplusCount',
        'spareMaterialNo',
        'materialNo',
        'description',
        'supplierNo',
        'purchaseOrderNo',
        'purchaseOrderLine',
        'sourceNo',
        'createdByName',
        'createdAt',
      ],
    },
  },
})
