import type { PageGroups } from './page-groups.ts'

/** Settings, users, logs. */
export const systemPages: PageGroups = [
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
      // Not in the specification: what GB 18218 limits, and what is in the master twice.
      [
        '/materialPropertyManage/hazardousSubstance',
        '危险化学品临界量',
        'Thresholds of hazardous chemicals',
        'WXHXPLJL',
      ],
      ['/materialPropertyManage/majorHazard', '重大危险源', 'Major hazard sources', 'ZDWXY'],
      [
        '/materialPropertyManage/duplicateMaterial',
        '重复物料处理',
        'Duplicate materials',
        'CFWLCL',
      ],
      [
        '/materialPropertyManage/preservationCreate',
        '保养任务创建',
        'Create preservation tasks',
        'BYRWCJ',
      ],
      [
        '/materialPropertyManage/preservationTask',
        '保养任务办理',
        'Carry out preservation',
        'BYRWBL',
      ],
      [
        '/materialPropertyManage/preservationSearch',
        '保养记录查询',
        'Preservation records',
        'BYJLCX',
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
      ['/system/companyManage', '公司管理', 'Companies', 'GSGL'],
      ['/system/plantManage', '工厂管理', 'Plants', 'GCGL'],
      ['/system/storageLocationManage', '库存地点管理', 'Storage locations', 'KCDDGL'],
      ['/system/departmentManage', '部门管理', 'Departments', 'BMGL'],
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
