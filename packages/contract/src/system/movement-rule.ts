import { choice, flag, reference, text } from '../document/declare/field.ts'
import type { Fields } from '../document/declare/field.ts'
import { label, type Label } from '../document/declare/label.ts'
import { accountAssignments, movementBases } from '../document/movement-words.ts'
import { offBookPlace, stockPlaces } from '../document/stock-places.ts'
import { specialStocks, stockCategories } from '../document/declare/stock-words.ts'

// The fields of a movement rule (SAP接口配置, 移动类型规则). In its condition `*` matches anything, empty means none.

const any = { '*': label('任意', 'Any') } as const

/** The places of a condition: those whose goods are the plant's stock in the ERP are one place there. */
const rulePlaces: Readonly<Record<string, Label>> = {
  ...any,
  stock: stockPlaces.stock.label,
  [offBookPlace]: label('账外', 'Off book'),
  ...Object.fromEntries(
    Object.entries(stockPlaces).flatMap(([place, declared]) =>
      declared.erpView === 'outside' ? [[place, declared.label]] : [],
    ),
  ),
}

const distances = {
  ...any,
  'same-location': label('同一库存地点', 'Same storage location'),
  'other-location': label('其他库存地点', 'Other storage location'),
  'other-plant': label('其他工厂', 'Other plant'),
} as const

const referenceDocumentTypes = {
  B: label('采购订单', 'Purchase order'),
  F: label('生产订单', 'Production order'),
  L: label('交货单', 'Delivery'),
} as const

const withAny = <Words extends Readonly<Record<string, Label>>>(words: Words) => ({
  ...any,
  ...words,
})

/** What identifies a rule, and when it applies; fixed once it is made. */
export const movementRuleCondition = {
  purpose: text(label('业务', 'Purpose'), { required: true, lengthMax: 60, width: 220 }),
  companyCode: reference(label('公司（空为全部）', 'Company (empty: all)'), 'company', {
    width: 90,
  }),
  fromPlace: choice(label('从', 'From'), rulePlaces, { width: 100 }),
  fromCategory: choice(label('从类型', 'From category'), withAny(stockCategories), { width: 80 }),
  toPlace: choice(label('到', 'To'), rulePlaces, { width: 100 }),
  toCategory: choice(label('到类型', 'To category'), withAny(stockCategories), { width: 80 }),
  distance: choice(label('距离', 'Distance'), distances, { width: 110 }),
  fromSpecialStock: choice(label('从特殊库存', 'From special'), withAny(specialStocks), {
    width: 90,
  }),
  toSpecialStock: choice(label('到特殊库存', 'To special'), withAny(specialStocks), { width: 90 }),
  accountAssignment: choice(label('科目分配', 'Account assignment'), withAny(accountAssignments), {
    width: 120,
  }),
  basis: choice(label('参照', 'Basis'), withAny(movementBases), { width: 110 }),
} as const satisfies Fields

/** What a rule determines; changed with approval. */
export const movementRuleResult = {
  movementType: text(label('移动类型', 'Movement type'), {
    required: true,
    lengthMax: 3,
    width: 90,
  }),
  reversalMovementType: text(label('冲销类型', 'Reversal type'), {
    required: true,
    lengthMax: 3,
    width: 90,
  }),
  goodsMovementCode: text(label('移动代码', 'Goods movement code'), {
    required: true,
    lengthMax: 2,
    width: 80,
  }),
  referenceDocumentType: choice(label('参照凭证类型', 'Reference type'), referenceDocumentTypes, {
    width: 110,
  }),
  movementReason: text(label('移动原因', 'Reason for movement'), { lengthMax: 4, width: 90 }),
  isReasonRequired: flag(label('须有移动原因', 'Needs a reason'), { width: 100 }),
  costCenter: text(label('默认成本中心', 'Default cost centre'), { lengthMax: 10, width: 100 }),
  isAccountRequired: flag(label('须有成本对象', 'Needs a cost object'), { width: 100 }),
  isOnlyPrescribed: flag(label('仅按预留', 'Only as reserved'), { width: 90 }),
  isActive: flag(label('启用', 'Active'), { width: 70 }),
} as const satisfies Fields

/** The form of a rule's purpose, its name within the company: `receipt-for-purchase-order`. */
export const purposePattern = /^[a-z][a-z0-9-]{1,59}$/

/** The codes of a choice, and '' for none. */
export const codesOf = (field: {
  choices: Readonly<Record<string, Label>>
}): [string, ...string[]] => ['', ...Object.keys(field.choices)]
