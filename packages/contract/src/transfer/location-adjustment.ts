import { stockPieces } from '../document/declare/serial-numbers.ts'
import { copiedGoods } from '../document/declare/common-fields.ts'
import { defineDocument, state } from '../document/declare/define-document.ts'
import { choice, reference, text } from '../document/declare/field.ts'
import { goodsInBin, placeFields } from '../document/declare/goods-place.ts'
import { label } from '../document/declare/label.ts'
import { keptReason } from '../document/declare/reason.ts'
import { specialStocks, stockCategories } from '../document/declare/stock-words.ts'

const reasonsOfAdjustment = [
  label('上错货位', 'Stored in the wrong bin'),
  label('整理库位', 'Rearranging the bins'),
  label('货位已满', 'The bin is full'),
] as const

const reasonsOfUndoing = [
  label('录入错误', 'Entered wrongly'),
  label('实物未移动', 'The goods were not moved'),
] as const

/**
 * Location adjustment 货位调整单: goods are put from one bin into another of the same storage location (domain.md 1.4). The
 * storekeeper carries it out himself, because only the bin changes: material, batch, stock category and special stock stay,
 * and the ERP sees nothing. It is taken back as long as the goods are still there. SAP: location adjustment.
 */
export const locationAdjustment = defineDocument({
  name: 'location-adjustment',
  area: 'transfer',
  label: label('货位调整单', 'Location adjustment'),
  prefix: 'HW',
  header: {
    ...placeFields,
    reason: text(label('调整原因', 'Reason'), {
      required: true,
      lengthMax: 200,
      suggestions: reasonsOfAdjustment,
      isRemembered: true,
      width: 160,
    }),
  },
  lines: {
    ...goodsInBin,
    bin: { ...goodsInBin.bin, label: label('原货位', 'From bin') },
    targetBin: reference(label('目标货位', 'To bin'), 'bin', { required: true, width: 120 }),
    ...stockPieces,
    // Goods of every category lie in bins, those awaiting their release from GR blocked stock too.
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
  },
  relabel: {
    docNo: label('调整单号', 'Location adjustment'),
    quantity: label('移动数量', 'Quantity'),
  },
  states: {
    draft: state(label('草稿', 'Draft'), 'draft'),
    /** The goods are in their target bins. */
    executed: state(label('已执行', 'Executed'), 'done'),
    /** The goods are in their former bins again. */
    undone: state(label('已撤销', 'Undone'), 'undone'),
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
    quantity: 'upToMovable',
  },
  actions: {
    execute: {
      label: label('执行', 'Execute'),
      from: ['draft'],
      to: 'executed',
      isPreviewed: true,
    },
    undo: {
      label: label('撤销', 'Undo'),
      from: ['executed'],
      to: 'undone',
      isPreviewed: true,
      isDangerous: true,
      isUndo: true,
      input: keptReason('undoReason', label('撤销原因', 'Reason of undoing'), reasonsOfUndoing),
    },
  },
  refusals: ['bin-same', 'bin-being-counted'],
  pages: {
    '/locationAdjust/locationAdjustCreate': {
      kind: 'create',
      actionAfterCreate: 'execute',
      // The label of the bin at which the keeper stands.
      scans: 'bin',
      sourceFilters: ['plant', 'storageLocation', 'bin', 'materialNo', 'batch', 'stockCategory'],
    },
    '/locationAdjust/locationAdjustEdit': {
      kind: 'maintain',
      states: ['draft', 'executed'],
      actions: ['execute', 'undo'],
      filters: ['docNo', 'state', 'plant', 'storageLocation', 'createdAt'],
    },
    '/locationAdjust/locationAdjustSearch': {
      kind: 'query',
      level: 'line',
      columns: [
        'docNo',
        'lineNo',
        'state',
        'materialNo',
        'description',
        'quantity',
        'unit',
        'bin',
        'targetBin',
        'batch',
        'stockCategory',
        'reason',
        'plant',
        'storageLocation',
        'specialStock',
        'createdAt',
      ],
      filters: ['docNo', 'state', 'materialNo', 'bin', 'targetBin', 'createdAt'],
    },
  },
})
