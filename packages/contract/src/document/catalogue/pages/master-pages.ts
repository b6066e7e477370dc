import type { PageGroups } from './page-groups.ts'

/** Master data and documents of the ERP. */
export const masterPages: PageGroups = [
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
      ['/base/safetyDataSheet', '安全技术说明书', 'Safety data sheets', 'AQJSSMS'],
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
      // Not in the specification: what became of the items of these documents, as SAP's purchase order history.
      ['/dataCenter/itemHistorySearch', '项目履历查询', 'Item histories', 'XMLLCX'],
      // Not in the specification, but required: what an old system had before the company went live.
      ['/dataCenter/legacyDocumentSearch', '历史单据查询', 'Legacy documents', 'LSDJCX'],
      ['/dataCenter/legacyDocumentImport', '历史单据导入', 'Import legacy documents', 'LSDJDR'],
    ],
  ],
]
