/**
 * All pages of the customer's specification: path, titles, role code, menu group (product.md section 2). Names in these
 * paths are inconsistent between groups, so identifiers do not use them.
 */
export interface CatalogueGroup {
  path: string
  zh: string
  en: string
  order: number
  role: string
}

export interface CataloguePage {
  group: string
  groupZh: string
  groupEn: string
  groupOrder: number
  groupRole: string
  path: string
  zh: string
  en: string
  role: string
  hidden: boolean
}

type PageRow = readonly [path: string, zh: string, en: string, role: string, hidden?: 'hidden']

const groups: readonly (readonly [CatalogueGroup, readonly PageRow[]])[] = [
  [
    { path: '/base', zh: '主数据管理', en: 'Master data', order: 1, role: 'SJZX' },
    [
      ['/base/locationMgr', '货位管理', 'Storage bins', 'HWGL'],
      ['/base/materialSearch', '物料主数据', 'Material master', 'WLZSJ'],
      [
        '/base/externalSystemIntegration',
        '外系统数据整合',
        'External system data integration',
        'WXTSJZH',
      ],
      ['/base/excessDirectory', '超量目录', 'Over-quantity catalogue', 'CLML'],
      ['/base/distributionCatalogue', '配送目录', 'Distribution catalogue', 'PSML'],
      ['/base/qualityInspectionUnit', '质检单位', 'Quality inspection units', 'ZJDW'],
      ['/base/pickingUnit', '领料单位', 'Picking units', 'LLDW'],
      ['/base/materialPersonManage', '领料人', 'Requesters (picking persons)', 'LLR'],
      ['/base/deliveryPlaceManage', '配送点位', 'Delivery places', 'PSDW'],
      ['/base/carManage', '车辆管理', 'Vehicles', 'CLGL'],
      ['/base/deliveryManManage', '配送人', 'Delivery persons', 'PSR'],
      [
        '/base/userFactoryRel',
        '用户与工厂部门关系',
        'User - plant and department relation',
        'YHYGCBMGX',
      ],
      [
        '/base/userMaterialRelationship',
        '用户与物料组关系',
        'User - material group relation',
        'YHYWLZGX',
      ],
      [
        '/base/userInventoryRel',
        '用户与库存地点关系',
        'User - storage location relation',
        'YHYKCDDGX',
      ],
      [
        '/base/userQualityCheckUnit',
        '用户与质检单位关系',
        'User - inspection unit relation',
        'YHYZJDWGX',
      ],
      ['/base/userLocationRel', '用户与货位工厂关系', 'User - bin and plant relation', 'YHYHWGCGX'],
      [
        '/base/wbsDeptInventoryRel',
        '领料单位与库存地点',
        'Picking unit - storage location relation',
        'LLDWYKCDD',
      ],
      [
        '/base/wbsDeptInventoryCrossRel',
        '领料单位与库存地点（跨公司）',
        'Picking unit - storage location relation, cross-company',
        'LLDWYKCDDC',
      ],
      [
        '/base/wbcUserComFactoryRel',
        '领料单位公司工厂关系',
        'Picking unit - company and plant relation',
        'LLDWGSGCGX',
      ],
      [
        '/base/wbcOrgCompanyRel',
        '组织机构与公司关系',
        'Organisation - company relation',
        'ZZJGYGSGX',
      ],
      [
        '/base/wbcConstructionUnit',
        '施工单位合同号配置',
        'Construction-unit contract numbers',
        'SGDWHTHPZ',
      ],
      ['/base/receiveUnitSetting', '收货单位配置信息', 'Receiving unit configuration', 'SHDWPZXX'],
      [
        '/base/receiveUnitSettingSearch',
        '收货单位配置信息查询',
        'Receiving unit configuration query',
        'SHDWPZXXCX',
      ],
      ['/base/inventoryAgeRel', '库龄配置信息', 'Stock age configuration', 'KLPZXX'],
      ['/base/safeInventoryEditUser', '安全库存维护人', 'Safe-stock maintainers', 'AQKCWHR'],
      ['/base/safeStockLocation', '安全库存地点维护', 'Safe-stock storage locations', 'AQKCDDWH'],
      [
        '/base/safeInventoryUserQgr',
        '请购人安全库存配置',
        'Purchase requester safe-stock configuration',
        'QGRAQKCPZ',
      ],
      [
        '/base/inventoryFactoryRel',
        '库位显示配置表',
        'Stock location display configuration',
        'KWXSPZB',
      ],
    ],
  ],
  [
    { path: '/dataCenter', zh: '外部单据管理', en: 'External documents', order: 2, role: 'WBDJGL' },
    [
      ['/dataCenter/reservedSearch', '需求计划预留查询', 'Reservation query', 'XQJHYL'],
      ['/dataCenter/purchaseOrderSearch', 'SAP采购订单查询', 'SAP purchase order query', 'CGDD'],
      ['/dataCenter/purchaseRequestSearch', '采购申请查询', 'Purchase request query', 'CGSQ'],
      ['/dataCenter/salesOrderSearch', '销售订单查询', 'Sales order query', 'XSDD'],
    ],
  ],
  [
    {
      path: '/deliverManager',
      zh: '送货单管理',
      en: 'Delivery management',
      order: 3,
      role: 'SHDGL',
    },
    [
      [
        '/deliverManager/supplierCreate',
        '送货单创建（供应商）',
        'Supplier creates delivery note',
        'SHDCJGYS',
      ],
      [
        '/deliverManager/supplierMaintain',
        '送货单维护（供应商）',
        'Supplier maintains delivery note',
        'SHDWHGYS',
      ],
      ['/deliverManager/deliverCustomsAffairs', '送货单维护（关务）', 'Customs affairs', 'SHDWHGW'],
      [
        '/deliverManager/buyerCreate',
        '送货单创建（采购员）',
        'Buyer creates delivery note',
        'SHDCJCGY',
      ],
      [
        '/deliverManager/buyerMaintain',
        '送货单维护（采购员）',
        'Buyer maintains delivery note',
        'SHDWHCGY',
      ],
      [
        '/deliverManager/deliverAffirm',
        '送货单确认（仓管员）',
        'Warehouse confirms delivery note',
        'SHDQRCGY',
      ],
      [
        '/deliverManager/deliveryApprove',
        '送货单审批（采购申请）',
        'Purchase request approval',
        'SHDSP',
      ],
      [
        '/deliverManager/problemDocument',
        '问题单据确认',
        'Problem document confirmation',
        'WTDJQR',
      ],
      ['/deliverManager/deliverySupplement', '送货单补单', 'Supplementary delivery note', 'SHDBD'],
      ['/deliverManager/deliveryWriteOff', '送货单核销', 'Delivery note write-off', 'SHDHX'],
      ['/deliverManager/queryDelivery', '送货单查询打印', 'Delivery note query and print', 'SHDCX'],
      [
        '/deliverManager/supplierReceiverSetting',
        '供应商发货人配置',
        'Supplier consignor configuration',
        'GYSFHRPZ',
      ],
    ],
  ],
  [
    {
      path: '/preQualityInspectionNotice',
      zh: '验收管理',
      en: 'Acceptance management',
      order: 4,
      role: 'QZZJGL',
    },
    [
      [
        '/preQualityInspectionNotice/preQualityInspectionNoticeQuery',
        '质检通知单查询',
        'Inspection notice query',
        'QZZJTZDCX',
      ],
      [
        '/preQualityInspectionNotice/preQualityInspectionNoticeMaintenance',
        '质检通知单调整',
        'Inspection notice adjust',
        'QZZJTZDTZ',
      ],
      [
        '/preQualityInspectionNotice/preQualityInspectionNoticeMonadQuery',
        '质检单查询',
        'Inspection order query',
        'QZZJDCX',
      ],
      [
        '/preQualityInspectionNotice/preQualityInspectionOrders',
        '质检单维护',
        'Inspection order maintain',
        'QZZJDWH',
      ],
      [
        '/preQualityInspectionNotice/preUnqualifiedProductsHandle',
        '不合格品处理',
        'Unqualified products handling',
        'QZBHGPCL',
      ],
      [
        '/preQualityInspectionNotice/preUnqualifiedProductsQuery',
        '不合格品查询',
        'Unqualified products query',
        'QZBHGPCX',
      ],
      [
        '/preQualityInspectionNotice/unpackingTimeConfirmation',
        '开箱时间确认',
        'Unpacking time confirmation',
        'QZKXSJQR',
      ],
      [
        '/preQualityInspectionNotice/qualityInspectorConfirm',
        '质检专员确认',
        'Quality inspector confirmation',
        'ZJZYQR',
      ],
      [
        '/preQualityInspectionNotice/dataSparePartMaintain',
        '资料备件维护',
        'Documents and spare parts maintenance',
        'ZLBJWH',
      ],
      [
        '/preQualityInspectionNotice/preUnqualifiedProductsReturn',
        '不合格品退货',
        'Unqualified products return',
        'QZBHGPTH',
      ],
      [
        '/preQualityInspectionNotice/materialScienceInfo',
        '物化材料检验记录表',
        'Material inspection record sheet',
        'WHCLJYJLB',
      ],
    ],
  ],
  [
    { path: '/receive', zh: '收货管理', en: 'Receiving management', order: 5, role: 'SHGL' },
    [
      [
        '/receive/unqualifiedConfirm',
        '不合格品确认',
        'Unqualified products confirmation',
        'BHGPQR',
      ],
      ['/receive/arrivalAffirm', '到货确认', 'Arrival confirmation', 'DHQR'],
      ['/receive/receivingGoodsWarehouse', '到库收货', 'Receipt at warehouse', 'DKSH'],
      ['/receive/directDeliveryReceipt', '直送收货', 'Direct delivery receipt', 'ZSSH'],
      ['/receive/auditReceive', '收货审核', 'Receipt review', 'SHSH'],
      ['/receive/receiveRecordRow', '到货记录查询', 'Arrival record query', 'DHJLCHX'],
      ['/receive/reversalArrivalRecord', '到货记录冲销', 'Arrival record reversal', 'DHJLCX'],
      [
        '/receive/queryReceiveManagerToSupplement',
        '入库补单',
        'Inbound supplementary order',
        'RKBD',
      ],
      ['/receive/receivePosting', '入库过账', 'Receipt posting', 'RKGZ'],
      ['/receive/receiveWriteoff', '入库冲销', 'Receipt reversal', 'RKCX'],
      ['/receive/receiveWriteoffAudit', '冲销审核', 'Reversal review', 'CXSH'],
      [
        '/receive/storageSaleReceiveClose',
        '代储代销到货关闭',
        'Consignment arrival close',
        'DCDXDHGB',
      ],
    ],
  ],
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
  [
    { path: '/dump', zh: '转储管理', en: 'Transfer management', order: 10, role: 'ZCGL' },
    [
      ['/dump/dumpFormCreate', '转储单创建', 'Create transfer order', 'ZCDCJ'],
      [
        '/dump/chemicalDumpFormCreate',
        '转储单创建（化学品转储）',
        'Create chemical transfer order',
        'ZCDCJHXPZC',
      ],
      ['/dump/dumpFormEdit', '转储单编辑删除', 'Edit or delete transfer order', 'ZCDBJSC'],
      ['/dump/dumpFormTransferItems', '转储单过账', 'Transfer posting', 'ZCDGZ'],
      ['/dump/dumpFormWriteOff', '转储单冲销', 'Transfer reversal', 'ZCDCX'],
      ['/dump/dumpFormSearch', '转储单查询', 'Transfer order query', 'ZCDCX'],
    ],
  ],
  [
    { path: '/checkForm', zh: '盘点管理', en: 'Stocktaking', order: 11, role: 'PDGL' },
    [
      ['/checkForm/checkFormCreate', '盘点单创建', 'Create stocktaking order', 'PDDCJ'],
      ['/checkForm/checkFormCancel', '盘点单核销', 'Stocktaking write-off', 'PDDHX'],
      ['/checkForm/checkFormResult', '盘点结果录入', 'Count result entry', 'PDJGLR'],
      ['/checkForm/checkFormDifferDealwith', '盘点差异处理', 'Difference handling', 'PDCYCL'],
      ['/checkForm/checkFormSearch', '盘点单查询', 'Stocktaking query', 'PDDCX'],
    ],
  ],
  [
    {
      path: '/cancelStocks',
      zh: '退库管理',
      en: 'Stock return management',
      order: 12,
      role: 'TKGL',
    },
    [
      ['/cancelStocks/cancelStocksFormCreate', '退库单创建', 'Create stock return order', 'TKDCJ'],
      [
        '/cancelStocks/createReserveByCancelStocksForm',
        '退库单创建（需求计划）',
        'Create stock return from reservation',
        'TKDCJXQJH',
      ],
      [
        '/cancelStocks/cancelStocksFormEdit',
        '退库单编辑删除',
        'Edit or delete stock return order',
        'TKDBJSC',
      ],
      [
        '/cancelStocks/cancelStocksConfirm',
        '退库物资确认退库',
        'Confirm returned materials',
        'TKWZQRTK',
      ],
      ['/cancelStocks/cancelStocksWriteOff', '退库物资过账', 'Stock return posting', 'TKWZGZ'],
      [
        '/cancelStocks/cancelStocksTransferItems',
        '退库物资冲销',
        'Stock return reversal',
        'TKWZCX',
      ],
      ['/cancelStocks/cancelStocksSearch', '退库单单据查询', 'Stock return order query', 'TKDDJ'],
      ['/cancelStocks/cancelStocks1Search', '退库申请查询', 'Stock return request query', 'TKDCX'],
    ],
  ],
  [
    {
      path: '/cancelStockCross',
      zh: '退库管理（跨公司）',
      en: 'Stock return, cross-company',
      order: 12,
      role: 'TKGLKGS',
    },
    [
      [
        '/cancelStockCross/crossCancelStocksFormCreate',
        '退库单创建（跨公司）',
        'Create stock return order',
        'TKDCJKGS',
      ],
      [
        '/cancelStockCross/crossCancelStocksFormEdit',
        '退库单编辑删除（跨公司）',
        'Edit or delete stock return order',
        'TKDBJSCKGS',
      ],
      [
        '/cancelStockCross/crossCancelStocksConfirm',
        '退库物资确认退库（跨公司）',
        'Confirm returned materials',
        'TKWZQRTKKG',
      ],
      [
        '/cancelStockCross/crossCancelStocksWriteOff',
        '退库物资过账（跨公司）',
        'Stock return posting',
        'TKWZGZKGS',
      ],
      [
        '/cancelStockCross/crossCancelStocksTransferItems',
        '退库物资冲销（跨公司）',
        'Stock return reversal',
        'TKWZCXKGS',
      ],
      [
        '/cancelStockCross/crossCancelStocks1Search',
        '退库申请单查询（跨公司）',
        'Stock return application query',
        'TKSQDCXKGS',
      ],
      [
        '/cancelStockCross/crossCancelStocksSearch',
        '退库单查询（跨公司）',
        'Stock return order query',
        'TKDCXKGS',
      ],
    ],
  ],
  [
    { path: '/returnGoods', zh: '退货管理', en: 'Returns', order: 13, role: 'THGL' },
    [
      [
        '/returnGoods/returnGoodsFormCreate',
        '退货单创建（入库凭证）',
        'Create goods return from receipt voucher',
        'DHDCJRKPZ',
      ],
      [
        '/returnGoods/returnGoodsFormEdit',
        '退货单编辑删除',
        'Edit or delete goods return',
        'DHDBJSC',
      ],
      ['/returnGoods/returnGoodsAndCancel', '退货单实物退货', 'Physical goods return', 'THDSWTH'],
      ['/returnGoods/returnGoodsTransferItems', '退货单过账', 'Goods return posting', 'DHDGZ'],
      ['/returnGoods/returnGoodsWriteOff', '退货单冲销', 'Goods return reversal', 'DHDCX'],
      ['/returnGoods/returnGoodsSearch', '退货单查询', 'Goods return query', 'THDCHX'],
      [
        '/returnGoods/supplierGetGoodsConfirm',
        '供应商取货确认',
        'Supplier pickup confirmation',
        'GYSQHQR',
      ],
    ],
  ],
  [
    { path: '/freeze', zh: '冻结管理', en: 'Freeze', order: 14, role: 'DJGL' },
    [
      ['/freeze/stockFreeze', '库存冻结', 'Freeze stock', 'KCDJ'],
      ['/freeze/stockFreezeEam', '库存冻结（EAM）', 'Freeze stock, EAM', 'KCDJEAM'],
      ['/freeze/freezeRecordEdit', '冻结记录编辑删除', 'Edit or delete freeze record', 'DJJLBJSC'],
      ['/freeze/freezeRecordCancel', '冻结记录取消', 'Cancel freeze record', 'DJJLQX'],
      ['/freeze/freezeRecordWriteOff', '冻结物资过账', 'Post frozen goods', 'DJWZGZ'],
      ['/freeze/freezeRecordTransferItems', '冻结物资冲销', 'Reverse frozen goods', 'DJWZCX'],
      ['/freeze/freezeRecordSearch', '冻结物资查询', 'Frozen goods query', 'DJWZCHX'],
    ],
  ],
  [
    { path: '/scrapRecord', zh: '报废管理', en: 'Scrapping', order: 15, role: 'BFGL' },
    [
      ['/scrapRecord/scrapRecordCreate', '报废单创建', 'Create scrap order', 'BFDCJ'],
      ['/scrapRecord/scrapRecordEdit', '报废单编辑删除', 'Edit or delete scrap order', 'BFDBJSC'],
      ['/scrapRecord/scrapRecordMonitorAudit', '报废单班长审核', 'Shift leader review', 'BFDBZSH'],
      ['/scrapRecord/scrapRecordEngineerAudit', '报废单工程师审核', 'Engineer review', 'BFDGCSSH'],
      ['/scrapRecord/scrapRecordDirectorAudit', '报废单主任审核', 'Director review', 'BFDZRSH'],
      ['/scrapRecord/scrapRecordCancel', '报废单取消', 'Cancel scrap order', 'BFDQX'],
      ['/scrapRecord/scrapWriteOff', '报废过账', 'Scrap posting', 'BFGZ'],
      ['/scrapRecord/scrapTransferItems', '报废冲销', 'Scrap reversal', 'BFCX'],
      ['/scrapRecord/scrapRecordSearch', '报废单查询', 'Scrap order query', 'BFDCX'],
    ],
  ],
  [
    {
      path: '/wasteMaterialManage',
      zh: '废旧物资处置',
      en: 'Waste material disposal',
      order: 16,
      role: 'FJWZCL',
    },
    [
      [
        '/wasteMaterialManage/createWasteDisposalOrder',
        '创建废旧物资处置单',
        'Create waste disposal order',
        'CJFJWZCZD',
      ],
      [
        '/wasteMaterialManage/confirmWasteDisposalList',
        '供应商处置单确认',
        'Supplier confirms disposal order',
        'GYSCZDQR',
      ],
      [
        '/wasteMaterialManage/queryWasteDisposalList',
        '废旧物资处置单查询',
        'Waste disposal order query',
        'FJWZCZDCX',
      ],
    ],
  ],
  [
    { path: '/Stock', zh: '库存管理', en: 'Stock', order: 17, role: 'KCGL' },
    [
      ['/Stock/stockSearch', '库存查询', 'Stock query', 'KCCX'],
      ['/Stock/stockSearchRemark', '库存查询（备注）', 'Stock query with remarks', 'KCCXBZ'],
      ['/Stock/stockSearchSafe', '库存查询（安全库存）', 'Stock query, safe stock', 'KCCXAQKC'],
      ['/Stock/stockInitialization', '库存初始化', 'Stock initialisation', 'KCCSH'],
      ['/Stock/stockAdjust', '库存调整', 'Stock adjustment', 'KCTZ'],
      [
        '/Stock/sapStockSearch',
        '实时查询SAP库存',
        'Real-time external ERP stock query',
        'SSCXSAPKC',
      ],
      ['/Stock/shareStockSearch', '共享物资查询', 'Shared stock query', 'GXWZCC'],
    ],
  ],
  [
    { path: '/SafeStock', zh: '安全库存管理', en: 'Safe stock', order: 18, role: 'AQKCGL' },
    [
      ['/SafeStock/safeStockEdit', '安全库存维护', 'Maintain safe stock', 'AQKCWH'],
      ['/SafeStock/safeStockSearch', '安全库存查询', 'Safe stock query', 'AQKCCX'],
      [
        '/SafeStock/safeStockPrice',
        '安全库存查询（金额）',
        'Safe stock query with amounts',
        'AQKCCXJE',
      ],
    ],
  ],
  [
    { path: '/locationAdjust', zh: '货位调整', en: 'Location adjustment', order: 19, role: 'HWTZ' },
    [
      [
        '/locationAdjust/locationAdjustCreate',
        '货位调整单创建',
        'Create location adjustment',
        'HWTZDCJ',
      ],
      [
        '/locationAdjust/locationAdjustEdit',
        '货位调整单编辑删除',
        'Edit or delete location adjustment',
        'HWTZDBJSC',
      ],
      [
        '/locationAdjust/locationAdjustSearch',
        '货位调整单查询',
        'Location adjustment query',
        'HWTZDCX',
      ],
    ],
  ],
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
  [
    { path: '/appVersionManage', zh: 'APP版本管理', en: 'App version', order: 28, role: 'APPGL' },
    [['/appVersionManage/appVersion', 'APP版本信息', 'App version information', 'APPBBXX']],
  ],
  [
    {
      path: '/materialPropertyManage',
      zh: '物料分类配置',
      en: 'Material classification config',
      order: 29,
      role: 'WLFLPZGL',
    },
    [
      [
        '/materialPropertyManage/inventoryClassification',
        '物料属性',
        'Inventory classification',
        'WLSX',
      ],
      [
        '/materialPropertyManage/iClassificationOrMaterialRel',
        '物料分类',
        'I-classification and material relation',
        'WLFL',
      ],
    ],
  ],
  [
    { path: '/bulletinManage', zh: '公告管理', en: 'Bulletins', order: 49, role: 'GGGL' },
    [['/bulletinManage/bulletinMessage', '公告信息', 'Bulletins', 'GGXX']],
  ],
  [
    { path: '/system', zh: '系统管理', en: 'System management', order: 50, role: 'XTSZ' },
    [
      ['/system/systemPageSetup', '系统业务配置', 'Business configuration', 'XTYWPZ'],
      ['/system/printFormworkMessage', '打印模板配置', 'Print template configuration', 'DYMUBS'],
      ['/system/sapApiDeployMessage', 'SAP接口配置', 'SAP interface configuration', 'SAPJKPZ'],
      ['/system/dataDictionaryConfigure', '数据字典', 'Data dictionary', 'SJZD'],
      [
        '/system/dataTemplateUpload',
        '基础数据导入模板上传',
        'Basic-data import template upload',
        'JCSJDRMBSC',
      ],
      // Not in the specification, but required.
      ['/system/userManage', '用户管理', 'Users', 'YHGL'],
      ['/system/roleAssign', '角色分配', 'Role assignment', 'JSFP'],
    ],
  ],
  [
    { path: '/log', zh: '日志管理', en: 'Log management', order: 51, role: 'RZGL' },
    [
      ['/log/messageLogQuery', '死信消息查询', 'Dead-letter message query', 'SXXXCX'],
      ['/log/operationLogQuery', '操作日志查询', 'Operation log query', 'CZRZCX'],
      ['/log/sapOperationLogQuery', 'SAP操作日志查询', 'SAP operation log query', 'SCZRZCX'],
    ],
  ],
]

export const pageCatalogue: readonly CataloguePage[] = groups.flatMap(([group, pages]) =>
  pages.map(([path, zh, en, role, hidden]) => ({
    group: group.path,
    groupZh: group.zh,
    groupEn: group.en,
    groupOrder: group.order,
    groupRole: group.role,
    path,
    zh,
    en,
    role,
    hidden: hidden === 'hidden',
  })),
)

const byPath = new Map(pageCatalogue.map((page) => [page.path, page]))

/** The catalogue entry of a path; throws for an unknown path. */
export function cataloguePage(path: string): CataloguePage {
  const page = byPath.get(path)
  if (!page) throw new Error(`no page ${path} in the catalogue`)
  return page
}
