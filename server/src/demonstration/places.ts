// Delivery places, receiving units, contracts and others of the demonstration company; all of them fictitious.

export const deliveryPlaces = [
  {
    companyCode: '1010',
    plant: '1011',
    deliveryPlace: 'PSD01',
    name: '催化装置 2 号门',
    pickingUnit: 'CHL02',
    isUsual: true,
    address: '炼油厂北区二横路',
    contactName: '沈一诺',
    telephone: '0599-8691002',
  },
  {
    companyCode: '1010',
    plant: '1011',
    deliveryPlace: 'PSD02',
    name: '催化装置检修棚',
    pickingUnit: 'CHL02',
    isUsual: false,
    address: '炼油厂北区二横路东端',
    contactName: '沈一诺',
    telephone: '0599-8691002',
  },
  {
    companyCode: '1010',
    plant: '1011',
    deliveryPlace: 'PSD03',
    name: '常减压装置南门',
    pickingUnit: 'CJY01',
    isUsual: true,
    address: '炼油厂南区一横路',
    contactName: '方岳',
    telephone: '0599-8691001',
  },
] as const

/** What is never brought: whoever needs it fetches it. */
export const distributionRows = [
  {
    companyCode: '1010',
    materialGroup: '1601',
    validFrom: '2026-01-01',
    validTo: '2026-06-30',
    isDelivered: false,
    reason: '电缆整盘由领料单位自提',
  },
  {
    companyCode: '1020',
    materialGroup: '1601',
    validFrom: '2026-01-01',
    validTo: null,
    isDelivered: false,
    reason: '电缆整盘由领料单位自提',
  },
] as const

export const receivingUnits = [
  {
    companyCode: '1010',
    plant: '1011',
    receivingUnit: 'SH01',
    name: '炼油厂物资接收站',
    isUsual: true,
    address: '澜屿工业区临港大道 1 号 3 号门',
    contactName: '周海宁',
    telephone: '0599-8692001',
  },
  {
    companyCode: '1010',
    plant: '1012',
    receivingUnit: 'SH01',
    name: '乙烯厂物资接收站',
    isUsual: true,
    address: '澜屿工业区临港大道 8 号 1 号门',
    contactName: '秦越',
    telephone: '0599-8692002',
  },
] as const

export const inspectionUnits = [
  {
    companyCode: '1010',
    inspectionUnit: 'ZJ01',
    name: '质量检验站',
    isThirdParty: false,
    qualificationNo: '',
    costCenter: '1010190100',
    contactName: '顾言',
    telephone: '0599-8693001',
  },
  {
    companyCode: '1010',
    inspectionUnit: 'ZJ02',
    name: '海岚特种设备检测中心',
    isThirdParty: true,
    qualificationNo: 'CMA-35-0218',
    costCenter: '1010190100',
    contactName: '纪南',
    telephone: '0599-8693002',
  },
  {
    companyCode: '1020',
    inspectionUnit: 'ZJ01',
    name: '质量检验站',
    isThirdParty: false,
    qualificationNo: '',
    costCenter: '1020190100',
    contactName: '梁舟',
    telephone: '0599-8695001',
  },
] as const

export const constructionContracts = [
  {
    companyCode: '1010',
    contractNo: 'SG-2026-018',
    contractor: '澜港建安工程有限公司',
    projectName: '催化裂化装置大检修',
    pickingUnit: 'CHL02',
    validFrom: '2026-01-01',
    validTo: '2029-12-31',
  },
  {
    companyCode: '1010',
    contractNo: 'SG-2024-007',
    contractor: '澜港建安工程有限公司',
    projectName: '罐区防腐',
    pickingUnit: 'CHL02',
    validFrom: '2024-01-01',
    validTo: '2025-12-31',
  },
] as const

export const departments = [
  {
    companyCode: '1010',
    department: 'WZ',
    name: '物资装备部',
    parentDepartment: '',
    headName: '于佩',
  },
  {
    companyCode: '1010',
    department: 'WZ-CK',
    name: '仓储科',
    parentDepartment: 'WZ',
    headName: '周海宁',
  },
  {
    companyCode: '1010',
    department: 'WZ-CG',
    name: '采购科',
    parentDepartment: 'WZ',
    headName: '柳映',
  },
  { companyCode: '1010', department: 'SC', name: '生产部', parentDepartment: '', headName: '方岳' },
  {
    companyCode: '1020',
    department: 'WZ',
    name: '物资装备部',
    parentDepartment: '',
    headName: '于佩',
  },
] as const

/** Units as UN/ECE Recommendation 20 has them, of which one means nothing here yet. */
export const externalCodes = [
  {
    externalSystem: 'UN/ECE REC20',
    kind: 'unit',
    externalCode: 'KGM',
    externalName: 'kilogram',
    ownCode: 'KG',
  },
  {
    externalSystem: 'UN/ECE REC20',
    kind: 'unit',
    externalCode: 'H87',
    externalName: 'piece',
    ownCode: 'EA',
  },
  {
    externalSystem: 'UN/ECE REC20',
    kind: 'unit',
    externalCode: 'MTR',
    externalName: 'metre',
    ownCode: 'M',
  },
  {
    externalSystem: 'UN/ECE REC20',
    kind: 'unit',
    externalCode: 'BLL',
    externalName: 'barrel (US)',
    ownCode: '',
  },
] as const
