import type { PageGroups } from './page-groups.ts'

/** Transfers, counts, returns, disposal, and the stock itself. */
export const stockPages: PageGroups = [
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
      ['/checkForm/checkFormAccuracy', '盘点准确率', 'Count accuracy', 'PDZQL'],
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
]
