import { defineDocument, state } from '../document/declare/define-document.ts'
import { date, money } from '../document/declare/field.ts'
import { goodsInBin, placeFields } from '../document/declare/goods-place.ts'
import { label } from '../document/declare/label.ts'
import { postingLifecycle } from '../document/declare/posting-lifecycle.ts'

// Stock: balances, moves and initial quantities of storage locations (domain.md 1.4 and 2).

const posting = postingLifecycle({
  from: ['initialised'],
  reversePhysical: { from: ['initialised'], asksReason: false },
})

/**
 * Stock initialisation 库存初始化: initial quantities, once per storage location, no longer possible after its first other
 * movement.
 */
export const stockInitialisation = defineDocument({
  name: 'stock-initialisation',
  area: 'stock',
  label: label('库存初始化单', 'Stock initialisation'),
  prefix: 'QC',
  posts: true,
  header: {
    ...placeFields,
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
    draft: state(label('草稿', 'Draft'), 'draft'),
    initialised: state(label('已初始化', 'Initialised'), 'done'),
    ...posting.states,
  },
  initial: 'draft',
  editable: ['draft'],
  actions: {
    initialise: {
      label: label('初始化', 'Initialise'),
      from: ['draft'],
      to: 'initialised',
      isPreviewed: true,
    },
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
      states: ['draft', 'initialised'],
      actions: ['initialise', 'post', 'reverse', 'reversePhysical'],
      actionAfterCreate: 'initialise',
      filters: ['docNo', 'state', 'erpState', 'plant', 'storageLocation'],
    },
  },
})
