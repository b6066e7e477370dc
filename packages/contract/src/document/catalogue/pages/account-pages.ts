import type { PageGroups } from './page-groups.ts'

/** Amounts, month-end, materials off the books, overdue work, papers handed over. */
export const accountPages: PageGroups = [
  [
    { path: '/priceManage', zh: '金额管理', en: 'Amount management', order: 20, role: 'JEGL' },
    [
      [
        '/priceManage/arrivalRecordAmount',
        '到货记录查询（金额）',
        'Arrival records with amounts',
        'DHJLCXJE',
      ],
      [
        '/priceManage/outboundRecordAmount',
        '出库记录查询（金额）',
        'Issue records with amounts',
        'CKJLCXJE',
      ],
      ['/priceManage/dumpAmount', '转储单查询（金额）', 'Transfers with amounts', 'ZCDCXJE'],
      [
        '/priceManage/cancelStocksAmount',
        '退库单查询（金额）',
        'Returns to stock with amounts',
        'TKDCXJE',
      ],
      [
        '/priceManage/returnGoodsAmount',
        '退货单查询（金额）',
        'Goods returns with amounts',
        'THDCXJE',
      ],
      [
        '/priceManage/freezeAmount',
        '冻结物资查询（金额）',
        'Frozen materials with amounts',
        'DJWZCXJE',
      ],
      ['/priceManage/scrapAmount', '报废单查询（金额）', 'Scrap with amounts', 'BFDCXJE'],
      ['/priceManage/stockAmount', '库存查询（金额）', 'Stock with amounts', 'KCCXJE'],
    ],
  ],
  [
    {
      path: '/monthAccountManage',
      zh: '月结过账管理',
      en: 'Monthly settlement posting',
      order: 21,
      role: 'YJGZGL',
    },
    [
      ['/monthAccountManage/simplerTakeDelivery', '简易收货', 'Simple receipt', 'JYSH'],
      [
        '/monthAccountManage/simplerTakeDeliveryWriteOff',
        '简易收货ERP冲销',
        'Simple receipt, SAP reversal',
        'JYSHERPCX',
      ],
      [
        '/monthAccountManage/simplerTakeDeliveryAndQueryWriteOff',
        '简易收货冲销记录查询',
        'Simple receipt record query',
        'JYSHCXJLCX',
      ],
      ['/monthAccountManage/simplerDelivery', '简易发货', 'Simple issue', 'JYFH'],
      [
        '/monthAccountManage/simplerDeliveryWriteOff',
        '简易发货ERP冲销',
        'Simple issue, SAP reversal',
        'JYFHERPCX',
      ],
      [
        '/monthAccountManage/simplerDeliveryAndQueryWriteOff',
        '简易发货冲销记录查询',
        'Simple issue record query',
        'JYFHCXJLCX',
      ],
      ['/monthAccountManage/simplerDump', '简易转储', 'Simple transfer', 'JYZC'],
      [
        '/monthAccountManage/simplerDumpWriteOff',
        '简易转储ERP冲销',
        'Simple transfer, SAP reversal',
        'JYZCERPCX',
      ],
      [
        '/monthAccountManage/simplerDumpAndQueryWriteOff',
        '简易转储冲销记录查询',
        'Simple transfer record query',
        'JYZCCXJLCX',
      ],
    ],
  ],
  [
    { path: '/material', zh: '账外物资', en: 'Off-book materials', order: 22, role: 'ZWWZ' },
    [
      ['/material/wareHousing', '账外物资入库', 'Off-book inbound', 'ZWWZRK'],
      ['/material/hiddenReserveDelivery', '账外物资出库', 'Off-book outbound', 'ZWWZCK'],
      ['/material/hiddenReserveSearch', '账外物资库存查询', 'Off-book stock query', 'ZWWZKCCX'],
    ],
  ],
  [
    { path: '/zeroValue', zh: '零价值管理', en: 'Zero-value management', order: 23, role: 'LJZGL' },
    [
      [
        '/zeroValue/zeroValueReceiveCreate',
        '零价值创建入库单',
        'Create zero-value receipt order',
        'LJZCJRKD',
      ],
      [
        '/zeroValue/zeroValueReceiveMaintain',
        '零价值维护入库单',
        'Maintain zero-value receipt order',
        'LJZWHRKD',
      ],
      [
        '/zeroValue/zeroValueReceiveSearch',
        '零价值入库单查询',
        'Zero-value receipt order query',
        'LJZRKDCX',
      ],
      ['/zeroValue/zeroValueTakeDelivery', '零价值收货', 'Zero-value receiving', 'LJZSH'],
      [
        '/zeroValue/zeroValueAuditReceive',
        '零价值收货审核',
        'Zero-value receipt review',
        'LJZSHSH',
      ],
      [
        '/zeroValue/zeroValueEntityWriteOff',
        '零价值实物冲销',
        'Zero-value physical reversal',
        'LJZSWCX',
      ],
      [
        '/zeroValue/zeroValueReceiveTransferItems',
        '零价值收货过账',
        'Zero-value receipt posting',
        'LJZSHGZ',
      ],
      [
        '/zeroValue/zeroValueReceiveWriteOff',
        '零价值收货过账冲销',
        'Zero-value receipt reversal',
        'LJZSHGZCX',
      ],
      [
        '/zeroValue/zeroValueReceiveWriteOffAudit',
        '零价值收货过账冲销审核',
        'Zero-value reversal review',
        'LJZSHGZCXS',
      ],
      [
        '/zeroValue/zeroValueReceiveRecordSearch',
        '零价值到货记录查询',
        'Zero-value arrival record query',
        'LJZDHJLCX',
      ],
      [
        '/zeroValue/zeroValueInventorySearch',
        '零价值库存查询',
        'Zero-value stock query',
        'LJZKCCX',
      ],
    ],
  ],
  [
    {
      path: '/overdueManage',
      zh: '供应商逾期管理',
      en: 'Supplier overdue management',
      order: 24,
      role: 'GYSYQGL',
    },
    [
      ['/overdueManage/overdueMaintain', '逾期送货维护', 'Overdue delivery maintenance', 'YQSHWH'],
      ['/overdueManage/overdueSearch', '逾期送货查询', 'Overdue delivery query', 'YQSHCX'],
    ],
  ],
  [
    { path: '/transfer', zh: '资料移交管理', en: 'Data handover', order: 24, role: 'ZLYJGL' },
    [
      ['/transfer/createTransfer', '创建资料移交单', 'Create handover order', 'CJZLYJD'],
      [
        '/transfer/createTransferDeliver',
        '创建资料移交单（送货单）',
        'Create handover order from a delivery note',
        'CJZLYJDSHD',
      ],
      ['/transfer/transferMaintain', '资料移交维护', 'Maintain handover', 'ZLYJWH'],
      ['/transfer/transferConfirmation', '资料移交确认', 'Confirm handover', 'ZLYJQR'],
      ['/transfer/transferSearch', '资料移交查询', 'Handover query', 'ZLYJCX'],
    ],
  ],
]
