import type { Store } from './organization.ts'

/** Ten materials of one group. */
export interface MaterialFamily {
  materialGroup: string
  name: string
  english: string
  store: Store
  unit: string
  /** Ten entries: a specification, or `name|specification|hazard class` where each is a substance of its own. */
  specifications: readonly string[]
  grades: readonly string[]
  /** Yuan for one unit: of the first and of the last specification. */
  price: readonly [number, number]
  /** Usual quantity of an order. */
  quantity: readonly [number, number]
  drawing?: string
  isBatchManaged?: boolean
  isSerialManaged?: boolean
  isInspectionFree?: boolean
  shelfLifeDays?: number
  criticality?: 'A' | 'B' | 'C'
  documents: readonly string[]
}

const sizes = (prefix: string, suffix = '') =>
  [15, 20, 25, 40, 50, 80, 100, 150, 200, 250].map((size) => `${prefix}DN${size}${suffix}`)

const mechanical = ['合格证', '质保书'] as const
const pressure = ['合格证', '质保书', '特种设备制造监检证书'] as const
const electrical = ['合格证', '型式试验报告'] as const

export const mechanicalFamilies: readonly MaterialFamily[] = [
  { materialGroup: '1101', name: '闸阀', english: 'Gate valve', store: 'piping', unit: 'EA', specifications: sizes('Z41H-40 '), grades: ['WCB', 'WC6'], price: [260, 9800], quantity: [4, 40], drawing: 'LY-V-Z', criticality: 'B', documents: pressure },
  { materialGroup: '1102', name: '不锈钢球阀', english: 'Stainless ball valve', store: 'piping', unit: 'EA', specifications: sizes('Q41F-16P '), grades: ['CF8', 'CF8M'], price: [180, 7600], quantity: [4, 40], drawing: 'LY-V-Q', criticality: 'B', documents: pressure },
  { materialGroup: '1103', name: '截止阀', english: 'Globe valve', store: 'piping', unit: 'EA', specifications: sizes('J41H-25 '), grades: ['WCB', 'CF3M'], price: [210, 8200], quantity: [4, 40], drawing: 'LY-V-J', criticality: 'B', documents: pressure },
  { materialGroup: '1104', name: '止回阀', english: 'Check valve', store: 'piping', unit: 'EA', specifications: sizes('H44H-40 '), grades: ['WCB'], price: [230, 8600], quantity: [2, 20], drawing: 'LY-V-H', criticality: 'B', documents: pressure },
  { materialGroup: '1105', name: '弹簧式安全阀', english: 'Safety relief valve', store: 'piping', unit: 'EA', specifications: sizes('A42Y-25 '), grades: ['WCB', 'CF8'], price: [1200, 26000], quantity: [1, 6], drawing: 'LY-V-A', isSerialManaged: true, criticality: 'A', documents: [...pressure, '校验报告'] },
  { materialGroup: '1201', name: '带颈对焊法兰', english: 'Welding neck flange', store: 'piping', unit: 'EA', specifications: sizes('WN ', ' PN40 RF'), grades: ['20#', '304', '316L'], price: [35, 1400], quantity: [10, 120], drawing: 'LY-F-W', criticality: 'C', documents: mechanical },
  { materialGroup: '1202', name: '法兰盖', english: 'Blind flange', store: 'piping', unit: 'EA', specifications: sizes('BL ', ' PN25 RF'), grades: ['20#', '304'], price: [30, 1200], quantity: [6, 60], drawing: 'LY-F-B', criticality: 'C', documents: mechanical },
  { materialGroup: '1301', name: '金属缠绕垫片', english: 'Spiral wound gasket', store: 'piping', unit: 'EA', specifications: sizes('D2222 ', ' PN40'), grades: ['304+柔性石墨', '316+柔性石墨'], price: [6, 160], quantity: [50, 600], isInspectionFree: true, criticality: 'C', documents: ['合格证'] },
  { materialGroup: '1302', name: '八角金属环垫', english: 'Octagonal ring joint', store: 'piping', unit: 'EA', specifications: ['R12', 'R16', 'R20', 'R24', 'R27', 'R31', 'R37', 'R41', 'R45', 'R49'], grades: ['08F', '304', '316L'], price: [28, 620], quantity: [10, 100], drawing: 'LY-G-R', criticality: 'B', documents: mechanical },
  { materialGroup: '1401', name: '全螺纹双头螺柱', english: 'Stud bolt', store: 'piping', unit: 'SET', specifications: ['M12x80', 'M16x90', 'M16x110', 'M20x120', 'M20x140', 'M24x150', 'M24x180', 'M27x190', 'M30x210', 'M36x260'], grades: ['35CrMoA', 'B7/2H', 'B8M/8M'], price: [4, 78], quantity: [100, 1200], isInspectionFree: true, criticality: 'C', documents: ['质保书'] },
  { materialGroup: '1402', name: '六角螺母', english: 'Hexagon nut', store: 'piping', unit: 'EA', specifications: ['M10', 'M12', 'M16', 'M20', 'M22', 'M24', 'M27', 'M30', 'M33', 'M36'], grades: ['2H', '8M'], price: [0.8, 12], quantity: [200, 3000], isInspectionFree: true, criticality: 'C', documents: ['质保书'] },
  { materialGroup: '1501', name: '无缝钢管', english: 'Seamless steel pipe', store: 'piping', unit: 'M', specifications: ['Φ25x3', 'Φ32x3.5', 'Φ45x3.5', 'Φ57x4', 'Φ76x4.5', 'Φ89x5', 'Φ114x6', 'Φ168x7', 'Φ219x8', 'Φ273x9'], grades: ['20#', '15CrMoG'], price: [18, 620], quantity: [36, 480], isBatchManaged: true, criticality: 'B', documents: pressure },
  { materialGroup: '1502', name: '不锈钢无缝管', english: 'Stainless seamless pipe', store: 'piping', unit: 'M', specifications: ['Φ18x2', 'Φ25x2.5', 'Φ32x3', 'Φ38x3', 'Φ45x3.5', 'Φ57x3.5', 'Φ89x4', 'Φ114x4.5', 'Φ168x5', 'Φ219x6'], grades: ['304', '316L', '321'], price: [46, 1480], quantity: [24, 240], isBatchManaged: true, criticality: 'B', documents: pressure },
  { materialGroup: '1503', name: '对焊弯头', english: 'Butt-welding elbow', store: 'piping', unit: 'EA', specifications: sizes('90°LR '), grades: ['20#', '304', '316L'], price: [12, 980], quantity: [6, 80], criticality: 'C', documents: mechanical },
  { materialGroup: '1701', name: '深沟球轴承', english: 'Deep groove ball bearing', store: 'spares', unit: 'EA', specifications: ['6205-2Z/C3', '6206-2Z/C3', '6208/C3', '6210/C3', '6212/C3', '6308/C3', '6310/C3', '6312/C3', '6314/C3', '6316/C3'], grades: ['GCr15'], price: [38, 760], quantity: [4, 40], criticality: 'B', documents: ['合格证', '原产地证明'] },
  { materialGroup: '1702', name: '圆柱滚子轴承', english: 'Cylindrical roller bearing', store: 'spares', unit: 'EA', specifications: ['NU208E', 'NU210E', 'NU212E', 'NU214E', 'NU216E', 'NU308E', 'NU310E', 'NU312E', 'NU314E', 'NU316E'], grades: ['GCr15'], price: [120, 1900], quantity: [2, 20], criticality: 'B', documents: ['合格证', '原产地证明'] },
  { materialGroup: '1801', name: '机械密封', english: 'Mechanical seal', store: 'spares', unit: 'SET', specifications: ['104-35', '104-45', '104-55', '108-40', '108-50', '108-60', '109-45', '109-65', 'DM-70', 'DM-85'], grades: ['SiC/石墨', 'SiC/SiC'], price: [680, 24000], quantity: [1, 8], drawing: 'LY-S-M', criticality: 'A', documents: mechanical },
  { materialGroup: '1802', name: '氟橡胶O形圈', english: 'FKM O-ring', store: 'spares', unit: 'EA', specifications: ['20x2.65', '25x2.65', '32.5x3.55', '40x3.55', '50x3.55', '65x5.3', '80x5.3', '100x5.3', '125x7', '150x7'], grades: ['FKM', 'NBR'], price: [1.2, 26], quantity: [50, 500], isBatchManaged: true, isInspectionFree: true, shelfLifeDays: 1825, criticality: 'C', documents: ['合格证'] },
  { materialGroup: '2001', name: '离心泵叶轮', english: 'Centrifugal pump impeller', store: 'spares', unit: 'EA', specifications: ['ZA40-200', 'ZA40-250', 'ZA50-200', 'ZA50-315', 'ZA80-250', 'ZA80-400', 'ZE100-315', 'ZE100-400', 'ZE150-400', 'ZE200-500'], grades: ['ZG06Cr19Ni10', '2Cr13'], price: [2600, 46000], quantity: [1, 3], drawing: 'LY-P-I', criticality: 'A', documents: mechanical },
  { materialGroup: '2002', name: '往复压缩机气阀', english: 'Compressor valve', store: 'spares', unit: 'SET', specifications: ['2D40-I级', '2D40-II级', '4M50-I级', '4M50-II级', '4M50-III级', '4M80-I级', '4M80-II级', '4M80-III级', '6M80-I级', '6M80-II级'], grades: ['3Cr13', 'PEEK'], price: [3200, 28000], quantity: [1, 6], drawing: 'LY-C-V', criticality: 'A', documents: mechanical },
]

export const electricalFamilies: readonly MaterialFamily[] = [
  { materialGroup: '1601', name: '阻燃电力电缆', english: 'Flame-retardant power cable', store: 'electrical', unit: 'M', specifications: ['3x4', '3x6', '3x10', '3x16+1x10', '3x25+1x16', '3x35+1x16', '3x50+1x25', '3x70+1x35', '3x95+1x50', '3x120+1x70'].map((size) => `ZR-YJV22 0.6/1kV ${size}`), grades: ['铜芯'], price: [14, 420], quantity: [100, 1500], isBatchManaged: true, criticality: 'C', documents: electrical },
  { materialGroup: '1602', name: '控制电缆', english: 'Control cable', store: 'electrical', unit: 'M', specifications: ['4x1.0', '4x1.5', '7x1.0', '7x1.5', '10x1.5', '14x1.5', '19x1.5', '24x1.5', '30x1.5', '37x1.5'].map((size) => `ZR-KVVP22 ${size}`), grades: ['铜芯'], price: [6, 96], quantity: [200, 2000], isBatchManaged: true, isInspectionFree: true, criticality: 'C', documents: electrical },
  { materialGroup: '1603', name: '隔爆型电动机', english: 'Flameproof motor', store: 'electrical', unit: 'EA', specifications: ['YBX4-80M', 'YBX4-90L', 'YBX4-100L', 'YBX4-112M', 'YBX4-132S', 'YBX4-160M', 'YBX4-180L', 'YBX4-200L', 'YBX4-225M', 'YBX4-250M'], grades: ['Ex db IIC T4'], price: [1800, 38000], quantity: [1, 4], isSerialManaged: true, criticality: 'A', documents: [...electrical, '防爆合格证'] },
  { materialGroup: '1901', name: '智能压力变送器', english: 'Pressure transmitter', store: 'electrical', unit: 'EA', specifications: ['0-10kPa', '0-40kPa', '0-100kPa', '0-250kPa', '0-600kPa', '0-1MPa', '0-2.5MPa', '0-4MPa', '0-10MPa', '0-25MPa'].map((range) => `LYT3051 ${range}`), grades: ['316L', '哈氏C'], price: [3600, 12800], quantity: [1, 10], isSerialManaged: true, criticality: 'A', documents: [...electrical, '防爆合格证', '检定证书'] },
  { materialGroup: '1902', name: '铠装热电偶', english: 'Sheathed thermocouple', store: 'electrical', unit: 'EA', specifications: [150, 200, 250, 300, 400, 500, 650, 800, 1000, 1250].map((length) => `WRNK-231 Φ8 L=${length}`), grades: ['GH3030', '1Cr18Ni9Ti'], price: [180, 860], quantity: [2, 30], criticality: 'B', documents: [...electrical, '检定证书'] },
  { materialGroup: '1903', name: '质量流量计', english: 'Mass flow meter', store: 'electrical', unit: 'EA', specifications: sizes('LYM-'), grades: ['316L'], price: [18000, 160000], quantity: [1, 2], drawing: 'LY-I-M', isSerialManaged: true, criticality: 'A', documents: [...electrical, '防爆合格证', '检定证书'] },
]

export const chemicalFamilies: readonly MaterialFamily[] = [
  { materialGroup: '3001', name: '催化剂', english: 'Catalyst', store: 'chemical', unit: 'KG', specifications: ['加氢精制催化剂|LH-11 Φ1.6三叶草|', '加氢裂化催化剂|LH-21 Φ1.2圆柱|', '催化裂化催化剂|LF-30 微球|', '连续重整催化剂|LR-7 Φ1.6球形|', '制氢转化催化剂|LZ-14 拉西环|', '脱硫剂|LT-202 条状|', '脱氯剂|LT-408 Φ3球形|', '瓷球支撑剂|Φ13 惰性|', '聚丙烯主催化剂|LP-5 浆液|', '碳二加氢催化剂|LK-39 球形|'], grades: ['优级'], price: [32, 860], quantity: [200, 4000], isBatchManaged: true, shelfLifeDays: 1095, criticality: 'A', documents: ['质检报告', 'SDS'] },
  { materialGroup: '3101', name: '工艺助剂', english: 'Process additive', store: 'chemical', unit: 'KG', specifications: ['缓蚀剂|LS-201 成膜型|8', '阻垢分散剂|LS-310|', '破乳剂|LS-15 油溶性|3', '消泡剂|LS-66 有机硅|', '杀菌剂|LS-90 异噻唑啉酮|8', '抗静电剂|LS-450|3', '阻聚剂|LS-12 对叔丁基邻苯二酚|6.1', '脱盐剂|LS-8|', '絮凝剂|阳离子聚丙烯酰胺|', '除氧剂|LS-77 碳酰肼型|'], grades: ['工业级'], price: [9, 68], quantity: [200, 3000], isBatchManaged: true, shelfLifeDays: 365, criticality: 'B', documents: ['质检报告', 'SDS'] },
  { materialGroup: '3102', name: '溶剂与油品', english: 'Solvents and oils', store: 'chemical', unit: 'KG', specifications: ['异丙醇|≥99.9% 160kg/桶|3', '甲苯|≥99.8% 180kg/桶|3', '正己烷|≥99% 130kg/桶|3', '甲醇|≥99.9% 160kg/桶|3', '丙酮|≥99.5% 160kg/桶|3', '汽轮机油|L-TSA46 170kg/桶|', '抗磨液压油|L-HM46 170kg/桶|', '压缩机油|L-DAB150 170kg/桶|', '导热油|L-QB300 170kg/桶|', '工业齿轮油|L-CKD220 170kg/桶|'], grades: ['工业级'], price: [6, 24], quantity: [340, 5100], isBatchManaged: true, shelfLifeDays: 730, criticality: 'B', documents: ['质检报告', 'SDS'] },
  { materialGroup: '3103', name: '酸碱盐与气体', english: 'Acids, alkalis and gases', store: 'chemical', unit: 'KG', specifications: ['硫酸|98% 30kg/桶|8', '盐酸|31% 25kg/桶|8', '氢氧化钠|片碱 99% 25kg/袋|8', '磷酸|85% 35kg/桶|8', '次氯酸钠溶液|10% 25kg/桶|8', '硝酸钠|工业一级 25kg/袋|5.1', '过氧化氢溶液|35% 30kg/桶|5.1', '苯酚|≥99.9% 200kg/桶|6.1', '液氮|高纯 175L 杜瓦罐|2.2', '氩气|99.999% 40L 钢瓶|2.2'], grades: ['工业级'], price: [1.6, 22], quantity: [250, 3000], isBatchManaged: true, shelfLifeDays: 540, criticality: 'B', documents: ['质检报告', 'SDS'] },
]
