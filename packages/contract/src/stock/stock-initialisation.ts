import { numberedPieces } from '../document/declare/serial-numbers.ts'
import { defineDocument } from '../document/declare/define-document.ts'
import { choice, date, money, quantity, reference, text } from '../document/declare/field.ts'
import { goodsInBin, placeFields, weighedGoods } from '../document/declare/goods-place.ts'
import { label } from '../document/declare/label.ts'
import { postingLifecycle } from '../document/declare/posting-lifecycle.ts'
import { submissionLifecycle } from '../document/declare/submission-lifecycle.ts'
import { specialStocks } from '../document/declare/stock-words.ts'

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

/** Where initial stock comes from. */
export const stockOrigins = {
  erp: label('SAP 已有库存', 'Already in the ERP'),
  new: label('SAP 尚无库存', 'New to the ERP'),
} as const

/**
 * Stock initialisation 库存初始化: initial quantities, once per storage location, no longer possible after its first other
 * movement. What the ERP holds already is taken over: it is compared key by key with the ERP's stock, enters both books
 * here and is not sent, and only differences are posted, as count differences. What is new to the ERP is posted there
 * (trade review 1). Because it makes stock out of nothing, one person enters it, a second one makes it stock, and a third one
 * posts it. SAP: initial entry (561).
 */
export const stockInitialisation = defineDocument({
  name: 'stock-initialisation',
  area: 'stock',
  label: label('库存初始化单', 'Stock initialisation'),
  prefix: 'QC',
  posts: true,
  // All that a storage location holds is taken over in one document.
  linesMax: 5000,
  header: {
    ...placeFields,
    origin: choice(label('库存来源', 'Origin of the stock'), stockOrigins, {
      required: true,
      usual: 'erp',
      width: 130,
    }),
    ...submission.header,
    ...posting.header,
  },
  lines: {
    ...goodsInBin,
    ...weighedGoods,
    ...numberedPieces,
    valuationType: reference(label('评估类型', 'Valuation type'), 'valuation-type', {
      width: 100,
    }),
    specialStock: choice(label('特殊库存', 'Special stock'), specialStocks, { width: 90 }),
    specialStockReference: text(label('特殊库存参考', 'Special stock reference'), {
      code: 'filled',
      lengthMax: 40,
      width: 120,
    }),
    quantity: quantity(label('期初数量', 'Opening quantity'), {
      required: true,
      mayBeZero: true,
      isTotalled: true,
      width: 110,
    }),
    // Of stock taken over: of the ERP's quantity of the key, what falls to this line.
    erpQuantity: quantity(label('SAP 数量', 'ERP quantity'), {
      by: 'server',
      isTotalled: true,
      width: 110,
    }),
    differenceQuantity: quantity(label('差异数量', 'Difference'), {
      by: 'server',
      isTotalled: true,
      width: 110,
    }),
    differenceReason: text(label('差异原因', 'Reason of difference'), {
      lengthMax: 200,
      width: 160,
    }),
    productionDate: date(label('生产日期', 'Production date'), { width: 110 }),
    expiryDate: date(label('有效期至', 'Expiry date'), { width: 110 }),
    amount: money(label('期初金额', 'Opening amount'), {
      isTotalled: true,
      minimum: '0',
      width: 110,
    }),
  },
  relabel: {
    docNo: label('初始化单号', 'Stock initialisation'),
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
    'batch-data-differs',
    'batch-data-mixed',
    'expiry-required',
    'expiry-before-production',
    'production-in-future',
    'material-unknown',
    'storage-location-unknown',
    'quantity-not-positive',
    'special-stock-incomplete',
    'erp-stock-not-read',
    'erp-stock-changed',
    'erp-stock-not-listed',
    'erp-stock-not-takeable',
    'erp-stock-exists',
    'difference-unexplained',
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
      filters: ['docNo', 'state', 'erpState', 'origin', 'plant', 'storageLocation'],
    },
  },
})
