import { classLevel, classTreeOf } from '@kufang/contract/masters/material-class.ts'
import { unspscLengths } from '@kufang/contract/system/classification-parameters.ts'
import type { Transaction } from '../platform/database/database.ts'
import { upsertMaterials } from '../masters/public.ts'
import { families, type DemonstrationMaterial } from './materials.ts'

// The classification of the demonstration company: its own codes, made of its material groups. Spares that age or rust where
// they lie say so by their class; two groups are not assigned yet. Chemicals with a threshold name it.

const segments: Readonly<Record<string, string>> = {
  11: '阀门',
  12: '法兰',
  13: '垫片',
  14: '紧固件',
  15: '管材管件',
  16: '电气材料',
  17: '轴承',
  18: '密封件',
  19: '仪表',
  20: '机泵备件',
  30: '催化剂',
  31: '化工材料',
}

/** What is done to the goods of a class, and every how many days. */
const preservation: Readonly<Record<string, readonly [kind: string, days: number]>> = {
  '16030000': ['rotateShaft', 90],
  '17000000': ['grease', 365],
  '18000000': ['elastomerAge', 180],
  '20000000': ['grease', 180],
}

/** Groups whose materials nobody has assigned yet. */
const unassigned: ReadonlySet<string> = new Set(['1903', '2002'])

/** Table 1 of GB 18218-2018, as far as the company has such chemicals. */
const substances = [
  { no: 'JIACHUN', category: '易燃液体', name: '甲醇', tonnes: '500', has: '甲醇' },
  { no: 'BINGTONG', category: '易燃液体', name: '丙酮', tonnes: '500', has: '丙酮' },
  { no: 'JIABEN', category: '易燃液体', name: '甲苯', tonnes: '500', has: '甲苯' },
  { no: 'AN', category: '毒性气体', name: '氨', tonnes: '10', has: '氨' },
] as const

/** The same again under another number, as it comes to be in every material master: written otherwise, or of another maker. */
const again = [
  { of: '11010005', no: '11019001', manufacturer: (maker: string) => `${maker}有限公司` },
  {
    of: '11020004',
    no: '11029001',
    manufacturer: (maker: string) => `${maker}（集团）股份有限公司`,
  },
  { of: '17010003', no: '17019001', manufacturer: () => '澜岭轴承' },
] as const

const wide = (text: string): string =>
  text.replaceAll(/[!-~]/g, (sign) => String.fromCodePoint(sign.codePointAt(0)! + 0xfee0))

/** Writes materials that are there already, in full-width signs and another order of words. */
export async function writeDuplicates(
  tx: Transaction,
  materials: readonly DemonstrationMaterial[],
): Promise<void> {
  await upsertMaterials(
    tx,
    again.flatMap(({ of, no, manufacturer }) => {
      const known = materials.find(({ materialNo }) => materialNo === of)
      if (known === undefined) return []
      const { description, unit, materialGroup, materialGrade, needsInspection } = known
      return [
        {
          materialNo: no,
          description: wide(description.split(' ').toReversed().join(' ')),
          specification: known.specification,
          materialGrade,
          manufacturer: manufacturer(known.manufacturer),
          materialGroup,
          unit,
          needsInspection,
          isBatchManaged: known.isBatchManaged,
          isActive: true,
        },
      ]
    }),
  )
}

/** Writes classes and thresholds, and assigns the materials to them. */
export async function writeClasses(tx: Transaction): Promise<void> {
  const classes = [
    ...Object.entries(segments).map(([part, name]) => ({ code: `${part}000000`, name })),
    ...families.map(({ materialGroup, name }) => ({ code: `${materialGroup}0000`, name })),
  ]
  await tx.query(
    `insert into material_class (class_code, level, name, preservation_kind, preservation_interval_days)
     select * from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::integer[])`,
    [
      classes.map(({ code }) => code),
      classes.map(({ code }) => classLevel(code, classTreeOf(unspscLengths))),
      classes.map(({ name }) => name),
      classes.map(({ code }) => preservation[code]?.[0] ?? ''),
      classes.map(({ code }) => preservation[code]?.[1] ?? null),
    ],
  )
  await tx.query(
    `update material set material_class = material_group || '0000' where not material_group = any($1::text[])`,
    [[...unassigned]],
  )
  await tx.query(
    `insert into hazardous_substance (substance_no, category, name, threshold_tonnes, basis)
     select given.*, 'GB 18218-2018' from unnest($1::text[], $2::text[], $3::text[], $4::numeric[]) as given`,
    [
      substances.map(({ no }) => no),
      substances.map(({ category }) => category),
      substances.map(({ name }) => name),
      substances.map(({ tonnes }) => tonnes),
    ],
  )
  await tx.query(
    `update material m set hazardous_substance = given.no from unnest($1::text[], $2::text[]) as given (no, name)
     where m.hazard_class <> '' and m.description like given.name || '%'`,
    [substances.map(({ no }) => no), substances.map(({ has }) => has)],
  )
}
