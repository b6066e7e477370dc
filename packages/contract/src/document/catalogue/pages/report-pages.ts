import type { PageGroups } from './page-groups.ts'

/** Reports, papers, ledgers, performance, boards. */
export const reportPages: PageGroups = [
  [
    { path: '/reportForms', zh: '报表管理', en: 'Report management', order: 25, role: 'BBGL' },
    [
      ['/reportForms/deadStock', '呆滞库存查询', 'Dead-stock query', 'BBDZKCCX'],
      ['/reportForms/consignmentStock', '代储代销库存', 'Consignment stock', 'BBDCDXKC'],
      ['/reportForms/receiptNotPosted', '收货未过账报表', 'Goods receipt not posted', 'BBSHWGZ'],
      ['/reportForms/issueNotPosted', '发货未过账报表', 'Goods issue not posted', 'BBFHWGZ'],
      [
        '/reportForms/receiptAwaitingSupplement',
        '入库待补单报表',
        'Receipt awaiting supplement',
        'BBRKDBD',
      ],
      [
        '/reportForms/issueAwaitingSupplement',
        '出库待补单报表',
        'Issue awaiting supplement',
        'BBCKDBD',
      ],
      ['/reportForms/inventoryTracking', '库存跟踪报表', 'Inventory tracking', 'BBKCGZ'],
      [
        '/reportForms/arrivalFlowTracking',
        '到货全流程跟踪',
        'Full arrival flow tracking',
        'BBDHQLCGZ',
      ],
      ['/reportForms/unpackingPlan', '开箱计划', 'Unpacking plan', 'BBKXJH'],
      ['/reportForms/erpStockComparison', 'SAP库存对比报表', 'ERP stock comparison', 'SAPKCDBBB'],
      ['/reportForms/materialUsage', '物料使用统计', 'Material usage statistics', 'BBWLSYTJ'],
      [
        '/reportForms/periodStockHistory',
        '收发存历史报表',
        'Period receipts, issues and stock (history)',
        'BBSFCLS',
      ],
      [
        '/reportForms/projectMasterTable',
        '项目工程大表',
        'Project engineering master table',
        'XMGCDB',
      ],
      ['/reportForms/deployableFill', '可调配物资填报表', 'Deployable materials, fill', 'KDPWZTBB'],
      [
        '/reportForms/deployableUpdate',
        '可调配物资更新表',
        'Deployable materials, update',
        'KDPWZCCB',
      ],
      [
        '/reportForms/deployableQuery',
        '可调配物资查询表',
        'Deployable materials, query',
        'KDPWZCCBA',
      ],
      ['/reportForms/materialSummary', '物资汇总分析报表', 'Material summary analysis', 'WZHZFXBB'],
      [
        '/reportForms/crossCompanyFlowTracking',
        '集采全流程跟踪',
        'Cross-company full flow tracking',
        'JCQLCGZ',
      ],
    ],
  ],
  [
    { path: '/meansManage', zh: '资料管理', en: 'Data management', order: 25, role: 'ZLGL' },
    [
      [
        '/meansManage/deliverMeansMaintenance',
        '送货资料维护',
        'Delivery documents maintenance',
        'SHZLWH',
      ],
      [
        '/meansManage/receiveMeansMaintenance',
        '到货资料维护',
        'Arrival documents maintenance',
        'DHZLWH',
      ],
      [
        '/meansManage/outDeliveryMeansMaintenance',
        '出库资料维护',
        'Outbound documents maintenance',
        'CKZLWH',
      ],
      [
        '/meansManage/cancelStocksMeansMaintenance',
        '退库资料维护',
        'Stock return documents maintenance',
        'TKZLWH',
      ],
      ['/meansManage/meansQuery', '资料查询', 'Documents query', 'ZLCX'],
    ],
  ],
  [
    { path: '/accountManage', zh: '台账管理', en: 'Ledger management', order: 26, role: 'TZGL' },
    [
      ['/accountManage/quotaStore', '定额储备', 'Quota reserve', 'DECB'],
      [
        '/accountManage/quotaReplenishStoreStatistic',
        '定额补库统计',
        'Quota replenishment statistics',
        'DEBKTJ',
      ],
      [
        '/accountManage/receiveRecordAccountTailAfter',
        '到货记录台账跟踪',
        'Arrival record ledger tracking',
        'DHJLTZGZ',
      ],
    ],
  ],
  [
    {
      path: '/indicatorData',
      zh: '物资仓储绩效',
      en: 'Warehouse performance',
      order: 26,
      role: 'WZCCJXGL',
    },
    [
      ['/indicatorData/failureRate', '不合格率', 'Failure rate', 'JXGLBHGL'],
      [
        '/indicatorData/contractDeliveryOnTimeRate',
        '供货及时率（合同交货）',
        'Contract delivery on-time rate',
        'JXGLGHJH',
      ],
      [
        '/indicatorData/deliveryPunctualityRate',
        '送货准时率',
        'Delivery punctuality rate',
        'JXGLSHZSL',
      ],
      ['/indicatorData/timelyAcceptanceRate', '验收及时率', 'Timely acceptance rate', 'JXGLYSJSL'],
      ['/indicatorData/timelyStorageOneRate', '入库及时率一', 'Timely storage rate one', 'LKJSLO'],
      ['/indicatorData/timelyStorageTwoRate', '入库及时率二', 'Timely storage rate two', 'RKJSLT'],
    ],
  ],
  [
    { path: '/bigScreen', zh: '大屏看板', en: 'Dashboard', order: 27, role: '' },
    [
      ['/bigScreen/account', '台账看板', 'Account board', ''],
      ['/bigScreen/progress', '进度看板', 'Progress board', ''],
      ['/bigScreen/alarm', '预警看板', 'Alarm board', ''],
      ['/bigScreen/kpi', '绩效看板', 'KPI board', ''],
      ['/bigScreen/state', '状态看板', 'State board', ''],
      ['/bigScreen/full', '综合大屏', 'Full board', ''],
    ],
  ],
]
