import { copiedGoods } from '../document/declare/common-fields.ts'
import { defineDocument, state } from '../document/declare/define-document.ts'
import { choice, flag, instant, quantity, text } from '../document/declare/field.ts'
import { erpStatesNotInBooks } from '../document/erp-state.ts'
import { goodsInBin, placeFields } from '../document/declare/goods-place.ts'
import { label } from '../document/declare/label.ts'
import { postingLifecycle } from '../document/declare/posting-lifecycle.ts'
import { reasonInput, reasonsOfReversal, reasonsOfWithdrawal } from '../document/declare/reason.ts'
import { specialStocks } from '../document/stock-words.ts'

// Stocktaking: what lies in the bins, counted by one person, counted again by another where it differs, explained, and
// put right or written off (domain.md 1.4).

/** Why a count differs from the books. */
export const differenceReasons = {
  missingTransaction: label('漏记出入库', 'Missing transaction'),
  miscounted: label('清点有误', 'Miscounted'),
  found: label('发现账外实物', 'Found'),
  expired: label('过期损耗', 'Expired'),
  lost: label('丢失', 'Lost'),
} as const

const counters = ['count', 'recount'] as const
const posting = postingLifecycle({
  from: ['adjusted'],
  notBy: counters,
  reversePhysical: { label: label('调账冲销', 'Reverse adjustment'), from: ['adjusted'] },
})

/** Stocktaking order 盘点单. */
export const stocktaking = defineDocument({
  name: 'stocktaking',
  area: 'stocktake',
  label: label('盘点单', 'Stocktaking order'),
  prefix: 'PD',
  posts: true,
  header: {
    ...placeFields,
    countType: choice(
      label('盘点类型', 'Count type'),
      {
        annual: label('年度盘点', 'Annual'),
        cycle: label('循环盘点', 'Cycle'),
        movement: label('动碰盘点', 'After movement'),
        spot: label('抽盘', 'Spot check'),
      },
      { required: true, width: 90 },
    ),
    isBlind: flag(label('盲盘', 'Blind'), { width: 70 }),
    snapshotAt: instant(label('快照时间', 'Snapshot at'), { by: 'server', width: 150 }),
    cancelReason: text(label('取消原因', 'Reason of cancellation'), { by: 'server', width: 160 }),
    ...posting.header,
  },
  lines: {
    ...goodsInBin,
    specialStock: choice(label('特殊库存', 'Special stock'), specialStocks, { width: 90 }),
    specialStockReference: text(label('特殊库存参考', 'Special stock reference'), {
      lengthMax: 24,
      width: 120,
    }),
    quantity: quantity(label('账面数量', 'Book quantity'), {
      required: true,
      by: 'server',
      mayBeZero: true,
      isTotalled: true,
      width: 110,
    }),
    countedQuantity: quantity(label('实盘数量', 'Counted'), {
      by: 'server',
      isTotalled: true,
      width: 110,
    }),
    recountedQuantity: quantity(label('复盘数量', 'Recounted'), { by: 'server', width: 110 }),
    differenceQuantity: quantity(label('差异数量', 'Difference'), {
      by: 'server',
      isTotalled: true,
      width: 110,
    }),
    differenceReason: choice(label('差异原因', 'Reason of difference'), differenceReasons, {
      by: 'server',
      width: 120,
    }),
    treatment: text(label('处理意见', 'Treatment'), { by: 'server', width: 160 }),
    adjustedQuantity: quantity(label('已调账数量', 'Adjusted'), { by: 'server', width: 110 }),
    countRemark: text(label('盘点说明', 'Count remark'), { by: 'server', width: 160 }),
  },
  relabel: { docNo: label('盘点单号', 'Stocktaking order') },
  states: {
    draft: state(label('草稿', 'Draft'), 'draft'),
    counting: state(label('盘点中', 'Counting'), 'active'),
    counted: state(label('账实相符', 'Counts agree'), 'waiting'),
    differing: state(label('差异待处理', 'Differences to handle'), 'waiting'),
    handled: state(label('差异待审批', 'Differences to approve'), 'waiting'),
    adjusted: state(label('已调账', 'Adjusted'), 'done'),
    writtenOff: state(label('已核销', 'Written off'), 'done'),
    cancelled: state(label('已取消', 'Cancelled'), 'cancelled'),
    ...posting.states,
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
  // A blind count shows the books when each line is counted, and not before.
  hiddenUntil: {
    lines: ['quantity', 'differenceQuantity'],
    states: ['counted', 'differing', 'handled', 'adjusted', 'writtenOff', 'reversed'],
    where: { isBlind: true },
  },
  actions: {
    start: { label: label('下达盘点', 'Start the count'), from: ['draft'], to: 'counting' },
    count: {
      label: label('录入实盘', 'Enter the count'),
      from: ['counting'],
      to: null,
      lineInput: {
        countedQuantity: quantity(label('实盘数量', 'Counted'), { required: true, width: 110 }),
        countRemark: text(label('盘点说明', 'Count remark'), { lengthMax: 200, width: 160 }),
      },
    },
    recount: {
      label: label('录入复盘', 'Enter the recount'),
      from: ['differing'],
      to: null,
      notBy: ['count'],
      lineInput: {
        recountedQuantity: quantity(label('复盘数量', 'Recounted'), { required: true, width: 110 }),
      },
    },
    explain: {
      label: label('处理差异', 'Explain the differences'),
      from: ['differing', 'handled'],
      to: null,
      lineInput: {
        differenceReason: choice(label('差异原因', 'Reason of difference'), differenceReasons, {
          required: true,
          width: 130,
        }),
        treatment: text(label('处理意见', 'Treatment'), { lengthMax: 200, width: 180 }),
      },
    },
    adjust: {
      label: label('批准调账', 'Approve and adjust'),
      from: ['handled'],
      to: 'adjusted',
      isPreviewed: true,
      notBy: [...counters, 'explain'],
    },
    takeBack: {
      label: label('部分冲回', 'Take back in part'),
      from: ['adjusted'],
      to: null,
      erpFrom: erpStatesNotInBooks,
      isPreviewed: true,
      isDangerous: true,
      input: reasonInput(label('冲回原因', 'Reason'), reasonsOfReversal),
      lineInput: {
        quantityBack: quantity(label('冲回数量', 'Taken back'), { required: true, width: 110 }),
      },
      lineLimits: { quantityBack: 'adjustedQuantity' },
    },
    writeOff: {
      label: label('核销', 'Write off'),
      from: ['counted', 'handled'],
      to: 'writtenOff',
      notBy: counters,
    },
    cancel: {
      label: label('取消盘点', 'Cancel the count'),
      from: ['draft', 'counting', 'differing'],
      to: 'cancelled',
      isDangerous: true,
      input: reasonInput(label('取消原因', 'Reason'), reasonsOfWithdrawal),
    },
    ...posting.actions,
  },
  refusals: [
    ...posting.refusals,
    'bin-unknown',
    'bin-inactive',
    'batch-required',
    'batch-not-allowed',
    'line-repeated',
    'no-difference',
    'difference-unexplained',
  ],
  pages: {
    '/checkForm/checkFormCreate': {
      kind: 'create',
      actionAfterCreate: 'start',
      sourceFilters: [
        'plant',
        'storageLocation',
        'bin',
        'materialGroup',
        'keeperName',
        'materialNo',
      ],
    },
    '/checkForm/checkFormResult': {
      kind: 'step',
      states: ['counting', 'differing'],
      actions: ['count', 'recount'],
      filters: ['docNo', 'state', 'countType', 'plant', 'storageLocation', 'snapshotAt'],
    },
    '/checkForm/checkFormDifferDealwith': {
      kind: 'step',
      states: ['differing', 'handled', 'adjusted'],
      actions: ['explain', 'adjust', 'takeBack', 'post', 'reverse', 'reversePhysical'],
      filters: ['docNo', 'state', 'erpState', 'plant', 'storageLocation', 'snapshotAt'],
    },
    '/checkForm/checkFormCancel': {
      kind: 'step',
      states: ['draft', 'counting', 'counted', 'differing', 'handled'],
      actions: ['writeOff', 'cancel'],
      filters: ['docNo', 'state', 'countType', 'plant', 'storageLocation', 'createdAt'],
    },
    '/checkForm/checkFormSearch': {
      kind: 'query',
      level: 'line',
      filters: ['docNo', 'state', 'materialNo', 'bin', 'storageLocation', 'createdAt'],
      // What was counted beside the books, in view at 1366 px.
      columns: [
        'docNo',
        'lineNo',
        'state',
        'materialNo',
        'description',
        'bin',
        'quantity',
        'countedQuantity',
        'differenceQuantity',
        'recountedQuantity',
        'differenceReason',
        'treatment',
        'adjustedQuantity',
        'batch',
        'stockCategory',
        'specialStock',
        'erpState',
        'materialDocument',
        'plant',
        'storageLocation',
        'createdAt',
      ],
    },
  },
})
