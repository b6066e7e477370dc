import { defineDocument, state } from '../document/declare/define-document.ts'
import { date, kept, quantity, reference, text } from '../document/declare/field.ts'
import { placeFields } from '../document/declare/goods-place.ts'
import { label } from '../document/declare/label.ts'
import { cancelAction, cancelledState } from '../document/declare/submission-lifecycle.ts'
import { quotaLabels } from './quota-words.ts'

/**
 * Replenishment request 补库申请单: what is missing to the quotas of a storage location is asked for once (domain.md 1.4,
 * 补库建议). As long as it stands, its quantities are reckoned in, so that nobody asks for them again; once the purchase
 * request is in SAP, its mirror counts instead.
 */
export const replenishmentRequest = defineDocument({
  name: 'replenishment-request',
  area: 'safe-stock',
  label: label('补库申请单', 'Replenishment request'),
  prefix: 'BK',
  linesMax: 500,
  header: {
    ...placeFields,
    requiredDate: date(label('需求日期', 'Required by'), {
      required: true,
      isNotPast: true,
      width: 110,
    }),
    purchaseRequester: text(label('请购人', 'Purchase requester'), { by: 'server', width: 110 }),
  },
  lines: {
    materialNo: reference(label('物料编码', 'Material'), 'material', {
      required: true,
      width: 130,
    }),
    quantity: quantity(label('申请数量', 'Requested'), {
      required: true,
      isTotalled: true,
      width: 100,
    }),
    targetQuantity: quantity(quotaLabels.maximumQuantity, { by: 'server', width: 100 }),
    coveredQuantity: quantity(label('已有及在途', 'In stock and coming'), {
      by: 'server',
      width: 110,
    }),
    missingQuantity: quantity(label('补库建议', 'Missing'), { by: 'server', width: 100 }),
  },
  relabel: { docNo: label('补库申请单号', 'Replenishment request') },
  states: {
    draft: state(label('草稿', 'Draft'), 'draft'),
    /** What is missing was asked for, and is reckoned in from then on. */
    requested: state(label('已提出', 'Requested'), 'active'),
    /** The purchase request is in SAP, whose mirror counts instead. */
    placed: state(label('已转采购申请', 'Purchase requested'), 'done'),
    ...cancelledState,
  },
  initial: 'draft',
  editable: ['draft'],
  due: { by: 'requiredDate', states: ['requested'], escalatesTo: 'place' },
  actions: {
    submit: {
      label: label('提出', 'Request'),
      from: ['draft'],
      to: 'requested',
      aloneBecause: label(
        '只是请求，不采购、不动库存；采购申请在 SAP 另行审批',
        'It only asks: nothing is bought or moved, and the purchase request is released in SAP',
      ),
    },
    place: {
      label: label('登记采购申请', 'Register the purchase request'),
      from: ['requested'],
      to: 'placed',
      input: {
        purchaseRequestNo: kept(
          'purchaseRequestNo',
          text(label('采购申请号', 'Purchase request no.'), {
            code: 'alpha',
            required: true,
            lengthMax: 20,
          }),
        ),
      },
    },
    cancel: {
      ...cancelAction({
        from: ['requested'],
        reasons: [
          label('需求取消', 'No longer needed'),
          label('由调拨满足', 'Covered by a transfer'),
          label('录入错误', 'Entered wrongly'),
        ],
      }),
      isOptional: true,
      isUndo: true,
    },
  },
  refusals: ['quota-missing', 'replenishment-repeated', 'quota-repeated', 'quota-not-requested-by'],
  pages: {
    '/accountManage/quotaReplenishStoreStatistic': {
      kind: 'maintain',
      creates: true,
      states: ['draft', 'requested'],
      actions: ['submit', 'place', 'cancel'],
      actionAfterCreate: 'submit',
      filters: ['docNo', 'state', 'plant', 'storageLocation', 'requiredDate', 'createdAt'],
    },
  },
})
