import { label } from '../document/declare/label.ts'

/** What is done to goods in stock so that they stay fit for use (保养); `none` says that the class does not count for a material. */
export const preservationKinds = {
  rotateShaft: label('盘车', 'Turn the shaft'),
  grease: label('涂脂防锈', 'Grease against rust'),
  nitrogen: label('充氮保压', 'Keep under nitrogen'),
  elastomerAge: label('橡胶件老化检查', 'Check elastomers for age'),
  dryness: label('防潮检查', 'Check for moisture'),
  none: label('不需保养', 'None'),
} as const

export type PreservationKind = keyof typeof preservationKinds
