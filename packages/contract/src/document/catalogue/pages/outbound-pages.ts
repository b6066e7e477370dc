import type { PageGroups } from './page-groups.ts'

/** From the requisition to the distribution of the goods. */
export const outboundPages: PageGroups = [
  [
    { path: '/pickings', zh: '领料申请管理', en: 'Picking management', order: 6, role: 'LLSQGL' },
    [
      [
        '/pickings/picking',
        '领料单创建（需求计划）',
        'Create picking from reservation',
        'LLDCJXQJH',
      ],
      ['/pickings/emergency', '领料单创建（紧急）', 'Create urgent picking', 'LLDCJJJ'],
      [
        '/pickings/pickingSale',
        '领料单创建（销售订单）',
        'Create outbound sales picking',
        'LLDXSDD',
      ],
      [
        '/pickings/chemicalDump',
        '领料单创建（化学品转储）',
        'Create chemical transfer picking',
        'LLDXSHXPZC',
      ],
      ['/pickings/pickingEdit', '领料单编辑删除', 'Edit or delete picking', 'LLDBJ'],
      ['/pickings/pickingWithdRaw', '领料单核销撤回', 'Write-off or withdraw picking', 'LLDHX'],
      ['/pickings/materialApplicationSupplement', '领料单补单', 'Supplementary picking', 'LLDBD'],
      ['/pickings/materialApplicationQuery', '领料单查询', 'Picking query', 'LLDCX'],
      [
        '/pickings/materialApplicationOut',
        '外向领料单处理',
        'Outbound picking handling',
        'WXLLDCL',
      ],
    ],
  ],
  [
    {
      path: '/pickingCompanyCross',
      zh: '领料申请管理（跨公司）',
      en: 'Picking, cross-company',
      order: 6,
      role: 'LLSQGLKGS',
    },
    [
      [
        '/pickingCompanyCross/pickingReservedCross',
        '领料单创建（计划，跨公司）',
        'Create planned picking',
        'LLDCJJHKGS',
      ],
      [
        '/pickingCompanyCross/pickingEmergencyCross',
        '领料单创建（紧急，跨公司）',
        'Create urgent picking',
        'LLDCJJJKGS',
      ],
      ['/pickingCompanyCross/pickingEditCross', '领料单编辑（跨公司）', 'Edit picking', 'LLDBJKGS'],
      [
        '/pickingCompanyCross/pickingWriteOffCross',
        '领料单核销（跨公司）',
        'Write off picking',
        'LLDHXKGS',
      ],
      [
        '/pickingCompanyCross/pickingProcessCross',
        '领料单过账（跨公司）',
        'Forward flow posting',
        'LLDGZKGS',
      ],
      [
        '/pickingCompanyCross/pickingWriteProcessCross',
        '领料单过账冲销（跨公司）',
        'Reverse flow posting',
        'LLDGZCXKGS',
      ],
      [
        '/pickingCompanyCross/pickingQueryCross',
        '领料单查询（跨公司）',
        'Picking query',
        'LLDCXKGS',
      ],
    ],
  ],
  [
    {
      path: '/invoiceManageCross',
      zh: '发票管理（跨公司）',
      en: 'Invoice management across companies',
      order: 7,
      role: 'FPGLKGS',
    },
    [
      ['/invoiceManageCross/invoiceManagePostCross', '发票开票', 'Issue invoice', 'FPKPKGS'],
      [
        '/invoiceManageCross/invoiceManageWriteOffCross',
        '发票冲票',
        'Invoice reversal',
        'FPCPKGS',
        'hidden',
      ],
      [
        '/invoiceManageCross/invoiceConfigurationCross',
        '发票开票时间配置',
        'Invoice time configuration',
        'FPKPPZ',
      ],
      [
        '/invoiceManageCross/invoiceManageQueryCross',
        '发票记录查询',
        'Invoice record query',
        'FPJLCXKGS',
      ],
    ],
  ],
  [
    {
      path: '/outWarehouseCross',
      zh: '出库管理（跨公司）',
      en: 'Outbound, cross-company',
      order: 7,
      role: 'CKGLKGS',
    },
    [
      [
        '/outWarehouseCross/outWarehousePickUpCross',
        '自提出库（跨公司）',
        'Self pickup outbound',
        'ZTCKKGS',
      ],
      [
        '/outWarehouseCross/outWarehouseDistributeCross',
        '配送出库（跨公司）',
        'Delivery outbound',
        'PSCKKGS',
        'hidden',
      ],
      [
        '/outWarehouseCross/outWarehouseAuditCross',
        '出库审核（跨公司）',
        'Outbound review',
        'CKSHKGS',
      ],
      [
        '/outWarehouseCross/outWarehouseQueryCross',
        '出库记录查询（跨公司）',
        'Outbound record query',
        'CKJLCXKGS',
      ],
      [
        '/outWarehouseCross/outWarehouseRealWriteOffCross',
        '出库记录实物冲销（跨公司）',
        'Physical reversal',
        'CKJLCHXKGS',
        'hidden',
      ],
      [
        '/outWarehouseCross/outWarehouseSupplementCross',
        '出库补单（跨公司）',
        'Supplementary outbound order',
        'CKBDKGS',
        'hidden',
      ],
      [
        '/outWarehouseCross/outWarehousePostProcessCross',
        '出库过账（跨公司）',
        'SAP posting',
        'CKGZKGS',
        'hidden',
      ],
      [
        '/outWarehouseCross/outWarehouseWriteOffProcessCross',
        '出库冲销（跨公司）',
        'SAP reversal',
        'CKCXKGS',
        'hidden',
      ],
      [
        '/outWarehouseCross/associatedReceiveRecordQueryCross',
        '关联到货记录查询（跨公司）',
        'Linked arrival record query',
        'DHCXKGS',
        'hidden',
      ],
    ],
  ],
  [
    { path: '/shippingManagement', zh: '出库管理', en: 'Outbound', order: 7, role: 'CKGL' },
    [
      ['/shippingManagement/urgencyDelivery', '紧急出库', 'Urgent outbound', 'JJCK'],
      ['/shippingManagement/selfDelivery', '自提出库', 'Self pickup outbound', 'ZTCK'],
      ['/shippingManagement/distributionOut', '配送出库', 'Delivery outbound', 'PSCK', 'hidden'],
      ['/shippingManagement/sendingDelivery', '直送发货', 'Direct shipping', 'ZSFH'],
      ['/shippingManagement/gateCheck', '放行条核验', 'Gate pass check', 'FXTHY'],
      ['/shippingManagement/auditShipping', '出库审核', 'Outbound review', 'CKSH'],
      ['/shippingManagement/outRecode', '出库记录查询', 'Outbound record query', 'CKJLCX'],
      [
        '/shippingManagement/outRecordCounteract',
        '出库记录冲销',
        'Outbound record reversal',
        'CKJLCHX',
        'hidden',
      ],
      [
        '/shippingManagement/shippingSupplement',
        '出库补单',
        'Supplementary outbound order',
        'CKBD',
        'hidden',
      ],
      ['/shippingManagement/outPostAccount', '出库过账', 'Outbound posting', 'CKGZ', 'hidden'],
      ['/shippingManagement/outCounteract', '出库冲销', 'Outbound reversal', 'CKCX', 'hidden'],
    ],
  ],
  [
    { path: '/distribu', zh: '配送管理', en: 'Distribution management', order: 8, role: 'PSGL' },
    [
      ['/distribu/deliveryOrderDistribute', '配送单分配', 'Allot distribution orders', 'PSDFP'],
      ['/distribu/deliveryOrderEdit', '配送单编辑', 'Edit distribution orders', 'PSDBJ'],
      ['/distribu/deliveryOrderSearch', '配送单查询', 'Distribution order query', 'PSDCX'],
    ],
  ],
  [
    {
      path: '/distributionCross',
      zh: '配送管理（跨公司）',
      en: 'Distribution, cross-company',
      order: 8,
      role: 'PSGLKGS',
    },
    [
      [
        '/distributionCross/distributionAllotCross',
        '配送单分配（跨公司）',
        'Allot distribution orders',
        'PSDFPKGS',
      ],
      [
        '/distributionCross/distributionEditCross',
        '配送单编辑（跨公司）',
        'Edit distribution orders',
        'PSDBJKGS',
      ],
      [
        '/distributionCross/distributionQueryCross',
        '配送单查询（跨公司）',
        'Distribution order query',
        'PSDCXKGS',
      ],
    ],
  ],
]
