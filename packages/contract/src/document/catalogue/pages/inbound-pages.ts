import type { PageGroups } from '../page-groups.ts'

/** From the supplier's note to the goods receipt. */
export const inboundPages: PageGroups = [
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
      [
        '/preQualityInspectionNotice/inspectionResultQuery',
        '检验结果查询',
        'Inspection results',
        'JYJGCX',
      ],
      [
        '/preQualityInspectionNotice/inspectionCharacteristics',
        '检验项目维护',
        'Inspection characteristics',
        'JYXMWH',
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
]
