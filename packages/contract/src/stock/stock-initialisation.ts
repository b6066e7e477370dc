import { defineDocument } from '../document/declare/define-document.ts'
import { date, money } from '../document/declare/field.ts'
import { goodsInBin, placeFields } from '../document/declare/goods-place.ts'
import { label } from '../document/declare/label.ts'
import { postingLifecycle } from '../document/declare/posting-lifecycle.ts'
import { submissionLifecycle } from '../document/declare/submission-lifecycle.ts'

// Stock: balances, moves and initial quantities of storage locations (domain.md 1.4 and 2).

const submission = submissionLifecycle({
  submit: label('提交审核', 'Submit for review'),
  submitted: label('待审核', 'Awaiting review'),
  accept: {
    action: 'initialise',
    label: label('初始化', 'Initialise'),
    state: 'initialised',
    accepted: label('已初始化', 'Initialised'),
  },
})
const posting = postingLifecycle({
  from: ['initialised'],
  notBy: ['create', 'submit', 'initialise'],
})

/**
 * Stock initialisation 库存初始化: initial quantities, once per storage location, no longer possible after its first other
 * movement. Because it makes stock out of nothing, one person enters it, a second one makes it stock, and a third one
 * posts it.
 */
export const stockInitialisation = defineDocument({
  name: 'stock-initialisation',
  area: 'stock',
  label: label('库存初始化单', 'Stock initialisation'),
  prefix: 'QC',
  posts: true,
  header: {
    ...placeFields,
    ...submission.header,
    ...posting.header,
  },
  lines: {
    ...goodsInBin,
    productionDate: date(label('生产日期', 'Production date'), { width: 110 }),
    expiryDate: date(label('有效期至', 'Expiry date'), { width: 110 }),
    amount: money(label('期初金额', 'Opening amount'), {
      isAmount: true,
      isTotalled: true,
      minimum: '0',
      width: 110,
    }),
  },
  relabel: {
    docNo: label('初始化单号', 'Stock initialisation'),
    quantity: label('期初数量', 'Opening quantity'),
  },
  states: {
    ...submission.states,
    ...posting.states,
  },
  ...submission.entry,
  actions: {
    ...submission.actions,
    ...posting.actions,
  },
  refusals: [
    ...posting.refusals,
    'initialisation-closed',
    'initialisation-repeated',
    'expiry-required',
    'material-unknown',
    'storage-location-unknown',
  ],
  pages: {
    '/Stock/stockInitialization': {
      kind: 'maintain',
      creates: true,
      states: [
        'draft',
        'submitted',
        'returned',
        'initialised',
        'reversalRequested',
        'reversalApproved',
      ],
      actions: [
        'submit',
        'initialise',
        'refuse',
        'post',
        'requestReversal',
        'approveReversal',
        'refuseReversal',
        'reverse',
        'reversePhysical',
      ],
      actionAfterCreate: 'submit',
      filters: ['docNo', 'state', 'erpState', 'plant', 'storageLocation'],
    },
  },
})
