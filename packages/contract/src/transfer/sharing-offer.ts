import { defineDocument, state } from '../document/declare/define-document.ts'
import { date, kept, quantity, reference, text } from '../document/declare/field.ts'
import { placeFields } from '../document/declare/goods-place.ts'
import { label } from '../document/declare/label.ts'
import { keptReason } from '../document/declare/reason.ts'

/** The function code of keepers, who answer for their goods. */
const ofKeeper = 'GXWZDF'

const reasonsOfNoOffer = [
  label('已安排自用', 'Planned for our own use'),
  label('实物状态不宜调出', 'The goods are not in a state to leave'),
  label('数量不足', 'Not enough of it'),
] as const

/**
 * Sharing offer 共享物资答复: what another company has asked for, in the company that has the goods. Its keeper answers with a
 * quantity and a day, or refuses with a reason; the answer stands on the other company's request in the same transaction.
 */
export const sharingOffer = defineDocument({
  name: 'sharing-offer',
  area: 'transfer',
  label: label('共享物资答复', 'Sharing offer'),
  prefix: 'GD',
  goodsFollow: true,
  linesMax: 1,
  header: {
    ...placeFields,
    askingCompany: text(label('需方公司', 'Asking company'), { by: 'server', width: 90 }),
    askingPlant: text(label('需方工厂', 'Asking plant'), { by: 'server', width: 90 }),
    requestNo: text(label('对方申请单', 'Request of the other company'), {
      by: 'server',
      width: 140,
    }),
    requestedByName: text(label('申请人', 'Requested by'), { by: 'server', width: 90 }),
    contact: text(label('联系方式', 'Contact'), { by: 'server', width: 120 }),
    neededBy: date(label('需用日期', 'Needed by'), { by: 'server', width: 100 }),
    answerBy: date(label('答复期限', 'Answer by'), { by: 'server', width: 100 }),
    purpose: text(label('用途', 'Purpose'), { by: 'server', width: 160 }),
  },
  lines: {
    materialNo: reference(label('物料编码', 'Material'), 'material', {
      required: true,
      width: 130,
    }),
    offeredQuantity: quantity(label('可供数量', 'Offered quantity'), { by: 'server', width: 100 }),
  },
  relabel: {
    docNo: label('答复单号', 'Sharing offer'),
    quantity: label('申请数量', 'Quantity asked for'),
  },
  states: {
    open: state(label('待答复', 'To be answered'), 'waiting'),
    offered: state(label('可供', 'Offered'), 'done'),
    refused: state(label('不供', 'Not offered'), 'failed'),
    withdrawn: state(label('对方已撤回', 'Withdrawn by the other company'), 'cancelled'),
    expired: state(label('已过期', 'Expired'), 'cancelled'),
  },
  initial: 'open',
  editable: [],
  actions: {
    offer: {
      label: label('答复可供', 'Offer'),
      from: ['open'],
      to: 'offered',
      functionCode: ofKeeper,
      input: {
        offeredDate: kept(
          'offeredDate',
          date(label('可供日期', 'Offered date'), { required: true, isNotPast: true }),
        ),
        remark: kept('answerRemark', text(label('答复说明', 'Remark'), { lengthMax: 200 })),
      },
      lineInput: {
        offeredQuantity: quantity(label('可供数量', 'Offered quantity'), {
          required: true,
          width: 110,
        }),
      },
      lineDefaults: { offeredQuantity: 'quantity' },
      lineLimits: { offeredQuantity: 'quantity' },
    },
    refuse: {
      label: label('答复不供', 'Refuse'),
      from: ['open'],
      to: 'refused',
      functionCode: ofKeeper,
      isDangerous: true,
      input: keptReason('answerRemark', label('不供原因', 'Reason'), reasonsOfNoOffer),
    },
    withdrawElsewhere: {
      label: label('对方撤回', 'Withdrawn by the other company'),
      from: ['open', 'offered'],
      to: 'withdrawn',
      isSystem: true,
    },
    expire: {
      label: label('过期', 'Expire'),
      from: ['open'],
      to: 'expired',
      isSystem: true,
    },
  },
  due: { by: 'answerBy', states: ['open'], escalatesTo: 'offer' },
  refusals: ['sharing-not-free'],
  pages: {
    '/Stock/shareStockSearch': {
      kind: 'screen',
      states: ['open', 'offered', 'refused', 'withdrawn', 'expired'],
      actions: ['offer', 'refuse'],
      level: 'line',
      filters: ['docNo', 'state', 'materialNo', 'askingCompany', 'neededBy', 'answerBy'],
      columns: [
        'docNo',
        'state',
        'materialNo',
        'description',
        'quantity',
        'neededBy',
        'answerBy',
        'offeredQuantity',
        'offeredDate',
        'answerRemark',
        'askingCompany',
        'askingPlant',
        'requestedByName',
        'contact',
        'purpose',
        'requestNo',
        'storageLocation',
        'plant',
      ],
    },
  },
})
