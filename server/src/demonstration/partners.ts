import type { Store } from './organization.ts'

// People, companies and places are fictitious.

export interface DemonstrationSupplier {
  supplierNo: string
  name: string
  contactName: string
  telephone: string
  address: string
  /** The kinds of goods the supplier delivers. */
  stores: readonly Store[]
}

const firms: readonly (readonly [
  name: string,
  contact: string,
  city: string,
  ...stores: Store[],
])[] = [
  ['沃岭阀门制造有限公司', '许明哲', '沃岭', 'piping'],
  ['恒岳管业集团有限公司', '唐书言', '恒岳', 'piping'],
  ['北屿特种钢管有限公司', '冯若谷', '北屿', 'piping'],
  ['泽川法兰锻造有限公司', '郑思齐', '泽川', 'piping'],
  ['立岑紧固件有限公司', '梁一鸣', '立岑', 'piping'],
  ['云汀密封材料有限公司', '苏映雪', '云汀', 'piping', 'spares'],
  ['立岑传动轴承有限公司', '曹文轩', '立岑', 'spares'],
  ['恒岳泵业有限公司', '高远舟', '恒岳', 'spares'],
  ['泽川压缩机配件有限公司', '罗清扬', '泽川', 'spares'],
  ['沃岭机械密封有限公司', '谢知微', '沃岭', 'spares'],
  ['远崧电缆有限公司', '韩子墨', '远崧', 'electrical'],
  ['远崧防爆电机有限公司', '彭以宁', '远崧', 'electrical'],
  ['铭朗仪表有限公司', '董嘉树', '铭朗', 'electrical'],
  ['铭朗测控技术有限公司', '袁可心', '铭朗', 'electrical'],
  ['澜港电气成套有限公司', '邓亦凡', '澜港', 'electrical'],
  ['宏汐催化剂有限公司', '曾怀瑾', '宏汐', 'chemical'],
  ['宏汐精细化工有限公司', '吕南星', '宏汐', 'chemical'],
  ['云汀化学品有限公司', '蒋若水', '云汀', 'chemical'],
  ['北屿工业气体有限公司', '贺长青', '北屿', 'chemical'],
  ['澜港润滑油有限公司', '薛临川', '澜港', 'chemical'],
]

export const suppliers: readonly DemonstrationSupplier[] = firms.map(
  ([name, contactName, city, ...stores], index) => ({
    supplierNo: String(600_001 + index),
    name,
    contactName,
    telephone: `0599-86${String(10_000 + index * 137).slice(0, 5)}`,
    address: `${city}市高新区创业路 ${index + 2} 号`,
    stores,
  }),
)

export const pickingUnits = [
  {
    companyCode: '1010',
    plant: '1011',
    pickingUnit: 'CJY01',
    name: '常减压车间',
    costCenter: '1010110100',
    headName: '方岳',
  },
  {
    companyCode: '1010',
    plant: '1011',
    pickingUnit: 'CHL02',
    name: '催化裂化车间',
    costCenter: '1010110200',
    headName: '林澈',
  },
  {
    companyCode: '1010',
    plant: '1011',
    pickingUnit: 'JQL03',
    name: '加氢车间',
    costCenter: '1010110300',
    headName: '任重山',
  },
  {
    companyCode: '1010',
    plant: '1012',
    pickingUnit: 'YXL04',
    name: '乙烯裂解车间',
    costCenter: '1010120100',
    headName: '孟川',
  },
  {
    companyCode: '1010',
    plant: '1012',
    pickingUnit: 'JXW05',
    name: '检维修中心',
    costCenter: '1010120200',
    headName: '石磊',
  },
  {
    companyCode: '1010',
    plant: '1012',
    pickingUnit: 'DYZ06',
    name: '电仪中心',
    costCenter: '1010120300',
    headName: '顾北辰',
  },
  {
    companyCode: '1020',
    plant: '1021',
    pickingUnit: 'JBX07',
    name: '聚丙烯车间',
    costCenter: '1020210100',
    headName: '宋时安',
  },
  {
    companyCode: '1020',
    plant: '1021',
    pickingUnit: 'JYX08',
    name: '聚乙烯车间',
    costCenter: '1020210200',
    headName: '傅云起',
  },
  {
    companyCode: '1020',
    plant: '1021',
    pickingUnit: 'GYG09',
    name: '公用工程车间',
    costCenter: '1020210300',
    headName: '叶知秋',
  },
] as const

export type DemonstrationPickingUnit = (typeof pickingUnits)[number]

/** The unit of the accounts requester and unithead. */
export const demonstrationUnit = pickingUnits[1]

const requesterNames = [
  '陈砚',
  '何清和',
  '沈一诺',
  '江屿',
  '白景行',
  '夏至',
  '严立夏',
  '温故',
  '丁以北',
  '杜衡',
  '潘越',
  '魏然',
  '尹初晴',
  '龙在野',
  '段春和',
  '黎昕',
  '易安之',
  '毛远志',
]

/** Two requesters of each picking unit; the first of the demonstration unit is the account `requester`. */
export const requesters = pickingUnits.flatMap((unit, index) =>
  [0, 1].map((second) => ({
    companyCode: unit.companyCode,
    requester: `${unit.pickingUnit}-${second + 1}`,
    name: requesterNames[index * 2 + second]!,
    pickingUnit: unit.pickingUnit,
    account: unit.pickingUnit === demonstrationUnit.pickingUnit && second === 0 ? 'requester' : '',
    telephone: `1390000${String(1001 + index * 2 + second)}`,
  })),
)

/** WBS elements of active projects, by plant. */
export const projects: Record<string, readonly string[]> = {
  '1011': ['LY26.1011.01', 'LY26.1011.02'],
  '1012': ['LY26.1012.01', 'LY26.1012.02'],
  '1021': ['LY26.1021.01'],
}

export const customers = ['700001', '700002', '700003', '700004', '700005'] as const
