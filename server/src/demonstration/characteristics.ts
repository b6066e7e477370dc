import type { Importance } from '@kufang/contract/masters/inspection-characteristic.ts'
import { families } from './materials.ts'
import { companies } from './organization.ts'

/** A characteristic of several material groups, by the beginning of their codes. */
interface CharacteristicOfGroups {
  groups: readonly string[]
  characteristic: string
  name: string
  importance: Importance
  /** Absent of an attribute, which only conforms or not. */
  limits?: readonly [lower: string | null, upper: string | null, unit: string]
  sampleSize: number
  standard: string
}

const of = (
  groups: readonly string[],
  characteristic: string,
  name: string,
  importance: Importance,
  limits: CharacteristicOfGroups['limits'],
  sampleSize: number,
  standard: string,
): CharacteristicOfGroups => ({
  groups,
  characteristic,
  name,
  importance,
  ...(limits === undefined ? {} : { limits }),
  sampleSize,
  standard,
})

const forged = ['12', '1503'] as const
const chemicals = ['30', '31'] as const

const characteristics: readonly CharacteristicOfGroups[] = [
  of(['11'], 'C10', '外观与标识', 'general', undefined, 2, 'JB/T 7928'),
  of(['11'], 'C20', '壳体试验压力', 'main', ['6', null, 'MPa'], 2, 'GB/T 13927'),
  of(['11'], 'C30', '密封试验', 'main', undefined, 2, 'GB/T 13927'),
  of(forged, 'C10', '外观质量', 'general', undefined, 2, 'HG/T 20592'),
  of(forged, 'C20', '布氏硬度', 'general', [null, '187', 'HBW'], 3, 'GB/T 231.1'),
  of(forged, 'C30', '抗拉强度', 'main', ['485', null, 'MPa'], 3, 'GB/T 228.1'),
  of(['13'], 'C10', '厚度', 'main', ['4.3', '4.7', 'mm'], 3, 'HG/T 20610'),
  of(['14'], 'C10', '洛氏硬度', 'main', ['22', '35', 'HRC'], 3, 'GB/T 230.1'),
  of(['1501', '1502'], 'C10', '壁厚', 'main', ['5.25', '6.9', 'mm'], 3, 'GB/T 8163'),
  of(['1501', '1502'], 'C20', '抗拉强度', 'main', ['410', '530', 'MPa'], 3, 'GB/T 228.1'),
  of(['16'], 'C10', '绝缘电阻', 'main', ['100', null, 'MΩ·km'], 2, 'GB/T 3048.5'),
  of(['16'], 'C20', '护套外观', 'general', undefined, 2, 'GB/T 12706.1'),
  of(['17'], 'C10', '径向游隙', 'main', ['15', '35', 'μm'], 3, 'GB/T 4604.1'),
  of(['17'], 'C20', '振动', 'general', [null, '46', 'dB'], 3, 'JB/T 10187'),
  of(['18'], 'C10', '邵氏硬度', 'general', ['70', '80', 'HA'], 3, 'GB/T 531.1'),
  of(['19'], 'C10', '基本误差', 'main', ['-0.1', '0.1', '%'], 3, 'JJG 882'),
  of(['20'], 'C10', '外形尺寸偏差', 'main', ['-0.2', '0.2', 'mm'], 3, 'GB/T 1804'),
  of(chemicals, 'C10', '主含量', 'main', ['98', '100', '%'], 2, 'GB/T 6283'),
  of(chemicals, 'C20', '水分', 'general', [null, '0.5', '%'], 2, 'GB/T 6284'),
]

/** What each material group of each company is inspected for; nothing of it stands in the way of an acceptance. */
export const demonstrationCharacteristics = companies.flatMap(({ companyCode }) =>
  families.flatMap(({ materialGroup }) =>
    characteristics
      .filter(({ groups }) => groups.some((group) => materialGroup.startsWith(group)))
      .map(({ groups: _groups, limits, ...one }, index) => ({
        ...one,
        companyCode,
        materialGroup,
        position: (index + 1) * 10,
        kind: limits === undefined ? 'attribute' : 'variable',
        lowerLimit: limits?.[0] ?? null,
        upperLimit: limits?.[1] ?? null,
        measuringUnit: limits?.[2] ?? '',
      })),
  ),
)
