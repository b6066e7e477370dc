import { defineDocument } from '../document/declare/define-document.ts'
import { flag, integer, quantity, text } from '../document/declare/field.ts'
import { label } from '../document/declare/label.ts'
import {
  accountAssignment,
  mirrorHeader,
  mirrorLine,
  mirrorStates,
  reservedMovementType,
  salesOrderItem,
  specialStockFields,
} from './mirror.ts'

/**
 * Reservation 预留 (RKPF/RESB): demand planned in the ERP, one movement type and one account assignment. SAP:
 * reservation (RKPF, RESB).
 */
export const reservation = defineDocument({
  name: 'reservation',
  area: 'external-documents',
  label: label('需求计划预留', 'Reservation'),
  prefix: '',
  isMirror: true,
  header: {
    recipientName: text(label('收货方', 'Recipient'), { by: 'server', width: 120 }),
    ...accountAssignment,
    ...mirrorHeader,
  },
  lines: {
    ...mirrorLine,
    reservationNo: text(label('预留号', 'Reservation'), {
      code: 'alpha',
      by: 'server',
      width: 110,
    }),
    reservationLine: integer(label('预留行', 'Reservation item'), { by: 'server', width: 70 }),
    ...reservedMovementType,
    ...salesOrderItem,
    batch: text(label('批次', 'Batch'), { code: 'capitals', by: 'server', width: 110 }),
    withdrawnQuantity: quantity(label('ERP 已提取数量', 'Withdrawn in ERP'), {
      by: 'server',
      width: 120,
    }),
    isMovementAllowed: flag(label('允许移动', 'Movement allowed'), { by: 'server', width: 80 }),
    itemText: text(label('行文本', 'Item text'), { by: 'server', width: 160 }),
    ...specialStockFields,
  },
  relabel: {
    docNo: label('预留号', 'Reservation'),
    quantity: label('需求数量', 'Required'),
    doneQuantity: label('已申请数量', 'Requested'),
    closedQuantity: label('ERP 另行提取', 'Withdrawn otherwise'),
  },
  states: mirrorStates,
  initial: 'synced',
  editable: [],
  actions: {},
  pages: {
    '/dataCenter/reservedSearch': {
      kind: 'query',
      level: 'line',
      filters: ['docNo', 'materialNo', 'plant', 'deliveryDate', 'wbsElement', 'progress'],
      columns: [
        'docNo',
        'lineNo',
        'progress',
        'movementType',
        'materialNo',
        'description',
        'specification',
        'unit',
        'quantity',
        'doneQuantity',
        'heldQuantity',
        'withdrawnQuantity',
        'openQuantity',
        'deliveryDate',
        'plant',
        'storageLocation',
        'costCenter',
        'wbsElement',
        'orderNo',
        'assetNo',
        'specialStock',
        'specialStockReference',
        'recipientName',
        'isMovementAllowed',
        'isCompleted',
        'isDeleted',
        'syncedAt',
      ],
    },
  },
})
