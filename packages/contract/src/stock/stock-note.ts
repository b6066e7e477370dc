import { copiedGoods } from '../document/declare/common-fields.ts'
import { defineDocument, state } from '../document/declare/define-document.ts'
import { choice, date, quantity, text } from '../document/declare/field.ts'
import { goodsInBin, placeFields } from '../document/declare/goods-place.ts'
import { label } from '../document/declare/label.ts'
import { keptReason } from '../document/declare/reason.ts'
import { specialStocks, stockCategories } from '../document/declare/stock-words.ts'

// Notes on rows of the stock (domain.md 1.4, 备注): written once and never changed.

const reasonsOfWithdrawal = [
  label('写错了库存行', 'On the wrong row'),
  label('情况已处理', 'It has been dealt with'),
  label('内容有误', 'It is wrong'),
] as const

/**
 * Stock note 库存备注: what a storekeeper has to say of a row of the stock, with the day until which it matters, and with
 * pictures or files. It is corrected by a further note that names it, or taken back by who has written it; what it said stays.
 */
export const stockNote = defineDocument({
  name: 'stock-note',
  area: 'stock',
  label: label('库存备注', 'Stock note'),
  prefix: 'BZ',
  linesMax: 1,
  header: {
    ...placeFields,
    noteText: text(label('备注内容', 'Note'), {
      required: true,
      lengthMax: 500,
      multiline: true,
      width: 260,
    }),
    relevantUntil: date(label('有效至', 'Matters until'), { isNotPast: true, width: 100 }),
    // Who may take it back; the name alone may be that of two people.
    authorAccount: text(label('备注人账号', 'Account of the author'), { by: 'server', width: 110 }),
    correctsNo: text(label('更正的备注', 'Corrects note'), { lengthMax: 20, width: 130 }),
  },
  lines: {
    ...goodsInBin,
    stockCategory: choice(
      label('库存类型', 'Stock category'),
      {
        UU: stockCategories.UU,
        QI: stockCategories.QI,
        BL: stockCategories.BL,
        GRB: stockCategories.GRB,
      },
      { required: true, usual: 'UU', width: 100 },
    ),
    specialStock: choice(label('特殊库存', 'Special stock'), specialStocks, { width: 90 }),
    specialStockReference: text(label('特殊库存参考', 'Special stock reference'), {
      code: 'filled',
      lengthMax: 24,
      width: 120,
    }),
    quantity: quantity(label('备注时库存', 'Stock at the time'), {
      by: 'server',
      required: true,
      width: 100,
    }),
  },
  relabel: { docNo: label('备注号', 'Stock note') },
  states: {
    draft: state(label('草稿', 'Draft'), 'draft'),
    /** It is neither corrected nor withdrawn. */
    standing: state(label('有效', 'Standing'), 'done'),
    /** A later note on the same row corrects it. */
    corrected: state(label('已更正', 'Corrected'), 'undone'),
    withdrawn: state(label('已撤回', 'Withdrawn'), 'cancelled'),
  },
  initial: 'draft',
  editable: ['draft'],
  stockLines: {
    query: 'stock',
    where: { place: 'stock', book: 'ERP' },
    header: ['companyCode', 'plant', 'storageLocation'],
    lines: [
      ...copiedGoods,
      'bin',
      'batch',
      'stockCategory',
      'specialStock',
      'specialStockReference',
    ],
  },
  actions: {
    record: { label: label('记下备注', 'Record the note'), from: ['draft'], to: 'standing' },
    withdraw: {
      label: label('撤回备注', 'Withdraw the note'),
      from: ['standing'],
      to: 'withdrawn',
      isDangerous: true,
      isOptional: true,
      input: keptReason(
        'withdrawalReason',
        label('撤回原因', 'Reason of withdrawal'),
        reasonsOfWithdrawal,
      ),
    },
    correct: {
      label: label('由后来的备注更正', 'Corrected by a later note'),
      from: ['standing'],
      to: 'corrected',
      isSystem: true,
    },
  },
  refusals: ['note-of-somebody-else', 'note-not-to-correct'],
  pages: {
    '/Stock/stockSearchRemark': {
      kind: 'screen',
      creates: true,
      edits: true,
      states: ['draft', 'standing', 'corrected', 'withdrawn'],
      actions: ['record', 'withdraw'],
      level: 'line',
      filters: ['noteText', 'materialNo', 'createdByName', 'createdAt', 'state', 'relevantUntil'],
      columns: [
        'docNo',
        'state',
        'noteText',
        'relevantUntil',
        'materialNo',
        'description',
        'bin',
        'batch',
        'quantity',
        'createdByName',
        'createdAt',
        'correctsNo',
        'withdrawalReason',
        'storageLocation',
        'plant',
      ],
    },
  },
})
