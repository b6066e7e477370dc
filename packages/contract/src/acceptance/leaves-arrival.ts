import {
  carriedBatchFields,
  copiedOrder,
  orderFields,
  supplierReference,
} from '../delivery/goods-fields.ts'
import { copiedGoods } from '../document/declare/common-fields.ts'
import { state } from '../document/declare/define-document.ts'
import { reference, text } from '../document/declare/field.ts'
import { label, type Label } from '../document/declare/label.ts'
import { postingLifecycle } from '../document/declare/posting-lifecycle.ts'
import { carriedPieces } from '../document/declare/serial-numbers.ts'
import { keptReason, reasonsOfWithdrawal } from '../document/declare/reason.ts'
import { erpStatesNotInBooks } from '../document/declare/erp-state.ts'
import { itemOfOrder } from '../external-documents/items.ts'
import { specialStockFields } from '../external-documents/mirror.ts'
import { lineOfArrival } from '../receiving/line-of-arrival.ts'

const source = {
  document: 'inspection-order',
  states: ['qualified', 'partlyQualified', 'unqualified'],
  header: ['companyCode', 'supplierNo', 'plant', 'storageLocation'],
  lines: [...copiedGoods, ...copiedOrder, 'batch', 'bin'],
  checksOwnQuantity: true,
  consumesOpenQuantity: false,
} as const

/** @param columns after the bin */
const queryPage = <const Column extends string>(columns: readonly Column[]) =>
  ({
    kind: 'query',
    level: 'line',
    filters: ['docNo', 'state', 'erpState', 'supplierNo', 'materialNo', 'purchaseOrderNo'],
    columns: [
      'docNo',
      'lineNo',
      'state',
      'erpState',
      'supplierNo',
      'materialNo',
      'description',
      'quantity',
      'unit',
      'batch',
      'bin',
      ...columns,
      'purchaseOrderNo',
      'purchaseOrderLine',
      'arrivalNo',
      'sourceNo',
      'plant',
      'storageLocation',
      'materialDocument',
      'createdByName',
      'createdAt',
    ],
  }) as const

/** Where the decision is withdrawn, after the reversal in the ERP. */
const withdrawalPage = {
  kind: 'maintain',
  edits: false,
  states: ['recorded', 'reversalRequested', 'reversalApproved'],
  actions: ['reversePhysical'],
  filters: ['docNo', 'state', 'erpState', 'supplierNo', 'storageLocation'],
} as const

/**
 * What documents have in common that the system makes with the decision of an inspection about pieces that are gone: they leave
 * the goods of their arrival at once and reach the ERP with it. Such a document ends with the decision while it is in no books,
 * otherwise it is reversed by itself first.
 * @param labels of the acts `record` and `reversePhysical`
 */
export function leavesArrival(labels: { record: Label; reversePhysical: Label }) {
  const posting = postingLifecycle({
    from: ['recorded'],
    reversePhysical: { label: labels.reversePhysical },
  })
  return {
    /** To be spread into the declaration. */
    declaration: {
      area: 'acceptance',
      posts: true,
      header: {
        supplierNo: reference(label('供应商', 'Supplier'), 'supplier', {
          by: 'source',
          width: 180,
        }),
        ...posting.header,
      },
      states: { recorded: state(label('已登记', 'Recorded'), 'done'), ...posting.states },
      initial: 'recorded',
      editable: [],
      source,
      actions: {
        record: {
          label: labels.record,
          from: ['recorded'],
          to: null,
          isSystem: true,
          isPreviewed: true,
        },
        ...posting.actions,
        withdraw: {
          label: label('随结论撤回', 'Withdraw with the decision'),
          from: ['recorded'],
          to: 'reversed',
          erpFrom: erpStatesNotInBooks,
          isSystem: true,
          isPreviewed: true,
          input: keptReason('reversalReason', label('撤回原因', 'Reason'), reasonsOfWithdrawal),
        },
      },
    },
    /** The goods as the inspection has them. */
    lines: {
      ...orderFields,
      batch: carriedBatchFields.batch,
      ...carriedPieces,
      bin: reference(label('到货货位', 'Receiving bin'), 'bin', { by: 'source', width: 120 }),
      arrivalNo: text(label('到货单', 'Arrival record'), { by: 'server', width: 150 }),
      reference: { ...supplierReference.reference, by: 'server' },
    },
    /** The stock that they left. */
    stock: {
      stockCategory: text(label('库存类型', 'Stock category'), { by: 'server', width: 80 }),
      specialStock: { ...specialStockFields.specialStock, by: 'server' },
      specialStockReference: { ...specialStockFields.specialStockReference, by: 'server' },
    },
    /** One event of the order item and of the line of the arrival. */
    event: {
      items: [itemOfOrder, lineOfArrival],
      book: 'stock',
      quantity: 'quantity',
      except: ['reversed'],
      posts: true,
    },
    refusals: posting.refusals,
    /** @param columns of the query, after the bin */
    pages: <const Column extends string = never>(columns: readonly Column[] = []) =>
      ({
        '/preQualityInspectionNotice/preQualityInspectionNoticeMonadQuery': queryPage(columns),
        // It is posted with its arrival, or at once if that is posted; a poster acts if the ERP refuses it.
        ...posting.pages({
          filters: ['supplierNo', 'plant', 'storageLocation', 'createdAt'],
          post: {
            path: '/receive/receivePosting',
            erpStates: ['posting', 'failed', 'partlyPosted', 'cancelledInErp'],
          },
          reversal: '/receive/receiveWriteoff',
          approval: '/receive/receiveWriteoffAudit',
        }),
        '/preQualityInspectionNotice/preQualityInspectionOrders': withdrawalPage,
      }) as const,
  } as const
}
