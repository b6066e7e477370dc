import { copiedGoods } from '../document/declare/common-fields.ts'
import { defineDocument, state } from '../document/declare/define-document.ts'
import { date, decimal, integer, kept, reference, text } from '../document/declare/field.ts'
import { optionalStorageLocation } from '../document/declare/goods-place.ts'
import { label } from '../document/declare/label.ts'
import { keptReason, reasonsOfWithdrawnRelease } from '../document/declare/reason.ts'
import { cancelledState } from '../document/declare/submission-lifecycle.ts'
import { copiedOrder, orderFields, supplierReference } from './goods-fields.ts'

const hsCode = label('HS编码', 'HS code')

/**
 * Customs clearance 清关单: what customs decides about the imported goods of one delivery note. The confirmation of the
 * note makes it; no arrival of the note is confirmed before it is released (domain.md 1.2). What replaces rejected goods
 * crosses the border again and has a clearance of its own. The papers of declaration and
 * release are its attachments. SAP: customs clearance.
 */
export const customsClearance = defineDocument({
  name: 'customs-clearance',
  area: 'delivery',
  label: label('清关单', 'Customs clearance'),
  prefix: 'QG',
  header: {
    supplierNo: reference(label('供应商', 'Supplier'), 'supplier', { by: 'source', width: 180 }),
    ...optionalStorageLocation,
    reference: { ...supplierReference.reference, by: 'source' },
    etaDate: date(label('预计到货日', 'Expected arrival'), { by: 'source', width: 110 }),
    packages: integer(label('箱数', 'Packages'), { by: 'source', width: 70 }),
    grossWeight: decimal(label('毛重 kg', 'Gross weight kg'), {
      by: 'source',
      decimals: 3,
      width: 100,
    }),
    customsDeclarationNo: text(label('报关单号', 'Customs declaration no.'), {
      by: 'server',
      width: 180,
    }),
    declaredOn: date(label('申报日期', 'Declared on'), { by: 'server', width: 110 }),
    inspectedOn: date(label('查验日期', 'Inspected on'), { by: 'server', width: 110 }),
    inspectionFinding: text(label('查验结果', 'Finding'), { by: 'server', width: 160 }),
    customsReleaseDate: date(label('放行日', 'Released by customs on'), {
      by: 'server',
      width: 110,
    }),
    // The arrival of which rejected goods went back, where the goods replace or are these.
    replacesArrivalNo: text(label('换货返修的到货单', 'Replaces goods of arrival'), {
      by: 'server',
      width: 150,
    }),
  },
  lines: {
    ...orderFields,
    hsCode: text(hsCode, { by: 'server', width: 120 }),
    usualHsCode: text(label('上次HS编码', 'HS code last time'), { by: 'server', width: 120 }),
  },
  relabel: {
    docNo: label('清关单号', 'Customs clearance'),
    quantity: label('送货数量', 'Announced quantity'),
    sourceNo: label('送货单', 'Delivery note'),
    createdByName: label('送货单确认人', 'Note confirmed by'),
  },
  states: {
    open: state(label('待申报', 'To be declared'), 'waiting'),
    /** Declared to customs, with its number and HS codes. */
    declared: state(label('已申报', 'Declared'), 'active'),
    inspecting: state(label('海关查验', 'Inspected by customs'), 'active'),
    released: state(label('已放行', 'Released'), 'done'),
    arrived: state(label('已到货', 'Arrived'), 'done'),
    ...cancelledState,
  },
  initial: 'open',
  editable: [],
  due: { by: 'etaDate', states: ['open', 'declared', 'inspecting'], escalatesTo: 'release' },
  source: {
    document: 'delivery-note',
    // Also of a note of which goods have arrived: what replaces rejected ones.
    states: ['confirmed', 'partlyArrived'],
    header: [
      'companyCode',
      'supplierNo',
      'plant',
      'storageLocation',
      'reference',
      'etaDate',
      'packages',
      'grossWeight',
    ],
    lines: [...copiedGoods, ...copiedOrder],
    checksOwnQuantity: true,
    consumesOpenQuantity: false,
  },
  actions: {
    declare: {
      label: label('登记申报', 'Register declaration'),
      from: ['open'],
      to: 'declared',
      input: {
        customsDeclarationNo: kept(
          'customsDeclarationNo',
          text(label('报关单号', 'Customs declaration no.'), { required: true, lengthMax: 18 }),
        ),
        declaredOn: kept(
          'declaredOn',
          date(label('申报日期', 'Declared on'), { required: true, isRemembered: true }),
        ),
        customsOffice: kept(
          'customsOffice',
          text(label('申报地海关', 'Customs office'), { lengthMax: 40, isRemembered: true }),
        ),
      },
      lineInput: { hsCode: text(hsCode, { required: true, lengthMax: 13 }) },
      lineDefaults: { hsCode: 'usualHsCode' },
    },
    inspect: {
      label: label('登记查验', 'Register inspection'),
      from: ['declared'],
      to: 'inspecting',
      input: {
        inspectedOn: kept(
          'inspectedOn',
          date(label('查验日期', 'Inspected on'), { required: true }),
        ),
      },
    },
    endInspection: {
      label: label('查验结束', 'End inspection'),
      from: ['inspecting'],
      to: 'declared',
      input: {
        inspectionFinding: kept(
          'inspectionFinding',
          text(label('查验结果', 'Finding'), {
            required: true,
            lengthMax: 200,
            suggestions: [
              label('查验无异常', 'Nothing found'),
              label('改单后通过', 'Passed after the declaration was corrected'),
            ],
          }),
        ),
      },
    },
    // Who called the goods in at the warehouse does not open its gate for them.
    release: {
      label: label('登记放行', 'Register release'),
      from: ['declared'],
      to: 'released',
      notBy: ['create'],
      input: {
        customsReleaseDate: kept(
          'customsReleaseDate',
          date(label('放行日', 'Released by customs on'), { required: true, isRemembered: true }),
        ),
      },
    },
    // Of a release, or of a declaration: from where the clearance is.
    withdraw: {
      label: label('撤回', 'Take back'),
      from: ['declared', 'released'],
      to: null,
      isDangerous: true,
      input: keptReason(
        'withdrawalReason',
        label('撤回原因', 'Reason of withdrawal'),
        reasonsOfWithdrawnRelease,
      ),
    },
    cancel: {
      label: label('随送货单取消', 'Cancel with the delivery note'),
      from: ['open', 'declared', 'inspecting'],
      to: 'cancelled',
      isSystem: true,
    },
    // Once goods have arrived the release cannot be taken back.
    recordArrival: {
      label: label('登记到货', 'Record arrival'),
      from: ['released'],
      to: 'arrived',
      isSystem: true,
    },
    withdrawArrival: {
      label: label('撤销到货', 'Withdraw arrival'),
      from: ['arrived'],
      to: 'released',
      isSystem: true,
    },
  },
  refusals: ['date-order', 'date-in-future'],
  pages: {
    '/deliverManager/deliverCustomsAffairs': {
      kind: 'step',
      // What waits for customs; what is released is found by its state.
      states: ['open', 'declared', 'inspecting'],
      actions: ['declare', 'release', 'inspect', 'endInspection', 'withdraw'],
      filters: ['docNo', 'state', 'supplierNo', 'customsDeclarationNo', 'etaDate', 'plant'],
      columns: [
        'docNo',
        'state',
        'customsDeclarationNo',
        'etaDate',
        'supplierNo',
        'reference',
        'declaredOn',
        'inspectedOn',
        'customsReleaseDate',
        'packages',
        'grossWeight',
        'createdByName',
        'createdAt',
        'plant',
      ],
    },
    '/deliverManager/queryDelivery': {
      kind: 'query',
      level: 'line',
      filters: [
        'docNo',
        'state',
        'supplierNo',
        'customsDeclarationNo',
        'customsReleaseDate',
        'materialNo',
      ],
      columns: [
        'docNo',
        'state',
        'sourceNo',
        'supplierNo',
        'purchaseOrderNo',
        'purchaseOrderLine',
        'materialNo',
        'description',
        'quantity',
        'unit',
        'hsCode',
        'customsDeclarationNo',
        'customsOffice',
        'declaredOn',
        'inspectedOn',
        'inspectionFinding',
        'customsReleaseDate',
        'withdrawalReason',
        'plant',
      ],
    },
  },
})
