import { label } from '../document/declare/label.ts'

/** Hazard classes according to GB 6944 / GB 12268, as far as relevant to a materials store. */
export const hazardClasses = {
  '2.1': label('2.1 易燃气体', '2.1 Flammable gas'),
  '2.2': label('2.2 非易燃无毒气体', '2.2 Non-flammable, non-toxic gas'),
  '2.3': label('2.3 毒性气体', '2.3 Toxic gas'),
  '3': label('3 易燃液体', '3 Flammable liquid'),
  '4.1': label('4.1 易燃固体', '4.1 Flammable solid'),
  '4.2': label('4.2 易自燃物质', '4.2 Spontaneously combustible'),
  '4.3': label('4.3 遇水放出易燃气体物质', '4.3 Dangerous when wet'),
  '5.1': label('5.1 氧化性物质', '5.1 Oxidiser'),
  '5.2': label('5.2 有机过氧化物', '5.2 Organic peroxide'),
  '6.1': label('6.1 毒性物质', '6.1 Toxic'),
  '8': label('8 腐蚀性物质', '8 Corrosive'),
  '9': label('9 杂项危险物质', '9 Miscellaneous'),
} as const

export type HazardClass = keyof typeof hazardClasses

/**
 * Whether a material may be put into a bin: the hazard classes must be equal, or both empty. Stores of dangerous goods
 * must separate the classes (GB 15603), so mixing is refused by default.
 */
export function isHazardAllowed(materialHazard: string | null, binHazard: string | null): boolean {
  return (materialHazard ?? '') === (binHazard ?? '')
}
