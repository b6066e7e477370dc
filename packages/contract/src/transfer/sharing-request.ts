import { defineDocument, state } from '../document/declare/define-document.ts'
import { date, quantity, reference, text } from '../document/declare/field.ts'
import { placeFields } from '../document/declare/goods-place.ts'
import { label } from '../document/declare/label.ts'
import { keptReason } from '../document/declare/reason.ts'

// A company asks another one of the group for goods that lie free there (domain.md 1.4, 共享): a document in each of the two,
// tied to each other (domain.md 2.7).

const reasonsOfWithdrawal = [
  label('已从别处解决', 'Found elsewhere'),
  label('不再需要', 'No longer needed'),
  label('数量或日期填写错误', 'Wrong quantity or date'),
] as const

/** What both documents say of the goods. */
const asked = {
  materialNo: reference(label('物料编码', 'Material'), 'material', { required: true, width: 130 }),
  offeredQuantity: quantity(label('可供数量', 'Offered quantity'), { by: 'server', width: 100 }),
} as const

/**
 * Sharing request 共享物资申请: one material of one storage location of another company, how much of it and by when. Its keeper
 * answers with his document (`sharing-offer`); what he answers stands here. Nothing is reserved or moved by it: the goods go
 * with an internal order, like all goods between companies.
 */
export const sharingRequest = defineDocument({
  name: 'sharing-request',
  area: 'transfer',
  label: label('共享物资申请', 'Sharing request'),
  prefix: 'GX',
  goodsFollow: true,
  linesMax: 1,
  header: {
    ...placeFields,
    supplyingCompany: text(label('供方公司', 'Supplying company'), {
      required: true,
      lengthMax: 4,
      width: 90,
    }),
    supplyingPlant: text(label('供方工厂', 'Supplying plant'), {
      required: true,
      lengthMax: 4,
      width: 90,
    }),
    supplyingStorageLocation: text(label('供方库存地点', 'Supplying location'), {
      required: true,
      lengthMax: 4,
      width: 110,
    }),
    neededBy: date(label('需用日期', 'Needed by'), { required: true, isNotPast: true, width: 100 }),
    purpose: text(label('用途', 'Purpose'), { required: true, lengthMax: 200, width: 160 }),
    contact: text(label('联系方式', 'Contact'), { lengthMax: 60, width: 120 }),
    offerNo: text(label('对方答复单', 'Answer of the other company'), {
      by: 'server',
      width: 140,
    }),
    offeredDate: date(label('可供日期', 'Offered date'), { by: 'server', width: 100 }),
    answerRemark: text(label('对方答复', 'What they answered'), { by: 'server', width: 180 }),
    answeredByName: text(label('答复人', 'Answered by'), { by: 'server', width: 90 }),
  },
  lines: asked,
  relabel: {
    docNo: label('申请单号', 'Sharing request'),
    quantity: label('申请数量', 'Quantity asked for'),
  },
  states: {
    draft: state(label('草稿', 'Draft'), 'draft'),
    /** The other company has not answered yet. */
    asked: state(label('待对方答复', 'Awaiting the other company'), 'waiting'),
    offered: state(label('对方可供', 'Offered'), 'done'),
    refused: state(label('对方不供', 'Not offered'), 'failed'),
    withdrawn: state(label('已撤回', 'Withdrawn'), 'cancelled'),
    expired: state(label('已过期', 'Expired'), 'cancelled'),
  },
  initial: 'draft',
  editable: ['draft'],
  actions: {
    submit: { label: label('发出申请', 'Send the request'), from: ['draft'], to: 'asked' },
    withdraw: {
      label: label('撤回申请', 'Withdraw the request'),
      from: ['asked', 'offered'],
      to: 'withdrawn',
      isDangerous: true,
      isOptional: true,
      input: keptReason(
        'withdrawalReason',
        label('撤回原因', 'Reason of withdrawal'),
        reasonsOfWithdrawal,
      ),
    },
    takeOffer: {
      label: label('对方答复可供', 'Offered by the other company'),
      from: ['asked'],
      to: 'offered',
      isSystem: true,
    },
    takeRefusal: {
      label: label('对方答复不供', 'Refused by the other company'),
      from: ['asked'],
      to: 'refused',
      isSystem: true,
    },
    expire: {
      label: label('过期', 'Expire'),
      from: ['asked'],
      to: 'expired',
      isSystem: true,
    },
  },
  refusals: ['sharing-own-company', 'sharing-place-unknown', 'sharing-not-free'],
  pages: {
    '/Stock/shareStockSearch': {
      kind: 'screen',
      creates: true,
      edits: true,
      states: ['draft', 'asked', 'offered', 'refused', 'withdrawn', 'expired'],
      actions: ['submit', 'withdraw'],
      level: 'line',
      filters: ['docNo', 'state', 'materialNo', 'supplyingCompany', 'neededBy', 'createdAt'],
      columns: [
        'docNo',
        'state',
        'materialNo',
        'quantity',
        'neededBy',
        'offeredQuantity',
        'offeredDate',
        'answerRemark',
        'description',
        'supplyingCompany',
        'supplyingPlant',
        'supplyingStorageLocation',
        'answeredByName',
        'purpose',
        'createdByName',
        'createdAt',
      ],
    },
  },
})
