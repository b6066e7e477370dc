import { copiedGoods } from '../document/declare/common-fields.ts'
import { defineDocument, state } from '../document/declare/define-document.ts'
import {
  choice,
  date,
  decimal,
  instant,
  integer,
  kept,
  quantity,
  reference,
  text,
} from '../document/declare/field.ts'
import { label } from '../document/declare/label.ts'
import {
  keptReason,
  reasonsOfNoDelivery,
  reasonsOfRefusedGoods,
} from '../document/declare/reason.ts'
import { carriedPieces, numberedPieces } from '../document/declare/serial-numbers.ts'
import { cancelAction, cancelledState } from '../document/declare/submission-lifecycle.ts'
import { hazardClasses } from '../masters/hazard-class.ts'
import { itemBehindIssue } from '../external-documents/items.ts'

const weight = label('总重（kg）', 'Weight (kg)')
const tripDate = label('配送日期', 'Day of delivery')
const tripNo = label('车次', 'Trip')
const stopNo = label('停靠顺序', 'Stop')
const receivedBy = kept(
  'receivedBy',
  text(label('签收人', 'Signed by'), { required: true, lengthMax: 40, isSigner: true }),
)
const plannedAt = label('计划送达时间', 'Planned delivery')
const mileageKm = kept(
  'mileageKm',
  decimal(label('里程（km）', 'Mileage (km)'), { minimum: '0', decimals: 1 }),
)
const refusal = keptReason(
  'refusalReason',
  label('拒收原因', 'Reason of refusal'),
  reasonsOfRefusedGoods,
)

/**
 * Distribution order 配送单: the goods of one goods issue on their way to the unit (domain.md 1.3). A trip is what one vehicle
 * takes on one day at once: orders with the same vehicle, day and trip number, in the order of their stops. The goods lie in
 * a place of their own (配送在途) until they are signed for: the issue moves them, the order says where they are. What the unit
 * refuses returns to the bin it came from. Pictures of the goods and of the signed paper are its attachments. SAP:
 * outbound delivery, shipment.
 */
export const distributionOrder = defineDocument({
  name: 'distribution-order',
  area: 'distribution',
  label: label('配送单', 'Distribution order'),
  prefix: 'PS',
  header: {
    pickingUnit: reference(label('领料单位', 'Picking unit'), 'picking-unit', {
      by: 'source',
      width: 140,
    }),
    requester: reference(label('领料人', 'Requester'), 'requester', { by: 'source', width: 110 }),
    deliveryPlace: text(label('配送点位', 'Delivery place'), { by: 'source', width: 140 }),
    tripDate: date(tripDate, { by: 'server', width: 110 }),
    tripNo: integer(tripNo, { by: 'server', width: 60 }),
    stopNo: integer(stopNo, { by: 'server', width: 80 }),
    weightKg: decimal(weight, { by: 'server', decimals: 3, width: 100 }),
    plannedAt: instant(plannedAt, { by: 'server', width: 150 }),
    departedAt: instant(label('出发时间', 'Departed at'), { by: 'server', width: 150 }),
    deliveredAt: instant(label('送达时间', 'Delivered at'), { by: 'server', width: 150 }),
  },
  lines: {
    bin: reference(label('拣货货位', 'Bin'), 'bin', { by: 'source', width: 120 }),
    batch: text(label('批次', 'Batch'), { code: 'capitals', by: 'source', width: 110 }),
    ...carriedPieces,
    hazardClass: choice(label('危险类别', 'Hazard class'), hazardClasses, {
      by: 'server',
      width: 140,
    }),
    lineWeightKg: decimal(label('重量（kg）', 'Weight (kg)'), {
      by: 'server',
      decimals: 3,
      width: 100,
    }),
    acceptedQuantity: quantity(label('签收数量', 'Accepted'), {
      by: 'server',
      isTotalled: true,
      width: 100,
    }),
    refusedQuantity: quantity(label('拒收数量', 'Refused'), {
      by: 'server',
      isTotalled: true,
      width: 100,
    }),
  },
  relabel: {
    docNo: label('配送单号', 'Distribution order'),
    quantity: label('配送数量', 'Quantity'),
    sourceNo: label('出库单', 'Goods issue'),
  },
  states: {
    /** The goods have left their bin, the distribution order is on no trip yet. */
    waiting: state(label('待分配', 'To be allotted'), 'waiting'),
    /** The order is on a trip, with vehicle, driver and day. */
    allotted: state(label('已分配', 'Allotted'), 'waiting'),
    /**
     * The goods are on the vehicle, which has not left with them or came back without having delivered them. SAP:
     * loading completed.
     */
    loaded: state(label('已装车', 'Loaded'), 'active'),
    /** The driver is on his way to the unit. SAP: shipment start. */
    underWay: state(label('配送中', 'Under way'), 'active'),
    signed: state(label('已签收', 'Signed for'), 'done'),
    /** The unit has signed for a part, which is issued; the rest is on the vehicle. */
    partlyRefused: state(label('部分拒收', 'Partly refused'), 'partial'),
    refused: state(label('全部拒收', 'Refused'), 'failed'),
    completed: state(label('完成', 'Completed'), 'done'),
    ...cancelledState,
    reversed: state(label('已冲销', 'Reversed'), 'undone'),
  },
  initial: 'waiting',
  editable: [],
  due: { by: 'tripDate', states: ['allotted', 'loaded', 'underWay'], escalatesTo: 'allot' },
  source: {
    document: 'goods-issue',
    states: ['inDistribution'],
    header: [
      'companyCode',
      'plant',
      'storageLocation',
      'pickingUnit',
      'requester',
      'deliveryPlace',
    ],
    lines: [...copiedGoods, 'bin', 'batch', 'serialNumbers'],
    // The issue's own act makes it, of all its lines.
    checksOwnQuantity: true,
    consumesOpenQuantity: false,
  },
  actions: {
    // Onto a trip, or from one trip to another.
    allot: {
      label: label('分配', 'Allot'),
      from: ['waiting', 'allotted'],
      to: 'allotted',
      input: {
        vehicle: kept(
          'vehicle',
          reference(label('车辆', 'Vehicle'), 'vehicle', { required: true }),
        ),
        driver: kept('driver', reference(label('配送人', 'Driver'), 'driver', { required: true })),
        tripDate: date(tripDate, { required: true, isNotPast: true }),
        // Empty: the trip of that day that has not left yet.
        tripNo: integer(tripNo, { minimum: '1', maximum: '99' }),
        // Empty: after the others, or where the trip stops for the same place anyhow.
        stopNo: integer(stopNo, { minimum: '1', maximum: '999' }),
        // When the unit expects the goods.
        plannedAt: instant(plannedAt),
        // What the masters do not say; empty: by the materials.
        weightKg: decimal(weight, { minimum: '0.001', decimals: 3 }),
      },
    },
    withdrawAllotment: {
      label: label('撤销分配', 'Withdraw allotment'),
      from: ['allotted'],
      to: 'waiting',
      isUndo: true,
    },
    load: {
      label: label('装车', 'Load'),
      from: ['allotted'],
      to: 'loaded',
      functionCode: 'PSDZC',
    },
    unload: {
      label: label('卸车', 'Unload'),
      from: ['loaded'],
      to: 'allotted',
      functionCode: 'PSDZC',
      isUndo: true,
    },
    // Who loads the vehicle does not also drive off with it.
    depart: {
      label: label('出发', 'Depart'),
      from: ['loaded'],
      to: 'underWay',
      notBy: ['load'],
      functionCode: 'PSDPS',
    },
    // All of it, as usual: the name is enough.
    sign: {
      label: label('签收', 'Sign'),
      from: ['underWay'],
      to: 'signed',
      isPreviewed: true,
      functionCode: 'PSDPS',
      handsOver: { signer: 'receivedBy' },
      input: { receivedBy, mileageKm },
    },
    signPartly: {
      label: label('部分签收', 'Sign for a part'),
      from: ['underWay'],
      to: null,
      isPreviewed: true,
      isOptional: true,
      functionCode: 'PSDPS',
      handsOver: { signer: 'receivedBy' },
      input: { receivedBy, ...refusal, mileageKm },
      lineInput: {
        acceptedQuantity: quantity(label('签收数量', 'Accepted'), { required: true }),
        ...numberedPieces,
      },
      lineDefaults: { acceptedQuantity: 'quantity' },
      lineLimits: { acceptedQuantity: 'quantity' },
    },
    refuseAll: {
      label: label('全部拒收', 'Refuse all'),
      from: ['underWay'],
      to: 'refused',
      isOptional: true,
      isDangerous: true,
      functionCode: 'PSDPS',
      input: refusal,
    },
    // Nobody was there to sign: the goods are still on the vehicle.
    bringBack: {
      label: label('未送达带回', 'Bring back'),
      from: ['underWay'],
      to: 'loaded',
      functionCode: 'PSDPS',
      isOptional: true,
      isDangerous: true,
      input: keptReason('bringBackReason', label('带回原因', 'Reason'), reasonsOfNoDelivery),
    },
    // Another person than the driver counts what comes back.
    putBack: {
      label: label('拒收退回货位', 'Put back into the bin'),
      from: ['partlyRefused', 'refused'],
      to: 'completed',
      notBy: ['signPartly', 'refuseAll'],
      functionCode: 'PSDZC',
      isPreviewed: true,
    },
    cancel: {
      ...cancelAction({ label: label('取消配送', 'Cancel the delivery'), from: ['waiting'] }),
      isPreviewed: true,
      isOptional: true,
    },
    takeBack: {
      label: label('随出库冲销', 'Reverse with the issue'),
      from: ['signed', 'partlyRefused', 'completed'],
      to: 'reversed',
      isSystem: true,
    },
  },
  history: [
    {
      items: [itemBehindIssue.reservation, itemBehindIssue.salesOrder],
      event: 'underway',
      book: 'underway',
      quantity: 'quantity',
      except: ['signed', 'partlyRefused', 'refused', 'completed', 'cancelled', 'reversed'],
      posts: false,
    },
  ],
  refusals: [
    'trip-overloaded',
    'trip-weight-unknown',
    'trip-hazard-mixed',
    'trip-driver-differs',
    'trip-departed',
    'vehicle-not-licensed',
    'driver-not-qualified',
    'driver-is-another',
    'nothing-refused',
    'date-order',
  ],
  pages: {
    '/distribu/deliveryOrderDistribute': {
      kind: 'screen',
      states: ['waiting', 'allotted'],
      actions: ['allot', 'withdrawAllotment', 'cancel'],
      filters: ['docNo', 'state', 'pickingUnit', 'deliveryPlace', 'tripDate', 'vehicle'],
      columns: [
        'docNo',
        'state',
        'deliveryPlace',
        'pickingUnit',
        'requester',
        'tripDate',
        'vehicle',
        'tripNo',
        'stopNo',
        'driver',
        'weightKg',
        'storageLocation',
        'createdAt',
      ],
    },
    '/distribu/deliveryOrderEdit': {
      kind: 'step',
      states: ['allotted', 'loaded', 'underWay', 'partlyRefused', 'refused'],
      actions: [
        'load',
        'unload',
        'depart',
        'sign',
        'signPartly',
        'refuseAll',
        'bringBack',
        'putBack',
      ],
      filters: ['docNo', 'state', 'tripDate', 'vehicle', 'driver', 'pickingUnit'],
      columns: [
        'docNo',
        'state',
        'tripDate',
        'vehicle',
        'tripNo',
        'stopNo',
        'deliveryPlace',
        'pickingUnit',
        'requester',
        'driver',
        'plannedAt',
        'weightKg',
        'departedAt',
        'refusalReason',
      ],
      scans: 'docNo',
    },
    '/distribu/deliveryOrderSearch': {
      kind: 'query',
      level: 'line',
      filters: ['docNo', 'state', 'vehicle', 'tripDate', 'materialNo', 'pickingUnit'],
      columns: [
        'docNo',
        'lineNo',
        'state',
        'materialNo',
        'description',
        'quantity',
        'unit',
        'acceptedQuantity',
        'refusedQuantity',
        'deliveryPlace',
        'pickingUnit',
        'tripDate',
        'vehicle',
        'tripNo',
        'driver',
        'departedAt',
        'deliveredAt',
        'receivedBy',
        'refusalReason',
        'batch',
        'serialNumbers',
        'hazardClass',
        'sourceNo',
        'plant',
        'storageLocation',
      ],
    },
  },
})
